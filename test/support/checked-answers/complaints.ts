/**
 * What is off about the answers since the test began: jest gives each test file its own. Apart, so that a test of the
 * check itself can take them away before they make it fail.
 */
export const complaints: string[] = [];

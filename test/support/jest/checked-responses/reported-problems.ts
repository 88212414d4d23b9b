/** Mismatched responses since the start of the current test. A test of the check itself removes them, so that it does not fail. */
export const reportedProblems: string[] = [];

/** Replaces undici in the bundle: @actions/http-client needs it only for the fetch API, which the action does not use. */
export const ProxyAgent = undefined;

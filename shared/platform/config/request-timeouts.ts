/**
 * Time limits of a client of the cloud, in ms: three attempts fit into the 15 s of a function. A call without an answer
 * is an error and is repeated; without `throwOnRequestTimeout` the client would only warn and wait on.
 */
export const requestTimeouts = { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true } as const;

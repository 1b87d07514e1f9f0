/**
 * How long a client of the cloud waits, in ms: three attempts fit into the 15 s of a function. What does not
 * answer is an error and is asked again; without `throwOnRequestTimeout` the client would only warn and wait on.
 */
export const requestTimeouts = { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true } as const;

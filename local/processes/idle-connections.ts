/**
 * Options of an HTTP server that never closes an idle connection. A client that takes one up in the moment in which the server
 * closes it has its request reset; a process that is busy for longer than Node's 5 s would cause that.
 */
export const keepsIdleConnections = { keepAliveTimeout: 0 } as const;

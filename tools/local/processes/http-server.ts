import { createServer, type RequestListener, type Server } from 'node:http';

/**
 * Options of an HTTP server that never closes an idle connection. A client that takes one up in the moment in which the server
 * closes it has its request reset; a process that is busy for longer than Node's 5 s would cause that.
 */
export const keepsIdleConnections = { keepAliveTimeout: 0 } as const;

export interface HttpServer {
  /** Origin without a path. */
  readonly url: string;
  readonly port: number;
  readonly server: Server;
  stop(): Promise<void>;
}

/** Starts an HTTP server on this machine. @param port 0 takes a free one */
export async function startHttpServer(listener: RequestListener, port = 0): Promise<HttpServer> {
  const server = createServer(keepsIdleConnections, listener);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    ...{ url: `http://127.0.0.1:${address.port}`, port: address.port, server },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

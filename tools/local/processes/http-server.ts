import { createServer, type RequestListener, type Server } from 'node:http';

/**
 * Options of an HTTP server that never closes an idle connection. By default, Node closes a connection that is idle for 5 s. If
 * this process was busy for 5 s, Node would close connections that clients reuse at that moment. Their requests would be reset.
 */
export const keepsIdleConnections = { keepAliveTimeout: 0 } as const;

export interface HttpServer {
  /** URL of the server without a path. */
  readonly url: string;
  readonly port: number;
  readonly server: Server;
  stop(): Promise<void>;
}

/**
 * Starts an HTTP server on this machine.
 * @param port 0 selects a free port
 */
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

import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';

export interface HttpServer {
  readonly url: string;
  readonly port: number;
  readonly server: Server;
  stop(): Promise<void>;
}

/** Starts an HTTP server on a free port of this machine. */
export async function startHttpServer(listener: RequestListener, options: ServerOptions = {}): Promise<HttpServer> {
  const server = createServer(options, listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  const { port } = address;
  return {
    ...{ url: `http://127.0.0.1:${port}`, port, server },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

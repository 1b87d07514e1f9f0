import { createServer, type RequestListener } from 'node:http';
import type { AtEnd } from '../processes';

/** Starts a server on this machine. @returns its address without a path */
export async function listen(atEnd: AtEnd, listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen');
  return `http://127.0.0.1:${address.port}`;
}

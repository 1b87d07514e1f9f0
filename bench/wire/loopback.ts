import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AtEnd } from '../processes';

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Starts a server on this machine, which answers 500 with what `answer` throws. @returns its address without a path */
export async function listen(atEnd: AtEnd, answer: Answer): Promise<string> {
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen');
  return `http://127.0.0.1:${address.port}`;
}

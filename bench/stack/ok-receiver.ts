import { createServer } from 'node:http';

/** An endpoint on loopback that takes every webhook and keeps none. */
export async function startOkReceiver(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    request.resume();
    request.once('end', () => response.writeHead(200).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver does not listen');
  return {
    url: `http://127.0.0.1:${address.port}/webhooks`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

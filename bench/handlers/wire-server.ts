import { createServer, type IncomingMessage } from 'node:http';
import type { WireAnswer, WireRequest } from './wire';

export interface WireServer {
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** A place on loopback that clients of the cloud can be pointed to. */
export async function startWireServer(
  answer: (request: WireRequest, message: IncomingMessage) => Promise<WireAnswer> | WireAnswer,
): Promise<WireServer> {
  const server = createServer(async (message, response) => {
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of message) chunks.push(chunk);
      const request = {
        method: message.method ?? '',
        path: message.url ?? '',
        target: String(message.headers['x-amz-target'] ?? ''),
        body: Buffer.concat(chunks).toString('latin1'),
      };
      const { status, contentType, body } = await answer(request, message);
      response.writeHead(status, { 'content-type': contentType }).end(Buffer.from(body, 'latin1'));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The wire does not listen');
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

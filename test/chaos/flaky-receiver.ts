import { createServer } from 'node:http';
import type { Chance } from '#scripts/chance';

/** One post as it came in. */
export interface ReceivedPost {
  readonly id: string;
  readonly body: string;
  /** True if it was answered with 2xx. */
  readonly accepted: boolean;
}

export interface FlakyReceiver {
  readonly url: string;
  readonly received: readonly ReceivedPost[];
  stop(): Promise<void>;
}

/** A partner's endpoint that outlives the stack, keeps all it gets, and fails at random: 500, or a cut connection. */
export async function startFlakyReceiver(chance: Chance, failing: number): Promise<FlakyReceiver> {
  const taken: ReceivedPost[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const accepted = !chance.happens(failing);
      const id = String(request.headers['webhook-id']);
      taken.push({ id, body: Buffer.concat(chunks).toString('utf8'), accepted });
      if (accepted) response.writeHead(204).end();
      else if (chance.happens(0.2)) request.socket.destroy();
      else response.writeHead(500).end('{"error":"at random"}');
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port');
  return {
    url: `http://127.0.0.1:${address.port}/webhooks`,
    received: taken,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

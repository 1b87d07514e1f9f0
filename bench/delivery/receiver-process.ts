/**
 * The endpoints of ten partners on loopback. The path says how one answers: `/now/3` at once, `/after-50/3` after 50 ms,
 * `/never/3` not at all.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { answerParent } from '../processes/parent';

/** `webhook-id` → when its first copy had come whole, epoch ms, and to which partner. */
const arrivals = new Map<string, { readonly atMs: number; readonly partner: string }>();

const server = createServer((request, response) => {
  request.resume().once('end', () => take(request, response));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('The receiver does not listen');
const { port } = address;

answerParent(
  {
    address: () => `http://127.0.0.1:${port}`,
    count: () => arrivals.size,
    /** What has arrived since it was last asked. */
    take: () => {
      const taken = [...arrivals].map(([id, { atMs, partner }]) => ({ id, atMs, partner }));
      arrivals.clear();
      return taken;
    },
  },
  async () => {
    server.closeAllConnections();
    server.close();
  },
);

function take({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
  const [, manner = '', partner = ''] = url.split('/');
  if (manner === 'never') return;
  const id = headers['webhook-id'];
  // Only what the service sends has an id.
  if (typeof id === 'string' && !arrivals.has(id))
    arrivals.set(id, { atMs: performance.timeOrigin + performance.now(), partner });
  const waitMs = Number(manner.split('-')[1] ?? 0);
  if (waitMs === 0) response.writeHead(200).end();
  else setTimeout(() => response.writeHead(200).end(), waitMs);
}

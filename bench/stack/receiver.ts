import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AtEnd } from '../processes';
import { listen } from '../wire/loopback';

/** Endpoints on loopback. A path that begins with `/never` is not answered, `/after-50` after 50 ms, others at once. */
export interface Receiver {
  readonly url: string;
  /** The status of an answer. */
  answer: (body: string) => number;
  /** Webhooks by their id: the path, and when the first copy had come whole, epoch ms. */
  readonly arrivals: Map<string, { readonly path: string; readonly id: string; readonly atMs: number }>;
}

export async function startReceiver(atEnd: AtEnd): Promise<Receiver> {
  const arrivals: Receiver['arrivals'] = new Map();
  const url = await listen(atEnd, async (request, response) => {
    const { url: path = '', headers } = request;
    const body = await text(request);
    if (path.startsWith('/never')) return;
    const id = headers['webhook-id'];
    // Only what the service sends has an id.
    if (typeof id === 'string' && !arrivals.has(id))
      arrivals.set(id, { path, id, atMs: performance.timeOrigin + performance.now() });
    const waitMs = Number(/^\/after-(\d+)/.exec(path)?.[1] ?? 0);
    if (waitMs > 0) await sleep(waitMs);
    response.writeHead(receiver.answer(body)).end();
  });
  const receiver: Receiver = { url, arrivals, answer: () => 200 };
  return receiver;
}

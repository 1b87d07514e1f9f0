import { Agent, request } from 'undici';

export interface BareLoop {
  readonly url: string;
  readonly bodies: readonly string[];
  /** POSTs under way at once. */
  readonly concurrency: number;
}

/**
 * The least that delivering takes: each body is sent by a POST to an endpoint, a fixed number at a time, over kept
 * connections. Nothing is read, signed, checked or recorded.
 * @returns POSTs per second
 * @throws Error when the endpoint does not accept one
 */
export async function postAll({ url, bodies, concurrency }: BareLoop): Promise<number> {
  const dispatcher = new Agent({ connections: concurrency });
  const startedMs = performance.now();
  let next = 0;
  const post = async () => {
    for (let index = next++; index < bodies.length; index = next++) {
      const body = bodies[index] ?? '';
      const headers = { 'content-type': 'application/json' };
      const answer = await request(url, { dispatcher, method: 'POST', headers, body });
      await answer.body.dump();
      if (answer.statusCode !== 200) throw new Error(`The receiver answered ${answer.statusCode}`);
    }
  };
  try {
    await Promise.all(Array.from({ length: concurrency }, post));
    return bodies.length / ((performance.now() - startedMs) / 1000);
  } finally {
    await dispatcher.close();
  }
}

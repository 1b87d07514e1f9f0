import { text } from 'node:stream/consumers';
import type { Chance } from '#local/chance';
import { startHttpServer } from '#test/support/servers/http-server';

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
  const { url, stop } = await startHttpServer(async (request, response) => {
    const body = await text(request);
    const accepted = !chance.happens(failing);
    const id = String(request.headers['webhook-id']);
    taken.push({ id, body, accepted });
    if (accepted) response.writeHead(204).end();
    else if (chance.happens(0.2)) request.socket.destroy();
    else response.writeHead(500).end('{"error":"at random"}');
  });
  return { url: `${url}/webhooks`, received: taken, stop };
}

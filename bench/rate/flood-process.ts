/** Twenty clients of one partner that together make a number of requests a second. */
import { setTimeout as sleep } from 'node:timers/promises';
import { takeRequest } from '#shared/partners/request-rates/repository';

const CLIENTS = 20;

let asking: string | undefined;
let clients: Promise<void>[] = [];
let [requests, taken] = [0, 0];

export function begin(partner: string, perSecond: number, policy: { perSecond: number; burst: number }): void {
  [asking, requests, taken] = [partner, 0, 0];
  clients = Array.from({ length: CLIENTS }, async () => {
    while (asking === partner) {
      const { allowed } = await takeRequest(partner, policy, Date.now);
      requests += 1;
      if (allowed) taken += 1;
      await sleep((1000 * CLIENTS) / perSecond);
    }
  });
}

export async function end(): Promise<{ asked: number; taken: number }> {
  asking = undefined;
  await Promise.all(clients);
  return { asked: requests, taken };
}

/** Twenty clients of one partner that together ask a thousand times a second, while they are told to. */
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { takeRequest } from '#shared/data/request-rates';
import { POLICY } from './flood';

const CLIENTS = 20;
const PAUSE_MS = 20;

const order = z.object({ partner: z.optional(z.string()) });
let partner: string | undefined;
let clients: Promise<void>[] = [];
const seen = { asked: 0, taken: 0 };

async function client(name: string): Promise<void> {
  while (partner === name) {
    const { allowed } = await takeRequest(name, POLICY, Date.now());
    seen.asked += 1;
    if (allowed) seen.taken += 1;
    await pause(PAUSE_MS);
  }
}

process.on('message', (message) => {
  const told = order.parse(message).partner;
  partner = told;
  if (told !== undefined) {
    Object.assign(seen, { asked: 0, taken: 0 });
    clients = Array.from({ length: CLIENTS }, () => client(told));
    process.send?.({});
    return;
  }
  void Promise.all(clients).then(() => process.send?.(seen));
});
process.on('disconnect', () => process.exit(0));
process.send?.({});

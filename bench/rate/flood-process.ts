/** Twenty clients of one partner that together ask as often as they are told to. */
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { takeRequest } from '#shared/partners/request-rates/repository';
import { POLICY } from './flood';

const CLIENTS = 20;

const order = z.union([z.object({ partner: z.string(), perSecond: z.number() }), z.strictObject({})]);
let partner: string | undefined;
let clients: Promise<void>[] = [];
const seen = { asked: 0, taken: 0 };

async function client(name: string, pauseMs: number): Promise<void> {
  while (partner === name) {
    const { allowed } = await takeRequest(name, POLICY, Date.now());
    seen.asked += 1;
    if (allowed) seen.taken += 1;
    await pause(pauseMs);
  }
}

process.on('message', (message) => {
  const told = order.parse(message);
  partner = 'partner' in told ? told.partner : undefined;
  if ('partner' in told) {
    Object.assign(seen, { asked: 0, taken: 0 });
    const pauseMs = (1000 * CLIENTS) / told.perSecond;
    clients = Array.from({ length: CLIENTS }, () => client(told.partner, pauseMs));
    process.send?.({});
    return;
  }
  void Promise.all(clients).then(() => process.send?.(seen));
});
process.on('disconnect', () => process.exit(0));
process.send?.({});

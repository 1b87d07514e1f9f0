import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { check, expectStatus, waitFor } from '#cloud/phases/checks';
import { checkFeed, createdId, listTransactions } from '#cloud/phases/transactions';
import { hasEveryWebhook, type Subscriber } from '#cloud/phases/webhooks';
import type { endpoints } from '#shared/api/endpoints';
import type { WorkerId } from '#shared/api/workers';

/** Ends the processes of functions, by the ids of their rows. @returns how many */
export type Kill = (ids: readonly ((typeof endpoints)[number]['id'] | WorkerId)[]) => number;

const TRANSACTIONS = 4;
/** Consumers of the stream and of the steps. */
const CONSUMERS: readonly WorkerId[] = ['runStep', 'publishEvents', 'projectChanges'];
const ROUNDS = 15;

/** A message of a killed delivery is visible again after two minutes; the redrive comes every minute. */
const DELIVERY_LIMIT_S = 240;

/** Transactions whose functions were killed while they worked on them. */
export interface Disturbed {
  readonly ids: readonly string[];
  readonly summary: string;
}

/**
 * Creates transactions while the processes of every function that works on them are ended again and again: those of the
 * endpoint during the request, those of the first delivery of a webhook during the delivery.
 */
export async function disturb(subscriber: Subscriber, userId: string, kill: Kill): Promise<Disturbed> {
  const { partner, receiver } = subscriber;
  expectStatus(await partner.put('/webhook-settings', { url: receiver.url }), 200);
  let kills = 0;
  receiver.answer = (webhook) => {
    if (!webhook.body.includes('CREATED_CROSS_RAMP')) return { status: 200 };
    receiver.answer = () => ({ status: 200 });
    kills += kill(['deliverWebhook']);
    return { status: 200 };
  };
  const ids: string[] = [];
  let lost = 0;
  for (let position = 0; position < TRANSACTIONS; position += 1) {
    const options = { headers: { 'idempotency-key': randomUUID() } };
    const creation = partner.post('/cross-ramp', partner.crossRamp(userId), options);
    await sleep(position * 15);
    kills += kill(['createCrossRamp']);
    let answer = await creation.catch(() => undefined);
    for (let attempt = 0; answer === undefined || answer.status >= 500; attempt += 1) {
      lost += 1;
      check(attempt < 10, `a repeated creation was answered ${answer?.status ?? 'with nothing'}: ${answer?.text}`);
      await sleep(200);
      answer = await partner.post('/cross-ramp', partner.crossRamp(userId), options).catch(() => undefined);
    }
    ids.push(createdId(answer));
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    kills += kill(CONSUMERS);
    await sleep(400);
  }
  return { ids, summary: `${kills} processes ended, ${lost} answers lost and asked for again` };
}

/** Nothing of them is lost: each is there once, completes, is in the feed, and each of its webhooks arrives. */
export async function checkNothingLost(
  { partner, receiver }: Subscriber,
  { ids, summary }: Disturbed,
): Promise<string> {
  const listed = await listTransactions(partner);
  check(listed.toSorted().join() === ids.toSorted().join(), `${listed.length} transactions instead of ${ids.length}`);
  const feed = await checkFeed(partner, ids);
  await waitFor('every webhook of every transaction', DELIVERY_LIMIT_S, async () =>
    ids.every((id) => hasEveryWebhook(receiver, id)) ? true : undefined,
  );
  return `${summary}; ${feed}; every webhook arrived`;
}

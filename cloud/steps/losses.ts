import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { receive } from '#cloud/aws/queue';
import { workerKiller } from '#cloud/emulator/target';
import { Left, type Rehearsal } from '#cloud/plan/context';
import { check, expectStatus, waitFor } from '#cloud/steps/checks';
import { awaitCompletion, checkFeed, createdId, listTransactions } from '#cloud/steps/transactions';
import { hasEveryWebhook, pausedMapping, type Subscriber } from '#cloud/steps/webhooks';
import type { WorkerId } from '#shared/api/workers';

const TRANSACTIONS = 4;
/** Consumers of the stream and of the steps. */
const CONSUMERS: readonly WorkerId[] = ['runStep', 'publishEvents', 'projectChanges'];
const ROUNDS = 15;

/** A message of a killed delivery is visible again after two minutes; the redrive comes every minute. */
const DELIVERY_LIMIT_S = 240;

/** Transactions whose functions were killed while they worked on them. */
const disturbed = new Left<Subscriber & { readonly ids: readonly string[] }>();

/**
 * Creates transactions while the processes of every function that works on them are ended again and again: those of the
 * endpoint during the request, those of the first delivery of a webhook during the delivery.
 */
export async function disturb(rehearsal: Rehearsal): Promise<string> {
  const kill = await workerKiller(await rehearsal.target(), rehearsal.place.emulator);
  const { partner, userId } = await rehearsal.subscriber('Disturbed');
  const receiver = await rehearsal.startLocalReceiver();
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
  disturbed.leave(rehearsal, { partner, receiver, ids });
  return `${kills} processes ended, ${lost} answers lost and asked for again`;
}

/** Nothing of them is lost: each is there once, completes, is in the feed, and each of its webhooks arrives. */
export async function checkNothingLost(rehearsal: Rehearsal): Promise<string> {
  const { partner, receiver, ids } = disturbed.of(rehearsal);
  const listed = await listTransactions(partner);
  check(listed.toSorted().join() === ids.toSorted().join(), `${listed.length} transactions instead of ${ids.length}`);
  const feed = await checkFeed(partner, ids);
  await waitFor('every webhook of every transaction', DELIVERY_LIMIT_S, async () =>
    ids.every((id) => hasEveryWebhook(receiver, id)) ? true : undefined,
  );
  return `${feed}; every webhook arrived`;
}

/** Id of the transaction whose step was lost. */
const lostStep = new Left<string>();

/** Takes the message of a transaction's next step out of its queue, as if the queue had lost it. */
export async function loseStep(rehearsal: Rehearsal): Promise<string> {
  const target = await rehearsal.target();
  const { partner, userId } = await rehearsal.subscriber();
  const { aws } = target.cloud;
  const QueueUrl = target.outputs.StepsQueueUrl;
  await pausedMapping(target, QueueUrl, async () => {
    const id = createdId(await partner.post('/cross-ramp', partner.crossRamp(userId)));
    await waitFor('the message of the first step', 60, async () => {
      const messages = await receive(aws, { QueueUrl, VisibilityTimeout: 1 });
      const own = messages.find(({ Body }) => Body.includes(id));
      if (own === undefined) return undefined;
      const { ReceiptHandle } = own;
      await aws.send('sqs DeleteMessage', { QueueUrl, ReceiptHandle });
      return true;
    });
    lostStep.leave(rehearsal, id);
  });
  return 'the message of a first step is taken out of its queue';
}

/** The redrive of every minute finds the overdue step, and the transaction completes. */
export async function awaitRedrive(rehearsal: Rehearsal): Promise<string> {
  const { partner } = await rehearsal.subscriber();
  const startedMs = performance.now();
  await awaitCompletion(partner, [lostStep.of(rehearsal)]);
  return `the lost step was sent again by the schedule; completed ${Math.round((performance.now() - startedMs) / 1000)} s later`;
}

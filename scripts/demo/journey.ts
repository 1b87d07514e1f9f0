import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Story } from '#scripts/demo/console-story';
import { JourneyError } from '#scripts/demo/journey-error';
import type { PartnerApi } from '#scripts/demo/partner-api';
import { waitFor } from '#scripts/demo/waiting';
import type { TakenWebhook, WebhookReceiver } from '#scripts/demo/webhook-receiver';

/** What a journey needs. */
export interface Journey {
  readonly api: PartnerApi;
  readonly receiver: WebhookReceiver;
  readonly story: Story;
  /** Reading of `performance.now()` after which nothing is waited for. */
  readonly deadlineMs: number;
}

/** The sandbox amount that completes. */
const SOURCE_AMOUNT = 2000.01;

/** What partners are told of a completed cross-ramp, in this order, with sequence 1 and up. */
const EXPECTED_EVENTS = [
  'CREATED_CROSS_RAMP',
  'FIAT_RECEIVED_CROSS_RAMP',
  'IN_PROGRESS_CROSS_RAMP',
  'BANK_TRANSFER_PENDING_CROSS_RAMP',
  'COMPLETED_CROSS_RAMP',
];

/** An account in dollars; nothing of it is real but the form. */
const TARGET_ACCOUNT = {
  accountIdentifier: '123456789012',
  bankName: 'First Bank',
  routingNumber: '021000021',
  accountHolder: { firstName: 'Ana', lastName: 'García' },
  address: { streetLine1: '1 Main St', city: 'Austin', postalCode: '73301', country: 'US' },
};

/** What partners are told of a verification that ends well. */
const KYC_EVENTS = ['CREATED_KYC', 'VERIFIED_USER'];

/** Registers a person and has them verified. @returns the user's id */
export async function verifiedPerson({ api, receiver, story, deadlineMs }: Journey): Promise<string> {
  story.step('Register a user');
  const email = `demo-${randomUUID()}@example.com`;
  const { data: user } = await api.call({
    method: 'POST',
    path: '/users',
    body: { type: 'INDIVIDUAL', email },
    data: z.object({ userId: z.string() }),
  });
  story.note(`user ${user.userId}, ${email}`);

  story.step('Submit the identity verification (KYC)');
  await api.call({
    method: 'POST',
    path: `/users/${user.userId}/kyc`,
    body: { country: 'MX', firstName: 'Ana', lastName: 'García' },
    data: z.object({ status: z.literal('IN_PROGRESS') }),
  });
  const kyc = z.object({ status: z.string() });
  await waitFor('the verification', deadlineMs, async () => {
    const { data } = await api.call({ method: 'GET', path: `/users/${user.userId}/kyc`, data: kyc });
    if (data.status === 'IN_PROGRESS') return undefined;
    if (data.status !== 'VERIFIED') throw new JourneyError(`The verification ended as ${data.status}`);
    return data.status;
  });
  const told = () => receiver.taken.filter((webhook) => !webhook.repeated).map(({ event }) => event);
  await waitFor('the webhook VERIFIED_USER', deadlineMs, () => {
    checkTrust(receiver);
    return told().includes('VERIFIED_USER') ? true : undefined;
  });
  if (told().join() !== KYC_EVENTS.join())
    throw new JourneyError(`The webhooks came as ${told().join(', ')} instead of ${KYC_EVENTS.join(', ')}`);
  story.note('VERIFIED');
  return user.userId;
}

const quoteData = z.object({
  quoteId: z.string(),
  sourceAmount: z.number(),
  targetAmount: z.number(),
  rate: z.number(),
  expiresAt: z.string(),
});
const transactionData = z.object({ id: z.string(), status: z.string(), targetAmount: z.number() });

/** Locks a rate and creates the cross-ramp, twice with the same key. @returns the transaction's id */
export async function createdCrossRamp({ api, story }: Journey, userId: string): Promise<string> {
  story.step(`Lock a quote for ${SOURCE_AMOUNT} MXN in USD`);
  const { data: quote } = await api.call({
    method: 'POST',
    path: '/cross-ramp/quotes',
    body: { sourceCurrency: 'MXN', targetCurrency: 'USD', sourceAmount: SOURCE_AMOUNT },
    data: quoteData,
  });
  story.note(
    `${quote.sourceAmount} MXN → ${quote.targetAmount} USD at ${quote.rate}, held until ${quote.expiresAt}`,
  );

  story.step('Create the cross-ramp');
  const create = {
    method: 'POST',
    path: '/cross-ramp',
    headers: { 'idempotency-key': randomUUID() },
    body: { userId, quoteId: quote.quoteId, targetBankAccount: TARGET_ACCOUNT },
    data: transactionData,
  } as const;
  const created = await api.call(create);
  if (created.data.targetAmount !== quote.targetAmount)
    throw new JourneyError(
      `The transaction pays ${created.data.targetAmount} USD instead of the quoted amount`,
    );
  story.note(`transaction ${created.data.id}, ${created.data.status}`);

  story.step('Send the same request again, with the same Idempotency-Key');
  const again = await api.call(create);
  const replayed = again.headers.get('idempotency-replayed');
  if (replayed !== 'true' || again.text !== created.text)
    throw new JourneyError('The repeated request was not answered with the first answer');
  story.note(`the same answer, byte for byte, with idempotency-replayed: ${replayed}`);
  return created.data.id;
}

/** Waits until the partner has been told of everything, and checks order and signatures. */
export async function completedByWebhook(journey: Journey, transactionId: string): Promise<void> {
  const { story, receiver, deadlineMs } = journey;
  story.step('Wait for the webhooks, to COMPLETED');
  const last = EXPECTED_EVENTS.at(-1);
  await waitFor(`the webhook ${last}`, deadlineMs, () => {
    checkTrust(receiver);
    return firsts(receiver, transactionId).find(({ event }) => event === last);
  });
  const events = firsts(receiver, transactionId).map(({ event, sequence }) => `${sequence} ${event}`);
  const expected = EXPECTED_EVENTS.map((event, index) => `${index + 1} ${event}`);
  if (events.join() !== expected.join())
    throw new JourneyError(`The webhooks came as ${events.join(', ')} instead of ${expected.join(', ')}`);
  story.note('every signature is valid, the order is right');
}

/** @throws JourneyError when anything came that this partner was not sent by the service */
function checkTrust(receiver: WebhookReceiver): void {
  const bad = receiver.taken.find(({ fault }) => fault !== undefined);
  if (bad !== undefined) throw new JourneyError(`Webhook ${bad.id} cannot be trusted: ${bad.fault}`);
}

function firsts(receiver: WebhookReceiver, transactionId: string): TakenWebhook[] {
  return receiver.taken.filter((webhook) => webhook.transactionId === transactionId && !webhook.repeated);
}

const timelineData = z.object({
  data: z.array(
    z.object({ from: z.nullable(z.string()), to: z.string(), at: z.string(), cause: z.string() }),
  ),
});

/** Reads the transaction once more and tells its timeline. */
export async function tellTimeline({ api, story }: Journey, transactionId: string): Promise<void> {
  story.step('Read the transaction and its timeline');
  const path = `/transactions/${transactionId}`;
  const { data: transaction } = await api.call({ method: 'GET', path, data: transactionData });
  if (transaction.status !== 'COMPLETED')
    throw new JourneyError(`The transaction reads ${transaction.status} after its last webhook`);
  const { data: timeline } = await api.call({ method: 'GET', path: `${path}/events`, data: timelineData });
  for (const { at, from, to, cause } of timeline.data)
    story.note(`${at}  ${from === null ? to : `${from} → ${to}`}  (${cause})`);
}

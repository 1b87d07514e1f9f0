import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { JourneyError } from '#scripts/demo/journey-error';
import type { Call, PartnerApi } from '#scripts/demo/partner-api';
import type { ReceivedWebhook, WebhookReceiver } from '#scripts/demo/webhook-receiver';
import type { Story } from './story';
import { waitFor } from './wait-for';

/** What a journey needs. */
export interface Journey {
  readonly api: PartnerApi;
  readonly receiver: WebhookReceiver;
  readonly story: Story;
  /** Reading of `performance.now()` after which it gives up. */
  readonly deadlineMs: number;
}

/** The sandbox amount that completes. */
const SOURCE_AMOUNT = 2000.01;

/** The webhooks of a completed cross-ramp, in this order, with sequence 1 and up. */
const EXPECTED_EVENTS = [
  'CREATED_CROSS_RAMP',
  'FIAT_RECEIVED_CROSS_RAMP',
  'IN_PROGRESS_CROSS_RAMP',
  'BANK_TRANSFER_PENDING_CROSS_RAMP',
  'COMPLETED_CROSS_RAMP',
];

/** An account in dollars; nothing of it is real but the form. */
export const TARGET_ACCOUNT = {
  accountIdentifier: '123456789012',
  bankName: 'First Bank',
  routingNumber: '021000021',
  accountHolder: { firstName: 'Ana', lastName: 'García' },
  address: { streetLine1: '1 Main St', city: 'Austin', postalCode: '73301', country: 'US' },
};

/** The webhooks of a verification that succeeds. */
const KYC_EVENTS = ['CREATED_KYC', 'VERIFIED_USER'];

/** Registers a person and has them verified. @returns the user's id */
export async function verifyPerson(journey: Journey): Promise<string> {
  journey.story.step('Register a user');
  const userId = await registerUser(journey, { type: 'INDIVIDUAL' });
  journey.story.step('Submit the identity verification (KYC)');
  await verifyUser(journey, userId, { firstName: 'Ana', lastName: 'García' });
  return userId;
}

/** Registers a user with an address of its own. @returns the user's id */
export async function registerUser({ api, story }: Journey, body: Readonly<Record<string, string>>): Promise<string> {
  const email = `demo-${randomUUID()}@example.com`;
  const { data: user } = await api.call({
    method: 'POST',
    path: '/users',
    body: { ...body, email },
    data: z.object({ userId: z.string() }),
  });
  story.note(`user ${user.userId}, ${email}`);
  return user.userId;
}

/** Submits a user's names for verification and waits until it is verified and the partner has the webhook. */
export async function verifyUser(
  { api, receiver, story, deadlineMs }: Journey,
  userId: string,
  names: Readonly<Record<string, string>>,
): Promise<void> {
  await api.call({
    method: 'POST',
    path: `/users/${userId}/kyc`,
    body: { country: 'MX', ...names },
    data: z.object({ status: z.literal('IN_PROGRESS') }),
  });
  const kyc = z.object({ status: z.string() });
  await waitFor('the verification', deadlineMs, async () => {
    const { data } = await api.call({ method: 'GET', path: `/users/${userId}/kyc`, data: kyc });
    if (data.status === 'IN_PROGRESS') return undefined;
    if (data.status !== 'VERIFIED') throw new JourneyError(`The verification ended as ${data.status}`);
    return data.status;
  });
  const receivedEvents = () => userWebhooks(receiver, userId).map(({ event }) => event);
  await waitFor('the webhook VERIFIED_USER', deadlineMs, () => {
    assertTrusted(receiver);
    return receivedEvents().includes('VERIFIED_USER') ? true : undefined;
  });
  if (receivedEvents().join() !== KYC_EVENTS.join())
    throw new JourneyError(`The webhooks came as ${receivedEvents().join(', ')} instead of ${KYC_EVENTS.join(', ')}`);
  story.note('VERIFIED');
}

const quoteData = z.object({
  quoteId: z.string(),
  sourceAmount: z.number(),
  targetAmount: z.number(),
  rate: z.number(),
  expiresAt: z.string(),
});
const transactionData = z.object({ id: z.string(), status: z.string(), targetAmount: z.number() });

/** The order of the journey, where no quote fixes its rate. */
export const crossRampOrder = {
  sourceCurrency: 'MXN',
  targetCurrency: 'USD',
  sourceAmount: SOURCE_AMOUNT,
} as const;

/** A cross-ramp as it was asked for and answered. */
export interface CreatedCrossRamp {
  readonly id: string;
  readonly call: Call<typeof transactionData>;
  /** The answer's body as it came. */
  readonly text: string;
}

/** Locks a rate and creates the cross-ramp at it. */
export async function createCrossRamp({ api, story }: Journey, userId: string): Promise<CreatedCrossRamp> {
  story.step(`Lock a quote for ${SOURCE_AMOUNT} MXN in USD`);
  const { data: quote } = await api.call({
    method: 'POST',
    path: '/cross-ramp/quotes',
    body: crossRampOrder,
    data: quoteData,
  });
  story.note(`${quote.sourceAmount} MXN → ${quote.targetAmount} USD at ${quote.rate}, held until ${quote.expiresAt}`);

  story.step('Create the cross-ramp');
  const call = {
    method: 'POST',
    path: '/cross-ramp',
    headers: { 'idempotency-key': randomUUID() },
    body: { userId, quoteId: quote.quoteId, targetBankAccount: TARGET_ACCOUNT },
    data: transactionData,
  } as const;
  const { data, text } = await api.call(call);
  if (data.targetAmount !== quote.targetAmount)
    throw new JourneyError(`The transaction pays ${data.targetAmount} USD instead of the quoted amount`);
  story.note(`transaction ${data.id}, ${data.status}`);
  return { id: data.id, call, text };
}

/** Creates the same cross-ramp again, which makes no second one. */
export async function repeatCreation({ api, story }: Journey, created: CreatedCrossRamp): Promise<void> {
  story.step('Send the same request again, with the same Idempotency-Key');
  const again = await api.call(created.call);
  const replayed = again.headers.get('idempotency-replayed');
  if (replayed !== 'true' || again.text !== created.text)
    throw new JourneyError('The repeated request was not answered with the first answer');
  story.note(`the same answer, byte for byte, with idempotency-replayed: ${replayed}`);
}

/** Waits until every webhook has arrived, and checks order and signatures. */
export async function awaitCompletion(journey: Journey, transactionId: string): Promise<void> {
  const { story, receiver, deadlineMs } = journey;
  story.step('Wait for the webhooks, to COMPLETED');
  const last = EXPECTED_EVENTS.at(-1);
  await waitFor(`the webhook ${last}`, deadlineMs, () => {
    assertTrusted(receiver);
    return transactionWebhooks(receiver, transactionId).find(({ event }) => event === last);
  });
  const events = transactionWebhooks(receiver, transactionId).map(({ event, sequence }) => `${sequence} ${event}`);
  const expected = EXPECTED_EVENTS.map((event, index) => `${index + 1} ${event}`);
  if (events.join() !== expected.join())
    throw new JourneyError(`The webhooks came as ${events.join(', ')} instead of ${expected.join(', ')}`);
  story.note('every signature is valid, the order is right');
}

/** @throws JourneyError when a request arrived that the service did not send to this partner */
export function assertTrusted(receiver: WebhookReceiver): void {
  const bad = receiver.received.find(({ rejection }) => rejection !== undefined);
  if (bad !== undefined) throw new JourneyError(`Webhook ${bad.id} cannot be trusted: ${bad.rejection}`);
}

function transactionWebhooks(receiver: WebhookReceiver, transactionId: string): ReceivedWebhook[] {
  return receiver.received.filter((webhook) => webhook.transactionId === transactionId && !webhook.repeated);
}

/** What came of a user, repetitions left out. Users of the demo have no external id, so payloads name ours. */
export function userWebhooks(receiver: WebhookReceiver, userId: string): ReceivedWebhook[] {
  return receiver.received.filter(({ payload, repeated }) => payload.externalUserId === userId && !repeated);
}

const timelineData = z.object({
  data: z.array(z.object({ from: z.nullable(z.string()), to: z.string(), at: z.string(), cause: z.string() })),
});

/** Reads the transaction once more and tells its timeline. */
export async function showTimeline({ api, story }: Journey, transactionId: string): Promise<void> {
  story.step('Read the transaction and its timeline');
  const path = `/transactions/${transactionId}`;
  const { data: transaction } = await api.call({ method: 'GET', path, data: transactionData });
  if (transaction.status !== 'COMPLETED')
    throw new JourneyError(`The transaction reads ${transaction.status} after its last webhook`);
  const { data: timeline } = await api.call({ method: 'GET', path: `${path}/events`, data: timelineData });
  for (const { at, from, to, cause } of timeline.data)
    story.note(`${at}  ${from === null ? to : `${from} → ${to}`}  (${cause})`);
}

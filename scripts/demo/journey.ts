import { randomUUID } from 'node:crypto';
import { JourneyError } from '#scripts/demo/journey-error';
import type { ReceivedWebhook, WebhookReceiver } from '#scripts/demo/webhook-receiver';
import type { PartnerRamp } from '#sdk/client';
import type { Body } from '#sdk/operation-types';
import type { Story } from './story';
import { waitFor } from './wait-for';

/** Tools of a journey. */
export interface Journey {
  readonly api: PartnerRamp;
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
export async function registerUser({ api, story }: Journey, body: Omit<Body<'createUser'>, 'email'>): Promise<string> {
  const email = `demo-${randomUUID()}@example.com`;
  const { userId } = await api.users.create({ ...body, email });
  story.note(`user ${userId}, ${email}`);
  return userId;
}

/** Submits a user's names for verification and waits until it is verified and the partner has the webhook. */
export async function verifyUser(
  { api, receiver, story, deadlineMs }: Journey,
  userId: string,
  names: Readonly<Record<string, string>>,
): Promise<void> {
  await api.kyc.start(userId, { country: 'MX', ...names });
  await waitFor('the verification', deadlineMs, async () => {
    const { status } = await api.kyc.get(userId);
    if (status === 'IN_PROGRESS') return undefined;
    if (status !== 'VERIFIED') throw new JourneyError(`The verification ended as ${status}`);
    return status;
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

/** The order of the journey, where no quote fixes its rate. */
export const crossRampOrder = {
  sourceCurrency: 'MXN',
  targetCurrency: 'USD',
  sourceAmount: SOURCE_AMOUNT,
} as const;

/** A cross-ramp as it was asked for and answered. */
export interface CreatedCrossRamp {
  readonly id: string;
  readonly order: Body<'createCrossRamp'>;
  readonly idempotencyKey: string;
  /** The answer's body as it came. */
  readonly text: string;
}

/** Locks a rate and creates the cross-ramp at it. */
export async function createCrossRamp({ api, story }: Journey, userId: string): Promise<CreatedCrossRamp> {
  story.step(`Lock a quote for ${SOURCE_AMOUNT} MXN in USD`);
  const quote = await api.crossRamps.createQuote(crossRampOrder);
  story.note(`${quote.sourceAmount} MXN → ${quote.targetAmount} USD at ${quote.rate}, held until ${quote.expiresAt}`);

  story.step('Create the cross-ramp');
  const order = { userId, quoteId: quote.quoteId, targetBankAccount: TARGET_ACCOUNT };
  const idempotencyKey = randomUUID();
  const { data, text } = await api.crossRamps.create(order, { idempotencyKey }).withResponse();
  if (data.targetAmount !== quote.targetAmount)
    throw new JourneyError(`The transaction pays ${data.targetAmount} USD instead of the quoted amount`);
  story.note(`transaction ${data.id}, ${data.status}`);
  return { id: data.id, order, idempotencyKey, text };
}

/** Creates the same cross-ramp again, which makes no second one. */
export async function repeatCreation({ api, story }: Journey, created: CreatedCrossRamp): Promise<void> {
  story.step('Send the same request again, with the same Idempotency-Key');
  const { order, idempotencyKey } = created;
  const again = await api.crossRamps.create(order, { idempotencyKey }).withResponse();
  if (!again.replayed || again.text !== created.text)
    throw new JourneyError('The repeated request was not answered with the first answer');
  story.note(`the same answer, byte for byte, with idempotency-replayed: ${again.replayed}`);
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

/** Finds the webhooks of a user, repetitions left out. Users of the demo have no external id, so payloads name ours. */
export function userWebhooks(receiver: WebhookReceiver, userId: string): ReceivedWebhook[] {
  return receiver.received.filter(
    ({ payload, repeated }) =>
      payload !== undefined && 'externalUserId' in payload && payload.externalUserId === userId && !repeated,
  );
}

/** Reads the transaction once more and tells its timeline. */
export async function showTimeline({ api, story }: Journey, transactionId: string): Promise<void> {
  story.step('Read the transaction and its timeline');
  const transaction = await api.transactions.get(transactionId);
  if (transaction.status !== 'COMPLETED')
    throw new JourneyError(`The transaction reads ${transaction.status} after its last webhook`);
  const timeline = await api.transactions.listEvents(transactionId);
  for (const { at, from, to, cause } of timeline.data)
    story.note(`${at}  ${from === null ? to : `${from} → ${to}`}  (${cause})`);
}

import { randomUUID } from 'node:crypto';
import { startReceiver } from '#local/partner/webhook-receiver';
import { CommandFailed } from '#sdk/cli/errors';
import { decided, newUser, type Stage, submit, waitFor } from '#sdk/cli/trigger/journey';
import { DOLLAR_ACCOUNT } from '#sdk/cli/trigger/journeys';
import { PartnerRamp } from '#sdk/client';
import { RampError } from '#sdk/errors';
import { verifyWebhook } from '#sdk/webhooks';

// The cross-ramps of a person and of a business, told step by step. Their steps are those of `partner-ramp trigger`.

/** Tools of a journey. Each `step` of its stage is a line below the last title. */
interface Demo {
  readonly stage: Stage;
  readonly receiver: WebhookReceiver;
  /** Begins a numbered part of the story. */
  title(text: string): void;
}

/** An order with the sandbox amount that completes. */
const ORDER = { sourceCurrency: 'MXN', targetCurrency: 'USD', sourceAmount: 2000.01 } as const;

const KYC_EVENTS = ['CREATED_KYC', 'VERIFIED_USER'];
const CROSS_RAMP_EVENTS = ['CREATED', 'FIAT_RECEIVED', 'IN_PROGRESS', 'BANK_TRANSFER_PENDING', 'COMPLETED'];

/** Owners of the business, with their shares in percent. */
const OWNERS = [
  { firstName: 'Lucía', lastName: 'Hernández', ownershipPercent: 60 },
  { firstName: 'Diego', lastName: 'Ramírez', ownershipPercent: 40 },
];

/** Registers and verifies a person, and moves pesos into dollars for them. */
async function playPerson(demo: Demo): Promise<void> {
  const { stage, title } = demo;
  title('Register a user');
  const userId = await newUser(stage);
  title('Submit the identity verification (KYC)');
  await submit(stage, userId, 'García');
  await decided(stage, userId, 'VERIFIED');
  await expectWebhooks(demo, userId, KYC_EVENTS);
  const id = await createCrossRamp(demo, userId);
  await followToCompletion(demo, id);
  await showTimeline(demo, id);
}

/** The same for a business, which may convert pesos only after its owners have signed. */
async function playBusiness(demo: Demo): Promise<void> {
  const { stage, title } = demo;
  title('Register a business');
  const userId = await newUser(stage, true);
  title('Submit its verification');
  await stage.ramp.kyc.start(userId, { country: 'MX', businessName: 'ACME, S.A. de C.V.' });
  await decided(stage, userId, 'VERIFIED');
  await expectWebhooks(demo, userId, KYC_EVENTS);
  const owners = await addOwners(demo, userId);
  await expectRefusal(demo, userId);
  await signAll(demo, userId, owners);
  await followToCompletion(demo, await createCrossRamp(demo, userId));
}

/** Locks a rate, and creates the cross-ramp twice with one key. @returns its id */
async function createCrossRamp({ stage: { ramp, step }, title }: Demo, userId: string): Promise<string> {
  title(`Lock a quote for ${ORDER.sourceAmount} MXN in USD`);
  const quote = await ramp.crossRamps.createQuote(ORDER);
  step(`${quote.sourceAmount} MXN → ${quote.targetAmount} USD at ${quote.rate}, held until ${quote.expiresAt}`);
  title('Create the cross-ramp');
  const order = { userId, quoteId: quote.quoteId, targetBankAccount: DOLLAR_ACCOUNT };
  const idempotencyKey = randomUUID();
  const create = () => ramp.crossRamps.create(order, { idempotencyKey }).withResponse();
  const { data, text } = await create();
  if (data.targetAmount !== quote.targetAmount)
    throw new CommandFailed(`The transaction pays ${data.targetAmount} USD instead of the quoted amount`);
  step(`transaction ${data.id}, ${data.status}`);
  title('Send the same request again, with the same Idempotency-Key');
  const again = await create();
  if (!again.replayed || again.text !== text)
    throw new CommandFailed('The repeated request did not return the first response');
  step(`the same response, byte for byte, with idempotency-replayed: ${again.replayed}`);
  return data.id;
}

async function followToCompletion(demo: Demo, id: string): Promise<void> {
  demo.title('Wait for the webhooks, to COMPLETED');
  await expectWebhooks(
    demo,
    id,
    CROSS_RAMP_EVENTS.map((status) => `${status}_CROSS_RAMP`),
  );
  demo.stage.step('every signature is valid, the order is right');
}

async function showTimeline({ stage: { ramp, step }, title }: Demo, id: string): Promise<void> {
  title('Read the transaction and its timeline');
  const { status } = await ramp.transactions.get(id);
  if (status !== 'COMPLETED') throw new CommandFailed(`The transaction reads ${status} after its last webhook`);
  for (const { at, from, to, cause } of (await ramp.transactions.listEvents(id)).data)
    step(`${at}  ${from === null ? to : `${from} → ${to}`}  (${cause})`);
}

/** @returns the ids of the owners */
async function addOwners({ stage: { ramp, step }, title }: Demo, userId: string): Promise<string[]> {
  title('Put its two beneficial owners on record');
  const ids: string[] = [];
  for (const owner of OWNERS) {
    const email = `owner-${randomUUID()}@example.com`;
    const { id } = await ramp.associatedPersons.create(userId, { ...owner, role: 'UBO', email });
    ids.push(id);
    step(`${owner.firstName} ${owner.lastName}, ${owner.ownershipPercent} %, person ${id}`);
  }
  return ids;
}

async function expectRefusal({ stage: { ramp, step }, title }: Demo, userId: string): Promise<void> {
  title('Try a cross-ramp in pesos before they have signed');
  const refusal = await ramp.crossRamps.create({ userId, ...ORDER, targetBankAccount: DOLLAR_ACCOUNT }).then(
    () => new CommandFailed('A cross-ramp was created without signatures'),
    (error: unknown) => error,
  );
  if (!(refusal instanceof RampError) || refusal.code !== 'SIGNATURE_REQUIREMENT_NOT_MET') throw refusal;
  step(`refused: ${refusal.status} ${refusal.code}, ${refusal.apiMessage}`);
}

async function signAll(demo: Demo, userId: string, owners: readonly string[]): Promise<void> {
  const { ramp, step } = demo.stage;
  demo.title('Request their signatures');
  // Anyone who has the link can sign: it goes to its owner and is never shown.
  for (const { name } of (await ramp.signatures.request(userId)).data)
    step(`${name} has a signing link, not shown: it is a secret of the owner`);
  demo.title('Let both sign, as the sandbox does in their place');
  for (const owner of owners) step(`${(await ramp.sandbox.signDeclaration(userId, owner)).name} has signed`);
  await expectWebhooks(demo, userId, [...KYC_EVENTS, ...owners.map(() => 'DOCUMENT_SIGNED')]);
  step('the partner has a webhook for every signature');
}

/** Waits until the subject has as many webhooks, repetitions left out, and checks signatures, order and sequence. */
async function expectWebhooks({ stage, receiver }: Demo, subject: string, events: readonly string[]): Promise<void> {
  const webhooks = await waitFor(`The webhook ${events.at(-1)}`, stage, () => {
    const bad = receiver.received.find(({ rejection }) => rejection !== undefined);
    if (bad !== undefined) throw new CommandFailed(`Webhook ${bad.id} cannot be trusted: ${bad.rejection}`);
    const found = receiver.received.filter((webhook) => webhook.subject === subject && !webhook.repeated);
    return found.length < events.length ? undefined : found;
  });
  const received = webhooks.map(({ sequence, event }) => `${sequence} ${event}`).join(', ');
  const expected = events.map((event, index) => `${index + 1} ${event}`).join(', ');
  if (received !== expected) throw new CommandFailed(`The webhooks came as ${received} instead of ${expected}`);
}

export interface DemoOptions {
  /** Origin of the API. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The partner of the key, made for this demo. */
  readonly partnerId: string;
  /** Longest wait for one condition, in ms. */
  readonly limitMs: number;
  readonly write: (line: string) => void;
}

/** Plays the cross-ramp of a person, then of a business. @throws CommandFailed if something differs from the plan */
export async function runDemo(options: DemoOptions): Promise<void> {
  const { write } = options;
  let number = 0;
  const title = (text: string) => {
    number += 1;
    write(`\n${String(number).padStart(2)}  ${text}`);
  };
  const step = (text: string) => write(`    ${text}`);
  const ramp = new PartnerRamp({ baseUrl: options.baseUrl, apiKey: options.apiKey });
  write(`Partner Ramp demo on ${options.baseUrl}`);
  title('Take a partner');
  step(`${options.partnerId}, made for this demo`);
  const receiver = await startWebhookReceiver((webhook) => {
    const about = webhook.sequence === undefined ? '' : `, sequence ${webhook.sequence}`;
    const state = webhook.rejection === undefined ? 'signature valid' : `REFUSED: ${webhook.rejection}`;
    step(`← webhook ${webhook.event}${about}, ${state}${webhook.repeated ? ', sent again' : ''}`);
  });
  const stage: Stage = { ramp, signal: new AbortController().signal, step, limitMs: options.limitMs };
  try {
    title('Set the webhook URL');
    const { secret } = await ramp.webhookSettings.update({ url: receiver.url });
    receiver.trust(secret);
    step(`${receiver.url}, a receiver of this demo`);
    step('signing secret: created now, shown once to the partner');
    await playPerson({ stage, receiver, title });
    await playBusiness({ stage, receiver, title });
    write('\nDone: both journeys are complete.');
  } finally {
    await receiver.stop();
  }
}

/** A webhook that a partner's endpoint received. */
interface ReceivedWebhook {
  readonly id: string;
  readonly event: string;
  /** Its transaction, else its user. Users of the demo have no external id, so payloads contain ours. */
  readonly subject: string | undefined;
  readonly sequence: number | undefined;
  /** Fault of the webhook; `undefined` for a good one. */
  readonly rejection: string | undefined;
  /** True if the same id came before, which at-least-once delivery allows. */
  readonly repeated: boolean;
}

interface WebhookReceiver {
  readonly url: string;
  /** Good ones and bad ones, in the order of their arrival. */
  readonly received: readonly ReceivedWebhook[];
  /** From now on signatures are checked; what came before counts as unsigned. */
  trust(secret: string | undefined): void;
  stop(): Promise<void>;
}

/** Starts a partner's endpoint on a free port of this machine. It refuses bad signatures, as a partner should. */
async function startWebhookReceiver(onReceived: (webhook: ReceivedWebhook) => void): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  let secret: string | undefined;
  const receiver = await startReceiver();
  receiver.answer = async ({ headers, body }) => {
    const read = await readWebhook(headers, body, secret);
    const webhook = { ...read, repeated: received.some(({ id }) => id === read.id) };
    received.push(webhook);
    onReceived(webhook);
    return { status: webhook.rejection === undefined ? 200 : 400 };
  };
  const trust = (known: string | undefined) => {
    secret = known;
  };
  return { url: receiver.url, received, trust, stop: receiver.stop };
}

async function readWebhook(
  headers: Readonly<Record<string, string>>,
  body: string,
  secret: string | undefined,
): Promise<Omit<ReceivedWebhook, 'repeated'>> {
  const { 'webhook-id': id = '' } = headers;
  const nothing = { id, event: 'unknown', subject: undefined, sequence: undefined };
  if (secret === undefined) return { ...nothing, rejection: 'it came before a secret was agreed' };
  try {
    const payload = await verifyWebhook({ body, headers }, secret);
    const { event, sequence } = payload;
    const userId = 'externalUserId' in payload ? payload.externalUserId : undefined;
    const subject = 'transactionId' in payload ? payload.transactionId : userId;
    return { id, event, subject: subject ?? undefined, sequence, rejection: undefined };
  } catch (error) {
    return { ...nothing, rejection: error instanceof Error ? error.message : String(error) };
  }
}

/** The cross-ramps of a person and of a business, told step by step. Their steps are those of `partner-ramp trigger`. */
import { randomUUID } from 'node:crypto';
import { CommandFailed } from '#sdk/cli/errors';
import { decided, newUser, type Stage, submit, waitFor } from '#sdk/cli/trigger/journey';
import { DOLLAR_ACCOUNT } from '#sdk/cli/trigger/journeys';
import { RampError } from '#sdk/errors';
import type { WebhookReceiver } from './webhook-receiver';

/** Tools of a journey. Each `step` of its stage is a line below the last title. */
export interface Demo {
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
export async function playPerson(demo: Demo): Promise<void> {
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
export async function playBusiness(demo: Demo): Promise<void> {
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

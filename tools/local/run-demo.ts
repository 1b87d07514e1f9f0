import { randomUUID } from 'node:crypto';
import { startReceiver } from '#local/partner/webhook-receiver';
import { CommandFailed } from '#sdk/cli/errors';
import { addOwner, decided, type JourneyContext, newUser, sign, verifiedUser, waitFor } from '#sdk/cli/trigger/journey';
import { DOLLAR_ACCOUNT, journeys } from '#sdk/cli/trigger/journeys';
import { PartnerRamp } from '#sdk/client';
import { RampError } from '#sdk/errors';
import { verifyWebhook, type WebhookEvent, type WebhookEventName } from '#sdk/webhooks';

// Runs a cross-ramp of a person and one of a business, with the journeys of `partner-ramp trigger`. Prints webhooks on arrival.

/** Data and functions of the demo. `step` prints a line below the last title. */
interface Demo extends JourneyContext {
  title(text: string): void;
  /** Webhooks with a valid signature, without duplicates, in order of arrival. */
  readonly received: readonly WebhookEvent[];
}

/** Body of a cross-ramp with a sandbox amount that leads to `COMPLETED`. */
const ORDER = { sourceCurrency: 'MXN', targetCurrency: 'USD', sourceAmount: 2000.01 } as const;

/** Registers and verifies a person, then converts the person's pesos to dollars. */
async function playPerson(demo: Demo): Promise<void> {
  const { ramp, step, title } = demo;
  title('Register a user and verify its identity (KYC)');
  const userId = await verifiedUser(demo, 'García');
  await arrived(demo, 'VERIFIED_USER', userId);
  title(`Lock a quote for ${ORDER.sourceAmount} MXN in USD`);
  const { quoteId, rate, targetAmount, expiresAt } = await ramp.crossRamps.createQuote(ORDER);
  step(`${ORDER.sourceAmount} MXN → ${targetAmount} USD at ${rate}, locked until ${expiresAt}`);
  title('Create the cross-ramp, twice with the same Idempotency-Key');
  const [order, idempotencyKey] = [{ userId, quoteId, targetBankAccount: DOLLAR_ACCOUNT }, randomUUID()];
  const create = () => ramp.crossRamps.create(order, { idempotencyKey }).withResponse();
  const [first, again] = [await create(), await create()];
  if (!again.replayed || again.text !== first.text)
    throw new CommandFailed('The repeated request did not return the first response');
  step(`transaction ${first.data.id}, ${first.data.status}`);
  step(`the same response, byte for byte, with idempotency-replayed: ${again.replayed}`);
  title('Wait for the webhooks, to COMPLETED');
  await arrived(demo, 'COMPLETED_CROSS_RAMP', first.data.id);
  title('Read the timeline of the transaction');
  for (const { at, from, to, cause } of (await ramp.transactions.listEvents(first.data.id)).data)
    step(`${at}  ${from === null ? to : `${from} → ${to}`}  (${cause})`);
}

/** Verifies a business, then converts pesos to dollars. The API refuses pesos until the owner has signed the declaration. */
async function playBusiness(demo: Demo): Promise<void> {
  const { ramp, title } = demo;
  title('Register a business with its owner, and verify it');
  const userId = await newUser(demo, true);
  const ownerId = await addOwner(demo, userId);
  await ramp.kyc.start(userId, { country: 'MX', businessName: 'ACME, S.A. de C.V.' });
  await decided(demo, userId, 'VERIFIED');
  title('Try a cross-ramp in pesos before the owner has signed');
  const refusal = await ramp.crossRamps.create({ userId, ...ORDER, targetBankAccount: DOLLAR_ACCOUNT }).then(
    () => new CommandFailed('A cross-ramp was created without a signature'),
    (error: unknown) => error,
  );
  if (!(refusal instanceof RampError) || refusal.code !== 'SIGNATURE_REQUIREMENT_NOT_MET') throw refusal;
  demo.step(`refused: ${refusal.status} ${refusal.code}, ${refusal.apiMessage}`);
  title('Sign for the owner with a sandbox endpoint');
  await sign(demo, userId, ownerId);
  await arrived(demo, 'DOCUMENT_SIGNED', userId);
  title('Create the cross-ramp again');
  const { transactionId } = await journeys.COMPLETED_CROSS_RAMP.journey({ ...demo, userId });
  await arrived(demo, 'COMPLETED_CROSS_RAMP', transactionId);
}

/**
 * Waits for the webhook of an event about a transaction or user (`subject`).
 * @throws CommandFailed if a webhook of the subject is missing or out of order
 */
async function arrived({ received, ...context }: Demo, event: WebhookEventName, subject: string): Promise<void> {
  const webhooks = await waitFor(`The webhook ${event}`, context, () => {
    const own = received.filter((one) => ('transactionId' in one ? one.transactionId : one.userId) === subject);
    return own.some((one) => one.event === event) ? own : undefined;
  });
  if (webhooks.some(({ sequence }, index) => sequence !== index + 1))
    throw new CommandFailed(`The webhook order is ${webhooks.map((one) => `${one.sequence} ${one.event}`).join(', ')}`);
  context.step('every signature is valid, and the order is correct');
}

export interface DemoOptions {
  readonly baseUrl: string;
  /** API key of a partner that was created for this demo. */
  readonly apiKey: string;
  /** Longest wait for one condition, in ms. */
  readonly limitMs: number;
  readonly write: (line: string) => void;
}

/** Runs a cross-ramp of a person, then of a business. @throws CommandFailed if a result differs from the expected result */
export async function runDemo({ baseUrl, apiKey, limitMs, write }: DemoOptions): Promise<void> {
  const ramp = new PartnerRamp({ baseUrl, apiKey });
  const title = (text: string) => write(`\n${text}`);
  const step = (text: string) => write(`    ${text}`);
  const received: WebhookEvent[] = [];
  const receiver = await startReceiver();
  try {
    title('Set the webhook URL');
    const { secret = '' } = await ramp.webhookSettings.update({ url: receiver.url });
    step(`${receiver.url} (a receiver in this demo). The API returns the signing secret once`);
    receiver.respond = async ({ headers, body }) => {
      const webhook = await verifyWebhook({ headers, body }, secret).catch((error: unknown) => String(error));
      if (typeof webhook === 'string') {
        step(`← webhook REFUSED: ${webhook}`);
        return { status: 400 };
      }
      // The API can send a webhook more than once.
      const isRepeated = received.some(({ id }) => id === webhook.id);
      if (!isRepeated) received.push(webhook);
      step(
        `← webhook ${webhook.event}, sequence ${webhook.sequence}, signature valid${isRepeated ? ', sent again' : ''}`,
      );
      return { status: 200 };
    };
    const demo: Demo = { ramp, signal: new AbortController().signal, step, limitMs, title, received };
    await playPerson(demo);
    await playBusiness(demo);
    write('\nDone: both journeys are complete.');
  } finally {
    await receiver.stop();
  }
}

import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Command, Given } from '#scripts/ops/command';
import { environmentOf } from '#scripts/ops/connection';
import { OperationFailed, UsageFault } from '#scripts/ops/faults';
import { findRunningStack } from '#scripts/ops/running-stack';
import { readChoice, readId, readName } from '#scripts/ops/values';
import { reportedTriggers } from '#shared/transactions/domain/provider-reports';
import { reporterFor, reporters } from '#shared/transactions/domain/reporters';
import { signatureHeader } from '#shared/webhooks/signature';

/** Of the whole call, ms. */
const TIMEOUT_MS = 15_000;
const PLAIN = ['amount', 'currency', 'at'] as const;

const result = z.object({ transactionId: z.string(), result: z.string(), status: z.string() });
/** The entry's envelope. */
const answered = z.object({ data: result });

function refusal({ transactionId, status }: z.infer<typeof result>): string {
  return `The report was refused: transaction ${transactionId} stays ${status}. The refusal is on record.`;
}

export const post: Command = {
  noun: 'provider-event',
  verb: 'post',
  about: "Report in a provider's name through the entry that providers use, signed as they sign",
  writes: 'asked',
  options: {
    transaction: { value: 'ID', required: true, about: "The transaction's identifier" },
    type: { value: 'TYPE', required: true, about: `One of ${reportedTriggers.join(', ')}` },
    provider: {
      value: 'NAME',
      about: `Whose name the report bears, one of ${reporters.join(', ')} (default: whoever reports such a thing)`,
    },
    'event-id': {
      value: 'TEXT',
      about: 'Names this report: the same one is applied once (default: a new one)',
    },
    amount: { value: 'DECIMAL', about: 'What was moved, with --currency' },
    currency: { value: 'CODE', about: 'Of the amount' },
    reason: {
      value: 'CODE',
      about: 'Why, for failures and returns, such as ACCOUNT_CLOSED; partners see it',
    },
    at: { value: 'INSTANT', about: 'When it happened, such as 2026-11-21T12:00:00Z (default: now)' },
    url: { value: 'URL', about: "The API's base address (default: that of the local stack)" },
  },
  prepare(given) {
    const transactionId = readId('transaction', given.required('transaction'));
    const type = readChoice('type', given.required('type'), reportedTriggers);
    const reason = given.text('reason');
    const named = given.text('provider');
    const provider = named === undefined ? undefined : readName('provider', named);
    const content = {
      eventId: given.text('event-id') ?? randomUUID(),
      transactionId,
      type,
      ...Object.fromEntries(PLAIN.map((name) => [name, given.text(name)])),
      ...(reason === undefined ? {} : { reason: readName('reason', reason) }),
    };
    const place = placeOf(given);
    return {
      confirm: { transactionId, act: `report ${type} of its transaction` },
      async run(scene) {
        // Loaded here: the other verbs need nothing of it.
        const { findTransaction } = await import('#shared/transactions/repository');
        const { recordAction } = await import('#shared/partners/audit/repository');
        const transaction = await findTransaction(transactionId);
        if (transaction === undefined) throw new OperationFailed(`There is no transaction ${transactionId}.`);
        const reporter = provider ?? reporterFor(transaction.kind, type) ?? 'banking';
        const { url, secret } = await place(reporter);
        const details = { transactionId, type };
        await recordAction({
          partnerId: transaction.partnerId,
          verb: 'provider-event post',
          details,
          ...scene,
        });
        const body = JSON.stringify({ provider: reporter, ...content });
        const { status, text } = await sent(`${url}/provider-events`, body, secret);
        if (status !== 200) throw new OperationFailed(`The entry answered ${status}: ${text}`);
        const answer: unknown = JSON.parse(text);
        const { data } = answered.parse(answer);
        return { json: answer, text, ...(data.result === 'REFUSED' && { failure: refusal(data) }) };
      },
    };
  },
};

/** Where to, and signed with what: the environment's secret of the provider, or that of the local stack. */
function placeOf(
  given: Given,
): (provider: string) => Promise<{ readonly url: string; readonly secret: string }> {
  const local = environmentOf(given.text('env')) === 'local';
  const secretGiven = process.env.PROVIDER_EVENTS_SECRET?.trim() || undefined;
  const urlGiven = given.text('url');
  if (!local && urlGiven === undefined) throw new UsageFault('--url is missing');
  if (!local && secretGiven === undefined)
    throw new UsageFault(
      'The environment variable PROVIDER_EVENTS_SECRET holds the whsec_… secret of the provider; it is unset',
    );
  return async (provider) => {
    const running = local ? await findRunningStack(given.text('data-dir')) : undefined;
    const url = urlGiven ?? running?.baseUrl ?? '';
    const secret = secretGiven ?? running?.providerEventsSecrets?.[provider];
    if (secret === undefined)
      throw new OperationFailed(
        `The local stack has no secret of ${provider}: it reports nothing, or the stack is an older one.`,
      );
    return { url: url.replace(/\/$/, ''), secret };
  };
}

async function sent(
  address: string,
  body: string,
  secret: string,
): Promise<{ status: number; text: string }> {
  const id = randomUUID();
  const timestampS = Math.floor(Date.now() / 1000);
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestampS),
      'webhook-signature': signatureHeader({ id, timestampS, body }, [secret]),
    },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return { status: response.status, text: await response.text() };
}

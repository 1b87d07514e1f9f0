import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { existing, OperationFailed, UsageError } from '#ops/errors';
import { choice, name, optional, required, text } from '#ops/options';
import { findRunningStack } from '#ops/running-stack';
import { instantText, table, upperCased } from '#ops/text';
import { verb } from '#ops/verb';
import { PROVIDER_EVENT_PREFIX, transactionKey } from '#shared/dynamodb/keys';
import { readPartition } from '#shared/dynamodb/table';
import { signatureHeader } from '#shared/http/signature';
import { auditWrite } from '#shared/partners/repository';
import { reporterFor, reporters } from '#shared/transactions/domain/reporters';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { type ReportedTrigger, reportedTriggers } from '#shared/transactions/domain/triggers';
import {
  type CheckedAmount,
  checkReportedAmount,
  type ReportedAmount,
} from '#shared/transactions/provider-reports/check-reported-amount';
import { applyEvent } from '#shared/transactions/transitions/apply-event';
import { currencies } from '#shared/values/money/currency';
import type { Money } from '#shared/values/money/money';
import { byPartnerOfTransaction, existingTransaction, seeTransaction, transactionOption } from './transaction';

// Stored reports of a transaction.

const eventRecord = z.object({
  SK: z.string(),
  eventId: z.string(),
  trigger: z.string(),
  outcome: z.string(),
  /** Status of the transaction before the event. */
  status: z.string(),
  atMs: z.number(),
  violation: z.optional(z.string()),
});

/**
 * Returns all recorded events of a transaction with their provider, in order of time. A limit is unnecessary, because a
 * transaction has few events.
 */
async function readEventRecords(transactionId: string) {
  const items = await readPartition(transactionKey(transactionId).PK, PROVIDER_EVENT_PREFIX);
  const events = items.map((item) => {
    const { SK, ...event } = eventRecord.parse(item);
    return { ...event, source: SK.slice(PROVIDER_EVENT_PREFIX.length).split('#')[0] ?? '' };
  });
  return events.toSorted((one, other) => one.atMs - other.atMs);
}

/** Provider name under which the events that operators report are stored. */
const PROVIDER = 'operator';
/** Maximum time of a POST to `/provider-events`, including its response, ms. */
const TIMEOUT_MS = 15_000;

const type = required('TYPE', `Type of the event, one of ${reportedTriggers.join(', ')}`, choice(reportedTriggers));

const confirm = ({ transaction, type }: { readonly transaction: string; readonly type: string }) =>
  byPartnerOfTransaction(transaction, `report ${type} of its transaction`);

const amountSentences: Readonly<Record<NonNullable<CheckedAmount['violation']>, string>> = {
  AMOUNT_MISSING: 'Production books the moved amount: use --amount and --currency.',
  AMOUNT_DIFFERS: 'The transaction expects another amount: compare the amount with "transaction show".',
};

/**
 * Returns the amount of a report.
 * @throws OperationFailed if the amount is missing, or differs from the amount that the transaction expects
 */
function checkedAmount(
  transaction: Transaction,
  { type, ...reported }: ReportedAmount & { readonly type: ReportedTrigger },
): Money | undefined {
  const { amount, violation } = checkReportedAmount(transaction, type, reported);
  if (violation !== undefined) throw new OperationFailed(amountSentences[violation]);
  return amount;
}

export const providerEvent = {
  list: verb({
    about:
      'List the events that providers reported for a transaction, with the result of each: applied, refused, or waiting for an event that must come first',
    options: { transaction: transactionOption },
    async run({ transaction }) {
      const { id } = await existingTransaction(transaction);
      const events = (await readEventRecords(id)).map(({ atMs, source, eventId, trigger, outcome, ...rest }) => {
        const { status, violation = null } = rest;
        return { at: instantText(atMs), source, eventId, type: trigger, outcome, status, violation };
      });
      return { json: { events }, text: table(events.map(upperCased), 'No events were reported.') };
    },
  }),

  send: verb({
    about:
      'Report an event of a transaction in place of its provider. The tool applies or refuses the event as if the provider had reported it',
    writes: true,
    options: {
      transaction: transactionOption,
      type,
      eventId: required(
        'TEXT',
        'Id of this report, for example a ticket number. The tool applies only one report per id',
        name,
      ),
      amount: optional(
        'DECIMAL',
        'The amount that was moved; needs --currency. In production, deposits, payouts and refunds require an amount',
        text,
      ),
      currency: optional('CODE', `Currency of the amount, one of ${currencies.join(', ')}`, choice(currencies)),
      reason: optional(
        'TEXT',
        'Why a payment failed or was returned; stored in the timeline. Partners see the reason only if it is a reason code of the API, such as ACCOUNT_CLOSED. No personal data',
        name,
      ),
    },
    check({ amount, currency }) {
      if ((amount === undefined) !== (currency === undefined))
        throw new UsageError('Use --amount and --currency together');
      if (amount !== undefined && !/^\d{1,15}(\.\d{1,6})?$/.test(amount))
        throw new UsageError(`--amount: "${amount}" is not an amount`);
    },
    confirm,
    async see(given) {
      checkedAmount(await existingTransaction(given.transaction), given);
      return seeTransaction(given);
    },
    async run(given, context) {
      const { transaction: transactionId, type: trigger, eventId, reason } = given;
      const found = await existingTransaction(transactionId);
      const amount = checkedAmount(found, given);
      const noted = { transactionId, trigger, eventId };
      const { atMs } = context;
      const { outcome, transaction } = await applyEvent(
        {
          ...{ source: PROVIDER, eventId, transactionId, trigger, atMs, amount, atVersion: context.atVersion },
          ...(reason !== undefined && { reason }),
        },
        // The audit record is part of the same write as the effects of the event.
        (outcome) => [auditWrite(found.partnerId, { ...noted, outcome }, context)],
      );
      const { status } = transaction;
      const json = { transactionId, outcome, status };
      const subject = outcome === 'repeated' ? `The event ${eventId} was already recorded. Transaction` : 'Transaction';
      const text = `${subject} ${transactionId} ${outcome === 'refused' ? 'remains' : 'is'} ${status}.`;
      const failure = `A transaction in the status ${status} does not accept ${trigger}. The refusal is recorded.`;
      return { json, text, ...(outcome === 'refused' && { failure }) };
    },
  }),

  post: verb({
    about: 'Report an event with a request to POST /provider-events, signed with the secret of the provider',
    writes: true,
    options: {
      transaction: transactionOption,
      type,
      provider: optional(
        'NAME',
        `The provider that reports the event, one of ${reporters.join(', ')} (default: the provider that normally reports this type)`,
        name,
      ),
      eventId: optional('TEXT', 'Id of this report; the API applies one report per id (default: a new id)', text),
      amount: optional('DECIMAL', 'The amount that was moved; needs --currency', text),
      currency: optional('CODE', 'Currency of the amount', text),
      reason: optional(
        'CODE',
        'Why a payment failed or was returned, for example ACCOUNT_CLOSED; shown to partners',
        name,
      ),
      at: optional('INSTANT', 'Time of the event, for example 2026-11-21T12:00:00Z (default: now)', text),
      url: optional('URL', 'Base URL of the API (default: the local stack)', text),
    },
    check({ env, url }) {
      if (env === 'local') return;
      if (url === undefined) throw new UsageError('--url is missing');
      if (secretOfShell() === undefined)
        throw new UsageError(
          'Set the environment variable PROVIDER_EVENTS_SECRET to the whsec_… secret of the provider',
        );
    },
    confirm,
    see: seeTransaction,
    async run(given, { record }) {
      const { transaction: transactionId, type, amount, currency, at, reason } = given;
      const transaction = await existingTransaction(transactionId);
      const provider = given.provider ?? reporterFor(transaction.kind, type) ?? 'banking';
      const running = given.env === 'local' ? await findRunningStack(given.dataDir) : undefined;
      const url = (given.url ?? running?.baseUrl ?? '').replace(/\/$/, '');
      const secret = existing(
        secretOfShell() ?? running?.providerEventsSecrets?.[provider],
        `The local stack has no secret of ${provider}. This provider reports no events, or the local stack is too old.`,
      );
      await record({ transactionId, type }, transaction.partnerId);
      const eventId = given.eventId ?? randomUUID();
      const report = { provider, eventId, transactionId, type, amount, currency, at, reason };
      const { status, text } = await post(`${url}/provider-events`, JSON.stringify(report), secret);
      if (status !== 200) throw new OperationFailed(`POST /provider-events returned ${status}: ${text}`);
      const json: unknown = JSON.parse(text);
      const { data } = entryResponse.parse(json);
      const failure = `The report was refused: transaction ${data.transactionId} remains ${data.status}. The refusal is recorded.`;
      return { json, text, ...(data.result === 'REFUSED' && { failure }) };
    },
  }),
};

const entryResponse = z.object({
  data: z.object({ transactionId: z.string(), result: z.string(), status: z.string() }),
});

function secretOfShell(): string | undefined {
  return process.env.PROVIDER_EVENTS_SECRET?.trim() || undefined;
}

async function post(address: string, body: string, secret: string): Promise<{ status: number; text: string }> {
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

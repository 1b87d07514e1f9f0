import type { Command, Given } from '#scripts/ops/command';
import { OperationFailed, UsageFault } from '#scripts/ops/faults';
import { post } from '#scripts/ops/post-provider-event';
import { readChoice, readId, readName } from '#scripts/ops/values';
import { reportedTriggers } from '#shared/transactions/domain/provider-reports';
import type {
  CheckedAmount,
  ReportedAmount,
} from '#shared/transactions/provider-reports/check-reported-amount';
import { type Currency, fiatCurrencies, tokenSymbols } from '#shared/values/money/currency';

/** Under whose name events of operators stand in the timeline. */
const PROVIDER = 'operator';

const currencies: readonly Currency[] = [...fiatCurrencies, ...tokenSymbols];

const amountSentences: Readonly<Record<NonNullable<CheckedAmount['violation']>, string>> = {
  AMOUNT_MISSING: 'Production books what was moved: give --amount and --currency.',
  AMOUNT_DIFFERS: 'The amount is not what the transaction expects there: compare it with "transaction show".',
};

/** @throws UsageFault for one without the other, and for what is no amount */
function readAmount(given: Given): ReportedAmount {
  const [amount, currency] = [given.text('amount'), given.text('currency')];
  if (amount === undefined && currency === undefined) return {};
  if (amount === undefined || currency === undefined)
    throw new UsageFault('--amount and --currency go together');
  if (!/^\d{1,15}(\.\d{1,6})?$/.test(amount)) throw new UsageFault(`--amount: "${amount}" is no amount`);
  return { amount, currency: readChoice('currency', currency, currencies) };
}

const send: Command = {
  noun: 'provider-event',
  verb: 'send',
  about:
    'Report of a transaction what its provider cannot report itself; the state machine decides what follows',
  writes: 'asked',
  options: {
    transaction: { value: 'ID', required: true, about: "The transaction's identifier" },
    type: { value: 'TYPE', required: true, about: `One of ${reportedTriggers.join(', ')}` },
    'event-id': {
      value: 'TEXT',
      required: true,
      about: 'Names this report, such as a ticket: the same one is applied once',
    },
    amount: {
      value: 'DECIMAL',
      about: 'What was moved, with --currency; production requires it of deposits, payouts and refunds',
    },
    currency: { value: 'CODE', about: `Of the amount: one of ${currencies.join(', ')}` },
    reason: {
      value: 'TEXT',
      about:
        'Why, for failures and returns: kept in the timeline, and shown to partners where it is a code of theirs; nothing of a person',
    },
  },
  prepare(given) {
    const transactionId = readId('transaction', given.required('transaction'));
    const trigger = readChoice('type', given.required('type'), reportedTriggers);
    const eventId = readName('event-id', given.required('event-id'));
    const reason = given.text('reason');
    const about = reason === undefined ? {} : { reason: readName('reason', reason) };
    const reported = readAmount(given);
    return {
      confirm: { transactionId, act: `report ${trigger} of its transaction` },
      async run({ stage: _stage, atMs, operator }) {
        // Loaded here: the other verbs need nothing of it.
        const { findTransaction } = await import('#shared/transactions/repository');
        const { applyEvent } = await import('#shared/transactions/apply-event');
        const { auditWrite } = await import('#shared/partners/records/repository');
        const { checkReportedAmount } = await import(
          '#shared/transactions/provider-reports/check-reported-amount'
        );
        const found = await findTransaction(transactionId);
        if (found === undefined) throw new OperationFailed(`There is no transaction ${transactionId}.`);
        const { amount, violation } = checkReportedAmount(found, trigger, reported);
        if (violation !== undefined) throw new OperationFailed(amountSentences[violation]);
        const noted = { transactionId, trigger, eventId };
        const { outcome, transaction } = await applyEvent(
          { source: PROVIDER, eventId, transactionId, trigger, atMs, amount, ...about },
          // In the same write as what follows from the event.
          (outcome) => [
            auditWrite(
              found.partnerId,
              { ...noted, outcome },
              { verb: 'provider-event send', atMs, operator },
            ),
          ],
        );
        const { status } = transaction;
        const json = { transactionId, verdict: outcome, status };
        if (outcome === 'refused')
          return {
            json,
            text: `Transaction ${transactionId} stays ${status}.`,
            failure: `A transaction that is ${status} takes no ${trigger}; that is on record.`,
          };
        const text =
          outcome === 'repeated'
            ? `The event ${eventId} was on record already; transaction ${transactionId} is ${status}.`
            : `Transaction ${transactionId} is ${status}.`;
        return { json, text };
      },
    };
  },
};

export const providerEventCommands: readonly Command[] = [send, post];

/** Providers that report events of transactions, and the events that each provider may report (contract, Providers). */
import type { TransactionKind } from '#shared/values/transaction-kinds';
import { fiatPayoutTriggers, type ReportedTrigger } from './triggers';

/** Reporting providers, by their names in reports and timelines. */
export const reporters = ['banking', 'custody', 'rates', 'bank-verification'] as const;
export type Reporter = (typeof reporters)[number];

/** Returns true if a provider reports events of transactions. */
export function isReporting<P extends { readonly name: string }>(
  provider: P,
): provider is Extract<P, { name: Reporter }> {
  return reporters.some((name) => name === provider.name);
}

/**
 * Events that each provider may report, by kind of transaction. Banks report fiat, custodians report tokens, and the rate
 * provider reports conversions. The penny-test provider only reports failed tests; we poll for passed tests.
 */
const reportableTriggers: Readonly<Record<Reporter, Readonly<Record<TransactionKind, readonly ReportedTrigger[]>>>> = {
  banking: {
    ON_RAMP: ['DEPOSIT_RECEIVED', 'NAME_CHECK_FAILED', 'REFUND_PAID'],
    OFF_RAMP: fiatPayoutTriggers,
    CROSS_RAMP: ['DEPOSIT_RECEIVED', ...fiatPayoutTriggers],
  },
  custody: {
    ON_RAMP: ['PAYOUT_COMPLETED', 'PAYOUT_FAILED', 'MANUAL_TRANSFER_REQUIRED'],
    OFF_RAMP: ['DEPOSIT_RECEIVED', 'DEPOSIT_NOT_RECEIVED', 'RECEIPT_CONFIRMED', 'REFUND_PAID'],
    CROSS_RAMP: [],
  },
  rates: {
    ON_RAMP: ['CONVERSION_STARTED'],
    OFF_RAMP: ['CONVERSION_COMPLETED'],
    CROSS_RAMP: ['CONVERSION_STARTED', 'CONVERSION_COMPLETED', 'CONVERSION_FAILED'],
  },
  'bank-verification': { ON_RAMP: [], OFF_RAMP: ['NAME_CHECK_FAILED'], CROSS_RAMP: ['NAME_CHECK_FAILED'] },
};

/** A custodian's report of a deposit's confirmations. The report changes no status and moves no money. */
export const CONFIRMING = 'DEPOSIT_CONFIRMING';

/** Returns true if a provider may report this event for a kind of transaction. */
export function mayReport(
  reporter: Reporter,
  kind: TransactionKind,
  event: ReportedTrigger | typeof CONFIRMING,
): boolean {
  // A provider that may report `RECEIPT_CONFIRMED` may also report confirmations.
  return reportableTriggers[reporter][kind].includes(event === CONFIRMING ? 'RECEIPT_CONFIRMED' : event);
}

/** Returns the first provider that may report an event for a kind of transaction; `undefined` if no provider may. */
export function reporterFor(kind: TransactionKind, trigger: ReportedTrigger): Reporter | undefined {
  return reporters.find((reporter) => mayReport(reporter, kind, trigger));
}

/** Returns the prefix of the environment variables that contain a provider's signature settings. */
export function signaturePrefix(reporter: Reporter): string {
  return `PROVIDER_EVENTS_${reporter.toUpperCase().replaceAll('-', '_')}`;
}

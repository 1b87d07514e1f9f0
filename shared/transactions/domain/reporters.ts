/** Providers that report events of transactions, and the events that each of them can know (contract, Providers). */
import type { TransactionKind } from '#shared/values/transaction-kinds';
import { fiatPayoutTriggers, type ReportedTrigger } from './triggers';

/** The providers that report, by their name in reports and timelines. */
export const reporters = ['banking', 'custody', 'rates', 'bank-verification'] as const;
export type Reporter = (typeof reporters)[number];

/** Returns true if a provider reports events of transactions, signed with a separate secret. */
export function isReporting<P extends { readonly name: string }>(
  provider: P,
): provider is Extract<P, { name: Reporter }> {
  return reporters.some((name) => name === provider.name);
}

/**
 * Events that each provider may report of each kind. Banks see fiat, custodians see tokens, the rate provider converts,
 * and the provider of penny tests reports a failed test; a passed test is requested, never reported.
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

/** The report of a custodian on confirmations of a deposit, which changes no status and moves no money. */
export const CONFIRMING = 'DEPOSIT_CONFIRMING';

/** Returns true if a provider may report this event for a kind of transaction. */
export function mayReport(
  reporter: Reporter,
  kind: TransactionKind,
  event: ReportedTrigger | typeof CONFIRMING,
): boolean {
  // A custodian sees a deposit before it counts, and reports it later.
  return reportableTriggers[reporter][kind].includes(event === CONFIRMING ? 'RECEIPT_CONFIRMED' : event);
}

/** The provider that reports an event of a kind of transaction, the first of several; `undefined` if it does not exist. */
export function reporterFor(kind: TransactionKind, trigger: ReportedTrigger): Reporter | undefined {
  return reporters.find((reporter) => mayReport(reporter, kind, trigger));
}

/** Returns the prefix of the environment variables that hold a provider's signature settings. */
export function signaturePrefix(reporter: Reporter): string {
  return `PROVIDER_EVENTS_${reporter.toUpperCase().replaceAll('-', '_')}`;
}

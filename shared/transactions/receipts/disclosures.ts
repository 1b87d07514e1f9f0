/**
 * Sentences that receipts must contain. They depend on the corridor of the payout and on the legal entity that moves the money.
 * To add a legal entity or a country's rule, extend `entities` or `disclosures`. Issued receipts keep their sentences.
 */
import { type PayoutZone, payoutZoneFor } from '#shared/corridors/domain/payout-zones';
import type { Transaction } from '#shared/transactions/domain/transaction';
import type { Language } from '#shared/values/languages';
import texts from './disclosures.json';

export type DisclosureCode = keyof (typeof texts)['en'];

/** Legal entities that move money. */
const entities = ['PARTNER_RAMP'] as const;
type Entity = (typeof entities)[number];

/** Destination of a payout: banks of a payout zone, or a blockchain. */
type Corridor = PayoutZone | 'CHAIN';

/** Default disclosures of bank payouts, for corridors without specific disclosures. */
const banks: readonly DisclosureCode[] = ['PROVIDER', 'SHORTFALL', 'RETURN', 'FRAUD'];

const disclosures: Readonly<Record<Entity, Readonly<Partial<Record<Corridor, readonly DisclosureCode[]>>>>> = {
  PARTNER_RAMP: {
    MX: ['PROVIDER', 'SPEI', 'RETURN', 'FRAUD'],
    CHAIN: ['PROVIDER', 'CHAIN', 'FRAUD'],
  },
};

/** One disclosure text in one language. */
export interface Disclosure {
  readonly code: DisclosureCode;
  readonly text: string;
}

/** Returns the disclosures for a transaction's receipt. */
export function disclosuresFor(transaction: Transaction, language: Language): Disclosure[] {
  const codes = disclosures.PARTNER_RAMP[corridorOf(transaction)] ?? banks;
  return codes.map((code) => ({ code, text: texts[language][code] }));
}

/** Returns the disclosures for the receipt of a returned payout. */
export function returnDisclosuresFor(language: Language): Disclosure[] {
  const codes = ['PROVIDER', 'RETURNED', 'FRAUD'] as const;
  return codes.map((code) => ({ code, text: texts[language][code] }));
}

function corridorOf(transaction: Transaction): Corridor {
  if (transaction.kind === 'ON_RAMP') return 'CHAIN';
  const { country } = transaction.kind === 'OFF_RAMP' ? transaction.bankAccount : transaction.targetBankAccount;
  return payoutZoneFor(country);
}

/**
 * Sentences that a receipt has to say, as data: by the entity that moves the money and the corridor that the money takes.
 * A licensed entity, its number for complaints or a rule of a country is one more entry here. A receipt keeps the sentences
 * it was issued with, so a change here changes no receipt.
 */
import { type PayoutZone, payoutZoneFor } from '#shared/corridors/domain/payout-zones';
import type { Transaction } from '#shared/transactions/domain/transaction';
import type { Language } from '#shared/values/languages';
import texts from './disclosures.json';

export type DisclosureCode = keyof (typeof texts)['en'];

/** Entities that move money. */
const entities = ['PARTNER_RAMP'] as const;
type Entity = (typeof entities)[number];

/** Ways of the money to its recipient: a payout zone's banks, or a chain. */
type Corridor = PayoutZone | 'CHAIN';

/** Disclosures of every payout to a bank, if the corridor has none of its own. */
const banks: readonly DisclosureCode[] = ['PROVIDER', 'SHORTFALL', 'RETURN', 'FRAUD'];

const disclosures: Readonly<Record<Entity, Readonly<Partial<Record<Corridor, readonly DisclosureCode[]>>>>> = {
  PARTNER_RAMP: {
    MX: ['PROVIDER', 'SPEI', 'RETURN', 'FRAUD'],
    CHAIN: ['PROVIDER', 'CHAIN', 'FRAUD'],
  },
};

/** One disclosure, in a language. */
export interface Disclosure {
  readonly code: DisclosureCode;
  readonly text: string;
}

/** The disclosures of a transaction's receipt. */
export function disclosuresFor(transaction: Transaction, language: Language): Disclosure[] {
  const codes = disclosures.PARTNER_RAMP[corridorOf(transaction)] ?? banks;
  return codes.map((code) => ({ code, text: texts[language][code] }));
}

/** The disclosures of the receipt of a payout that came back. */
export function returnDisclosuresFor(language: Language): Disclosure[] {
  const codes = ['PROVIDER', 'RETURNED', 'FRAUD'] as const;
  return codes.map((code) => ({ code, text: texts[language][code] }));
}

function corridorOf(transaction: Transaction): Corridor {
  if (transaction.kind === 'ON_RAMP') return 'CHAIN';
  const { country } = transaction.kind === 'OFF_RAMP' ? transaction.bankAccount : transaction.targetBankAccount;
  return payoutZoneFor(country);
}

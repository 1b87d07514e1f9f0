/** Checks of a payee's name by payout zone, and the consequences of their results. */
import { type PayoutZone, payoutZoneFor, requiresPennyTest, type TargetCountry, verifiesPayee } from './payout-zones';

export const payeeResults = ['MATCH', 'CLOSE_MATCH', 'NO_MATCH', 'NOT_POSSIBLE'] as const;
export type PayeeResult = (typeof payeeResults)[number];

/** Results about which an agreement decides. */
export const unclearPayeeResults = ['CLOSE_MATCH', 'NO_MATCH', 'NOT_POSSIBLE'] as const;
export type UnclearPayeeResult = (typeof unclearPayeeResults)[number];

/** Consequences of a result: the payout is ordered, is left to a person, or ends as a failed name check. */
export const payeeActions = ['PAY', 'REVIEW', 'FAIL'] as const;
export type PayeeAction = (typeof payeeActions)[number];

type PayeePolicy = Readonly<Record<UnclearPayeeResult, PayeeAction>>;

/** Payout zones whose accounts are checked: by a penny test in Mexico, by the verification of payee in the euro area. */
export const payeeZones = ['MX', 'SEPA'] as const satisfies readonly PayoutZone[];
export type PayeeZone = (typeof payeeZones)[number];

/** Consequences where an agreement names none. */
const defaultPayeePolicies: Readonly<Record<PayeeZone, PayeePolicy>> = {
  MX: { CLOSE_MATCH: 'FAIL', NO_MATCH: 'FAIL', NOT_POSSIBLE: 'FAIL' },
  SEPA: { CLOSE_MATCH: 'PAY', NO_MATCH: 'FAIL', NOT_POSSIBLE: 'PAY' },
};

/** Consequences that an agreement names. */
export type PayeePolicies = {
  readonly [R in PayeeZone]?: { readonly [U in UnclearPayeeResult]?: PayeeAction | undefined } | undefined;
};

/** The consequences in a payout zone by an agreement, complete. */
export function payeePolicyFor(zone: PayeeZone, { [zone]: named }: PayeePolicies = {}): PayeePolicy {
  const { CLOSE_MATCH, NO_MATCH, NOT_POSSIBLE } = defaultPayeePolicies[zone];
  return {
    CLOSE_MATCH: named?.CLOSE_MATCH ?? CLOSE_MATCH,
    NO_MATCH: named?.NO_MATCH ?? NO_MATCH,
    NOT_POSSIBLE: named?.NOT_POSSIBLE ?? NOT_POSSIBLE,
  };
}

/** The payout zone whose rules a check of an account in this country has; `undefined` if none is made. */
export function payeeZoneFor(country: TargetCountry): PayeeZone | undefined {
  if (!requiresPennyTest(country) && !verifiesPayee(country)) return undefined;
  return payeeZones.find((zone) => zone === payoutZoneFor(country));
}

/** Checks of the payee's name by payout zone, and the effect of each result on the payout. */
import { type PayoutZone, payoutZoneFor, requiresPennyTest, type TargetCountry, verifiesPayee } from './payout-zones';

export const payeeResults = ['MATCH', 'CLOSE_MATCH', 'NO_MATCH', 'NOT_POSSIBLE'] as const;
export type PayeeResult = (typeof payeeResults)[number];

/** Results with a configurable effect: a partner's agreement can set the action. */
export const unclearPayeeResults = ['CLOSE_MATCH', 'NO_MATCH', 'NOT_POSSIBLE'] as const;
export type UnclearPayeeResult = (typeof unclearPayeeResults)[number];

/** Actions after a result: order the payout, wait for manual review, or fail the payout because of the payee's name. */
export const payeeActions = ['PAY', 'REVIEW', 'FAIL'] as const;
export type PayeeAction = (typeof payeeActions)[number];

type PayeePolicy = Readonly<Record<UnclearPayeeResult, PayeeAction>>;

/** Payout zones with payee checks: a penny test in Mexico, the verification of payee in the euro area. */
export const payeeZones = ['MX', 'SEPA'] as const satisfies readonly PayoutZone[];
export type PayeeZone = (typeof payeeZones)[number];

/** Actions if the partner's agreement does not set an action. */
const defaultPayeePolicies: Readonly<Record<PayeeZone, PayeePolicy>> = {
  MX: { CLOSE_MATCH: 'FAIL', NO_MATCH: 'FAIL', NOT_POSSIBLE: 'FAIL' },
  SEPA: { CLOSE_MATCH: 'PAY', NO_MATCH: 'FAIL', NOT_POSSIBLE: 'PAY' },
};

/** Actions that a partner's agreement sets. */
export type PayeePolicies = {
  readonly [R in PayeeZone]?: { readonly [U in UnclearPayeeResult]?: PayeeAction | undefined } | undefined;
};

/** Returns the action for each unclear result in a payout zone: from the agreement, otherwise the default. */
export function payeePolicyFor(zone: PayeeZone, { [zone]: named }: PayeePolicies = {}): PayeePolicy {
  const { CLOSE_MATCH, NO_MATCH, NOT_POSSIBLE } = defaultPayeePolicies[zone];
  return {
    CLOSE_MATCH: named?.CLOSE_MATCH ?? CLOSE_MATCH,
    NO_MATCH: named?.NO_MATCH ?? NO_MATCH,
    NOT_POSSIBLE: named?.NOT_POSSIBLE ?? NOT_POSSIBLE,
  };
}

/** Returns the payout zone whose payee check applies to accounts in a country; `undefined` if such accounts are not checked. */
export function payeeZoneFor(country: TargetCountry): PayeeZone | undefined {
  if (!requiresPennyTest(country) && !verifiesPayee(country)) return undefined;
  return payeeZones.find((zone) => zone === payoutZoneFor(country));
}

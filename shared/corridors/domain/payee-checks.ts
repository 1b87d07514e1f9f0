/** Checks of a payee's name by region, and what follows from their results. */
import { type Region, regionFor, requiresPennyTest, type TargetCountry, verifiesPayee } from './regions';

export const payeeResults = ['MATCH', 'CLOSE_MATCH', 'NO_MATCH', 'NOT_POSSIBLE'] as const;
export type PayeeResult = (typeof payeeResults)[number];

/** Results about which an agreement decides. */
export const unclearPayeeResults = ['CLOSE_MATCH', 'NO_MATCH', 'NOT_POSSIBLE'] as const;
export type UnclearPayeeResult = (typeof unclearPayeeResults)[number];

/** Consequences of a result: the payout is ordered, is left to a person, or ends as a failed name check. */
export const payeeActions = ['PAY', 'REVIEW', 'FAIL'] as const;
export type PayeeAction = (typeof payeeActions)[number];

type PayeePolicy = Readonly<Record<UnclearPayeeResult, PayeeAction>>;

/** Regions whose accounts are checked: by a penny test in Mexico, by the verification of payee in the euro area. */
export const payeeRegions = ['MX', 'SEPA'] as const satisfies readonly Region[];
export type PayeeRegion = (typeof payeeRegions)[number];

/** Consequences where an agreement names none. */
const defaultPayeePolicies: Readonly<Record<PayeeRegion, PayeePolicy>> = {
  MX: { CLOSE_MATCH: 'FAIL', NO_MATCH: 'FAIL', NOT_POSSIBLE: 'FAIL' },
  SEPA: { CLOSE_MATCH: 'PAY', NO_MATCH: 'FAIL', NOT_POSSIBLE: 'PAY' },
};

/** Consequences that an agreement names. */
export type PayeePolicies = {
  readonly [R in PayeeRegion]?: { readonly [U in UnclearPayeeResult]?: PayeeAction | undefined } | undefined;
};

/** The consequences in a region by an agreement, complete. */
export function payeePolicyFor(region: PayeeRegion, { [region]: named }: PayeePolicies = {}): PayeePolicy {
  const { CLOSE_MATCH, NO_MATCH, NOT_POSSIBLE } = defaultPayeePolicies[region];
  return {
    CLOSE_MATCH: named?.CLOSE_MATCH ?? CLOSE_MATCH,
    NO_MATCH: named?.NO_MATCH ?? NO_MATCH,
    NOT_POSSIBLE: named?.NOT_POSSIBLE ?? NOT_POSSIBLE,
  };
}

/** The region whose rules a check of an account in this country has; `undefined` if none is made. */
export function payeeRegionFor(country: TargetCountry): PayeeRegion | undefined {
  if (!requiresPennyTest(country) && !verifiesPayee(country)) return undefined;
  return payeeRegions.find((region) => region === regionFor(country));
}

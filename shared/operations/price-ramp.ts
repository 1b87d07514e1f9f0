/** The price of an on-ramp or off-ramp and everything that hangs on it, for rates, quotes and transactions. */
import { badRequest, invalidInput, Problem } from '#shared/api/problems';
import { stage } from '#shared/config/environment';
import { forwardingOf, unforwarded } from '#shared/domain/calendar/settlement';
import { type FiatCurrency, isStablecoin, type TokenSymbol } from '#shared/domain/money/currency';
import { compare, type Decimal, multiply } from '#shared/domain/money/decimal';
import { decimalOf } from '#shared/domain/money/money';
import type { Agreement, Caller } from '#shared/domain/partners/partner';
import { premiumWarnings } from '#shared/domain/quotes/warning';
import type { Blockchain } from '#shared/domain/ramp/blockchain';
import type { Forwarding } from '#shared/domain/ramp/forwarding';
import { type GivenRampAmount, priceRamp, spreadOf } from '#shared/domain/ramp/pricing';
import { type Flow, OVER_THE_COUNTER_MXN, type RampQuote } from '#shared/domain/ramp/quote';
import { fraction } from '#shared/domain/rates/rate';
import { type SandboxRule, sandboxRuleOf } from '#shared/domain/sandbox/amounts';
import { fiatOutOfRange } from '#shared/operations/fiat-range';
import { givenPremium, readAmount } from '#shared/operations/given-amount';
import { rateSourceOf } from '#shared/providers/rates/rate-source';

type RampKind = RampQuote['kind'];

/** What stands on the two sides of a ramp. */
export interface RampPair {
  readonly fiat: FiatCurrency;
  readonly token: TokenSymbol;
  readonly blockchain: Blockchain;
}

/** What a caller asks to be priced. */
export interface RampRequest extends RampPair {
  readonly kind: RampKind;
  readonly given: GivenRampAmount;
  readonly premiumSpread: number | undefined;
  readonly forwardingDays: number | undefined;
}

/** A price with its terms, as quotes and transactions keep them. */
export type RampTerms = Pick<
  RampQuote,
  'kind' | 'price' | 'premiumSpread' | 'givenSide' | 'blockchain' | 'flow' | 'forwarding' | 'warnings'
>;

/** The currency and the token on its chain must be enabled for the partner. @throws Problem */
export function checkPair({ fiat, token, blockchain }: RampPair, { agreement }: Caller): void {
  if (!agreement.fiatCurrencies.includes(fiat))
    throw badRequest('Fiat currency is disabled or does not exist');
  if (!agreement.tokenPairs.includes(`${blockchain}:${token}`)) throw pairDisabled();
}

function pairDisabled(): Problem {
  return badRequest('This blockchain and token combination is disabled or does not exist');
}

interface Amounts {
  readonly fiatAmount?: number | undefined;
  readonly cryptoAmount?: number | undefined;
}

/** The one amount of a request that takes either. @throws Problem naming both fields unless there is exactly one. */
export function eitherAmount(amounts: Amounts, pair: RampPair): GivenRampAmount {
  const { fiatAmount, cryptoAmount } = amounts;
  if (fiatAmount !== undefined && cryptoAmount === undefined) return fiatGiven(fiatAmount, pair);
  if (cryptoAmount !== undefined && fiatAmount === undefined) return cryptoGiven(cryptoAmount, pair);
  const message = 'Provide exactly one of fiatAmount and cryptoAmount';
  throw invalidInput([
    { field: 'fiatAmount', message },
    { field: 'cryptoAmount', message },
  ]);
}

/**
 * The amount that a lock is for: what the user pays, whatever else is given; a leg of a cross-ramp takes either.
 * @throws Problem naming what is missing
 */
export function amountToLock(kind: RampKind, amounts: Amounts, pair: RampPair): GivenRampAmount {
  switch (kind) {
    case 'ON_RAMP':
      return fiatGiven(amounts.fiatAmount ?? missing('fiatAmount', kind), pair);
    case 'OFF_RAMP':
      return cryptoGiven(amounts.cryptoAmount ?? missing('cryptoAmount', kind), pair);
    case 'CROSS_RAMP_LEG':
      return eitherAmount(amounts, pair);
  }
}

function missing(field: string, kind: RampKind): never {
  throw invalidInput([{ field, message: `Required for ${kind}` }]);
}

function fiatGiven(value: number, { fiat }: RampPair): GivenRampAmount {
  return { side: 'fiat', amount: readAmount('fiatAmount', value, fiat) };
}

function cryptoGiven(value: number, { token }: RampPair): GivenRampAmount {
  return { side: 'crypto', amount: readAmount('cryptoAmount', value, token) };
}

/**
 * Prices a ramp of a checked pair at the rate of an instant (epoch ms).
 * @throws Problem when a rule refuses it; RateUnavailable
 */
export async function rampTerms(request: RampRequest, caller: Caller, atMs: number): Promise<RampTerms> {
  const { kind, given, fiat, token, blockchain } = request;
  const premium = givenPremium(request.premiumSpread, caller.agreement);
  const rates = rateSourceOf(stage());
  const price = priceRamp({
    direction: kind === 'OFF_RAMP' ? 'OFF_RAMP' : 'ON_RAMP',
    given,
    fiat,
    token,
    mid: await rates.midRate(token, fiat, atMs),
    spread: spreadOf(kind),
    premium,
  });
  if (price === undefined) throw outOfRange(given, kind, caller.agreement);
  const worth = await worthInPesos(decimalOf(price.fiatAmount), fiat, atMs);
  if (blockchain === 'BSC' && !overThreshold(worth)) throw pairDisabled();
  const flow = flowOf(request, worth);
  if (flow === 'OTC' && !isStablecoin(token)) {
    throw new Problem(
      'INVALID_TOKEN_OPERATION_ERROR',
      'Token cannot be operated as OTC, only stable coins are allowed',
    );
  }
  return {
    kind,
    price,
    premiumSpread: premium,
    givenSide: given.side,
    blockchain,
    flow,
    forwarding: checkedForwarding(request, flow, atMs),
    warnings: premiumWarnings(premium, stage()),
  };
}

async function worthInPesos(amount: Decimal, fiat: FiatCurrency, atMs: number): Promise<Decimal> {
  if (fiat === 'MXN') return amount;
  return multiply(amount, await rateSourceOf(stage()).midRate(fiat, 'MXN', atMs));
}

function overThreshold(pesos: Decimal): boolean {
  return compare(pesos, fraction(OVER_THE_COUNTER_MXN)) > 0;
}

function flowOf({ kind, given, fiat }: RampRequest, worth: Decimal): Flow {
  if (kind === 'CROSS_RAMP_LEG') return 'OTC';
  const large = fiat === 'MXN' && overThreshold(worth);
  return large || sandboxRule(kind, given)?.overTheCounter === true ? 'OTC' : 'REGULAR';
}

/** The sandbox rule of an amount: it counts in the sandbox only, and given on the paying side. */
export function sandboxRule(kind: RampKind, given: GivenRampAmount): SandboxRule | undefined {
  if (stage() !== 'sandbox' || kind === 'CROSS_RAMP_LEG') return undefined;
  const paying = kind === 'ON_RAMP' ? 'fiat' : 'crypto';
  return given.side === paying ? sandboxRuleOf(kind, given.amount) : undefined;
}

function checkedForwarding(request: RampRequest, flow: Flow, atMs: number): Forwarding {
  const { kind, fiat, forwardingDays = 0 } = request;
  const byCalendar = fiat === 'MXN' && flow === 'OTC';
  const forwards = byCalendar && kind !== 'CROSS_RAMP_LEG';
  if (forwardingDays > 0 && !forwards) {
    throw invalidInput([
      { field: 'forwardingDays', message: 'Only for MXN over-the-counter on-ramps and off-ramps' },
    ]);
  }
  return byCalendar ? forwardingOf(forwardingDays, atMs) : unforwarded(fiat, atMs);
}

/** The given amount must lie in the partner's range, unless it is a sandbox amount. @throws Problem */
export function checkRampRange(given: GivenRampAmount, kind: RampKind, agreement: Agreement): void {
  if (sandboxRule(kind, given) !== undefined) return;
  const { min, max } = agreement.ranges[given.amount.currency];
  const value = decimalOf(given.amount);
  if (compare(value, fraction(min)) < 0 || compare(value, fraction(max)) > 0) {
    throw outOfRange(given, kind, agreement);
  }
}

function outOfRange({ side, amount }: GivenRampAmount, kind: RampKind, agreement: Agreement): Problem {
  const range = agreement.ranges[amount.currency];
  const operation = kind === 'CROSS_RAMP_LEG' ? 'CROSS_RAMP' : kind;
  if (side === 'fiat') return fiatOutOfRange(range, amount.currency, operation);
  return new Problem(
    'INVALID_TOKEN_AMOUNT_ERROR',
    `Token amount is outside of the allowed range for ${operation}: min ${range.min}, max ${range.max} ${amount.currency}`,
  );
}

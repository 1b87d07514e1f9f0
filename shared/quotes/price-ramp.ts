/** Prices and terms of on-ramps and off-ramps, for rates, quotes and transactions. */

import {
  currencyDisabled,
  exactlyOneField,
  fiatOutOfRange,
  invalidInput,
  type Problem,
  pairDisabled,
  tokenNotStable,
  tokenOutOfRange,
} from '#shared/api/problems';
import { type Agreement, type Caller, rangeFor } from '#shared/partners/domain/partner';
import { stage } from '#shared/platform/config/environment';
import { sandboxRuleFor } from '#shared/quotes/sandbox-rule';
import { type Blockchain, type FiatCurrency, isStablecoin, type TokenSymbol } from '#shared/values/money/currency';
import { compare, type Decimal, decimal, multiply } from '#shared/values/money/decimal';
import { isWithin, toDecimal } from '#shared/values/money/money';
import type { TransactionKind } from '#shared/values/transaction-kinds';
import { type Flow, type Forwarding, OTC_THRESHOLD_MXN, type RampTerms } from './domain/quote';
import { type FixedRampAmount, priceRamp, spreadFor } from './domain/ramp-pricing';
import { premiumWarnings } from './domain/rate';
import { scheduleSettlement, unforwardedSettlement } from './domain/settlement';
import { readMidRate } from './mid-rate';
import { assertQuotable, parsePremiumSpread, parseRequestedAmount } from './requested-amount';

type RampQuoteKind = RampTerms['kind'];

export interface RampPair {
  readonly fiat: FiatCurrency;
  readonly token: TokenSymbol;
  readonly blockchain: Blockchain;
}

export interface RampPriceRequest extends RampPair {
  readonly kind: RampQuoteKind;
  readonly fixedAmount: FixedRampAmount;
  readonly premiumSpread?: number | undefined;
  readonly forwardingDays?: number | undefined;
}

/** Checks that the currency, and the token on its blockchain, are enabled for the partner. @throws Problem */
export function assertPairEnabled({ fiat, token, blockchain }: RampPair, { agreement }: Caller): void {
  if (!agreement.fiatCurrencies.includes(fiat)) throw currencyDisabled();
  if (!agreement.tokenPairs.includes(`${blockchain}:${token}`)) throw pairDisabled();
}

interface RequestedAmounts {
  readonly fiatAmount?: number | undefined;
  readonly cryptoAmount?: number | undefined;
}

/**
 * Returns the requested amount, in fiat or in tokens.
 * @throws Problem with both fields unless exactly one amount is present, or with one field if its amount is invalid
 */
export function readFixedRampAmount(amounts: RequestedAmounts, pair: RampPair): FixedRampAmount {
  const { fiatAmount, cryptoAmount } = amounts;
  if (fiatAmount !== undefined && cryptoAmount === undefined)
    return { side: 'fiat', amount: parseRequestedAmount('fiatAmount', fiatAmount, pair.fiat) };
  if (cryptoAmount !== undefined && fiatAmount === undefined)
    return { side: 'crypto', amount: parseRequestedAmount('cryptoAmount', cryptoAmount, pair.token) };
  throw exactlyOneField('fiatAmount', 'cryptoAmount');
}

/**
 * Returns the amount to lock: the amount that the user pays, or for `CROSS_RAMP_LEG` the requested amount.
 * @throws Problem if the amount is missing or invalid, or if the first leg of a cross-ramp has two amounts
 */
export function readAmountToLock(amounts: RequestedAmounts, pair: RampPair, kind: RampQuoteKind): FixedRampAmount {
  if (kind === 'CROSS_RAMP_LEG') return readFixedRampAmount(amounts, pair);
  const field = kind === 'ON_RAMP' ? 'fiatAmount' : 'cryptoAmount';
  if (amounts[field] === undefined) throw invalidInput([{ field, message: `Required for ${kind}` }]);
  return readFixedRampAmount({ [field]: amounts[field] }, pair);
}

interface RampRequest extends RequestedAmounts, Pick<RampPriceRequest, 'premiumSpread' | 'forwardingDays'> {
  /** For `CROSS_RAMP`, the request prices the first leg of the cross-ramp. */
  readonly transactionType: TransactionKind;
  readonly fiatCurrency: FiatCurrency;
  readonly tokenSymbol: TokenSymbol;
  readonly blockchainSymbol: Blockchain;
}

/**
 * Prices a request for a rate or a quote.
 * @param readAmount `readFixedRampAmount` for a rate, `readAmountToLock` for a quote
 * @throws Problem
 */
export async function priceRequest(
  request: RampRequest,
  readAmount: typeof readAmountToLock,
  { caller, nowMs }: { readonly caller: Caller; readonly nowMs: number },
): Promise<RampTerms> {
  const { transactionType, premiumSpread, forwardingDays } = request;
  const pair = { fiat: request.fiatCurrency, token: request.tokenSymbol, blockchain: request.blockchainSymbol };
  assertPairEnabled(pair, caller);
  const kind = transactionType === 'CROSS_RAMP' ? 'CROSS_RAMP_LEG' : transactionType;
  const fixedAmount = readAmount(request, pair, kind);
  assertQuotable(fixedAmount);
  return priceRampTerms({ ...pair, kind, fixedAmount, premiumSpread, forwardingDays }, caller, nowMs);
}

/**
 * Prices a ramp or the first leg of a cross-ramp, with the rate at `atMs` (epoch ms). Call `assertPairEnabled` first.
 * @throws Problem if a rule refuses the request
 */
export async function priceRampTerms(request: RampPriceRequest, caller: Caller, atMs: number): Promise<RampTerms> {
  const { kind, fixedAmount, fiat, token, blockchain } = request;
  const premiumSpread = parsePremiumSpread(request.premiumSpread, caller.agreement);
  const price = priceRamp({
    direction: kind === 'OFF_RAMP' ? 'OFF_RAMP' : 'ON_RAMP',
    fixedAmount,
    fiat,
    token,
    mid: await readMidRate(token, fiat, atMs),
    spread: spreadFor(kind),
    premium: premiumSpread,
  });
  if (price === undefined) throw outOfRangeProblem(fixedAmount, kind, caller.agreement);
  const worth = await toPesos(toDecimal(price.fiatAmount), fiat, atMs);
  if (blockchain === 'BSC' && !isOverOtcThreshold(worth)) throw pairDisabled();
  const flow = selectFlow(request, worth);
  if (flow === 'OTC' && !isStablecoin(token)) throw tokenNotStable();
  return {
    kind,
    price,
    premiumSpread,
    fixedSide: fixedAmount.side,
    blockchain,
    flow,
    forwarding: resolveForwarding(request, flow, atMs),
    warnings: premiumWarnings(premiumSpread, stage()),
  };
}

async function toPesos(amount: Decimal, fiat: FiatCurrency, atMs: number): Promise<Decimal> {
  if (fiat === 'MXN') return amount;
  return multiply(amount, await readMidRate(fiat, 'MXN', atMs));
}

const OTC_THRESHOLD = decimal(OTC_THRESHOLD_MXN);

function isOverOtcThreshold(pesos: Decimal): boolean {
  return compare(pesos, OTC_THRESHOLD) > 0;
}

function selectFlow({ kind, fixedAmount, fiat }: RampPriceRequest, worth: Decimal): Flow {
  if (kind === 'CROSS_RAMP_LEG') return 'OTC';
  const large = fiat === 'MXN' && isOverOtcThreshold(worth);
  return large || sandboxRuleFor(kind, fixedAmount)?.overTheCounter === true ? 'OTC' : 'REGULAR';
}

function resolveForwarding(request: RampPriceRequest, flow: Flow, atMs: number): Forwarding {
  const { kind, fiat, forwardingDays = 0 } = request;
  const byCalendar = fiat === 'MXN' && flow === 'OTC';
  const forwards = byCalendar && kind !== 'CROSS_RAMP_LEG';
  if (forwardingDays > 0 && !forwards)
    throw invalidInput([{ field: 'forwardingDays', message: 'Only for MXN over-the-counter on-ramps and off-ramps' }]);
  return byCalendar ? scheduleSettlement(forwardingDays, atMs) : unforwardedSettlement(fiat, atMs);
}

/** Checks that the specified amount is within the partner's range. @throws Problem */
export function assertRampRange(fixedAmount: FixedRampAmount, kind: RampQuoteKind, agreement: Agreement): void {
  const { amount } = fixedAmount;
  if (!isWithin(amount, rangeFor(agreement, amount.currency, stage())))
    throw outOfRangeProblem(fixedAmount, kind, agreement);
}

function outOfRangeProblem({ side, amount }: FixedRampAmount, kind: RampQuoteKind, agreement: Agreement): Problem {
  const range = { ...rangeFor(agreement, amount.currency, stage()), currency: amount.currency };
  const operation = kind === 'CROSS_RAMP_LEG' ? 'CROSS_RAMP' : kind;
  return side === 'fiat' ? fiatOutOfRange(operation, range) : tokenOutOfRange(operation, range);
}

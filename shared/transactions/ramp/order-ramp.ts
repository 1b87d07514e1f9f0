/** What the creations of on-ramps and off-ramps share: the pair, the quote, the terms. */
import { badRequest } from '#shared/api/problems';
import type { Caller } from '#shared/partners/domain/partner';
import type { Quote } from '#shared/quotes/domain/quote';
import type { RampQuote } from '#shared/quotes/domain/ramp-quote';
import { toQuoteProblem } from '#shared/quotes/quote-problem';
import {
  assertPairEnabled,
  assertRampRange,
  priceRampTerms,
  type RampPair,
  type RampTerms,
  readFixedRampAmount,
} from '#shared/quotes/ramp/price-ramp';
import { assertNotExpired, assertUnused, requireQuote } from '#shared/quotes/usable-quote';
import type { SandboxRule } from '#shared/transactions/domain/sandbox/amounts';
import { sandboxRuleFor } from '#shared/transactions/sandbox-rule';
import type { Blockchain } from '#shared/values/chains/blockchain';
import type { FiatCurrency, TokenSymbol } from '#shared/values/money/currency';

export type RampKind = 'ON_RAMP' | 'OFF_RAMP';

/** The fields of a request that say what is exchanged. */
export interface RampOrder {
  readonly quoteId?: string | undefined;
  readonly fiatAmount?: number | undefined;
  readonly cryptoAmount?: number | undefined;
  readonly fiatCurrency?: FiatCurrency | undefined;
  readonly blockchainSymbol?: Blockchain | undefined;
  readonly tokenSymbol?: TokenSymbol | undefined;
  readonly premiumSpread?: number | undefined;
  readonly forwardingDays?: number | undefined;
}

/**
 * The pair of a request: the quote's where there is one, else what the body names; enabled for the caller.
 * @throws Problem
 */
export function resolvePair(
  order: RampOrder,
  quote: Quote | undefined,
  { kind, caller, nowMs }: { readonly kind: RampKind; readonly caller: Caller; readonly nowMs: number },
): RampPair {
  const pair = order.quoteId === undefined ? pairFromBody(order) : pairFromQuote(quote, kind, nowMs);
  assertPairEnabled(pair, caller);
  return pair;
}

function pairFromBody({
  fiatCurrency: fiat,
  blockchainSymbol: blockchain,
  tokenSymbol: token,
  fiatAmount,
  cryptoAmount,
}: RampOrder): RampPair {
  const amounts = fiatAmount !== undefined || cryptoAmount !== undefined;
  if (fiat === undefined || blockchain === undefined || token === undefined || !amounts) {
    throw badRequest(
      'Either quoteId or fiatCurrency, blockchainSymbol, tokenSymbol, and at least one of fiatAmount or cryptoAmount must be provided',
    );
  }
  return { fiat, blockchain, token };
}

function pairFromQuote(quote: Quote | undefined, kind: RampKind, nowMs: number): RampPair {
  const { price, blockchain } = requireRampQuote(quote, kind, nowMs);
  return { fiat: price.fiatAmount.currency, token: price.cryptoAmount.currency, blockchain };
}

function requireRampQuote(quote: Quote | undefined, kind: RampKind, nowMs: number): RampQuote {
  const found = requireQuote(quote);
  assertNotExpired(found, nowMs);
  if (found.kind !== kind) throw badRequest(`Quote is not valid for ${kind}`);
  return found;
}

/**
 * The terms of a request: the quote's, alive and unused, or those of this instant. The given amount is checked against
 * the caller's ranges either way, unless it is a sandbox amount.
 * @throws Problem
 */
export async function resolveTerms(
  order: RampOrder,
  quote: Quote | undefined,
  {
    kind,
    pair,
    caller,
    nowMs,
  }: {
    readonly kind: RampKind;
    readonly pair: RampPair;
    readonly caller: Caller;
    readonly nowMs: number;
  },
): Promise<{ readonly terms: RampTerms; readonly sandboxRule: SandboxRule | undefined }> {
  const terms =
    order.quoteId === undefined
      ? await currentTerms(order, kind, pair, caller, nowMs)
      : requireRampQuote(quote, kind, nowMs);
  if (quote !== undefined) assertUnused(quote);
  const fixedAmount = toFixedAmount(terms);
  const sandboxRule = sandboxRuleFor(kind, fixedAmount);
  if (sandboxRule === undefined) assertRampRange(fixedAmount, kind, caller.agreement);
  return { terms, sandboxRule };
}

function currentTerms(
  order: RampOrder,
  kind: RampKind,
  pair: RampPair,
  caller: Caller,
  nowMs: number,
): Promise<RampTerms> {
  const { premiumSpread, forwardingDays } = order;
  const request = {
    ...pair,
    kind,
    fixedAmount: readFixedRampAmount(order, pair),
    premiumSpread,
    forwardingDays,
  };
  return toQuoteProblem(priceRampTerms(request, caller, nowMs));
}

function toFixedAmount({ price, fixedSide }: RampTerms) {
  return fixedSide === 'fiat'
    ? { side: 'fiat' as const, amount: price.fiatAmount }
    : { side: 'crypto' as const, amount: price.cryptoAmount };
}

/** The fields of a new ramp that come from its terms. */
export function toRampFields({ price, premiumSpread, blockchain, flow, forwarding, warnings }: RampTerms) {
  return { ...price, premiumSpread, blockchain, flow, forwarding, warnings };
}

/** What the creations of on-ramps and off-ramps share: the pair, the quote, the terms. */
import { badRequest, Problem } from '#shared/api/problems';
import { stage } from '#shared/config/environment';
import type { FiatCurrency, TokenSymbol } from '#shared/domain/money/currency';
import type { Money } from '#shared/domain/money/money';
import type { Caller } from '#shared/domain/partners/partner';
import type { Quote } from '#shared/domain/quotes/quote';
import type { Blockchain } from '#shared/domain/ramp/blockchain';
import type { RampQuote } from '#shared/domain/ramp/quote';
import { expiryMs } from '#shared/domain/transactions/apply';
import {
  checkPair,
  checkRampRange,
  eitherAmount,
  type RampPair,
  type RampTerms,
  rampTerms,
  sandboxRule,
} from '#shared/operations/price-ramp';
import { orQuoteFailure } from '#shared/operations/quote-failure';

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
export function orderedPair(
  order: RampOrder,
  quote: Quote | undefined,
  { kind, caller, nowMs }: { readonly kind: RampKind; readonly caller: Caller; readonly nowMs: number },
): RampPair {
  const pair = order.quoteId === undefined ? pairOfBody(order) : pairOfQuote(quote, kind, nowMs);
  checkPair(pair, caller);
  return pair;
}

function pairOfBody({
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

function pairOfQuote(quote: Quote | undefined, kind: RampKind, nowMs: number): RampPair {
  const { price, blockchain } = quoteOfKind(quote, kind, nowMs);
  return { fiat: price.fiatAmount.currency, token: price.cryptoAmount.currency, blockchain };
}

function quoteOfKind(quote: Quote | undefined, kind: RampKind, nowMs: number): RampQuote {
  if (quote === undefined) throw badRequest('Quote not found');
  if (quote.expiresAtMs <= nowMs) throw new Problem('QUOTE_EXPIRED', 'Quote has expired');
  if (quote.kind !== kind) throw badRequest(`Quote is not valid for ${kind}`);
  return quote;
}

/**
 * The terms of a request: the quote's, alive and unspent, or those of this instant. The given amount is checked
 * against the caller's ranges either way.
 * @throws Problem
 */
export async function orderedTerms(
  order: RampOrder,
  quote: Quote | undefined,
  terms: {
    readonly kind: RampKind;
    readonly pair: RampPair;
    readonly caller: Caller;
    readonly nowMs: number;
  },
): Promise<RampTerms> {
  const { kind, pair, caller, nowMs } = terms;
  const agreed =
    order.quoteId === undefined
      ? await fresh(order, kind, pair, caller, nowMs)
      : locked(quoteOfKind(quote, kind, nowMs));
  checkRampRange(givenOf(agreed), kind, caller.agreement);
  return agreed;
}

function fresh(
  order: RampOrder,
  kind: RampKind,
  pair: RampPair,
  caller: Caller,
  nowMs: number,
): Promise<RampTerms> {
  const { premiumSpread, forwardingDays } = order;
  const request = { ...pair, kind, given: eitherAmount(order, pair), premiumSpread, forwardingDays };
  return orQuoteFailure(rampTerms(request, caller, nowMs));
}

function locked(quote: RampQuote): RampTerms {
  if (quote.usedBy !== undefined) throw badRequest('Quote has already been used');
  return quote;
}

function givenOf({ price, givenSide }: RampTerms) {
  return givenSide === 'fiat'
    ? { side: 'fiat' as const, amount: price.fiatAmount }
    : { side: 'crypto' as const, amount: price.cryptoAmount };
}

/** Whether the terms are of a sandbox amount: no range holds for it. */
export function isSandboxAmount(terms: RampTerms, kind: RampKind): boolean {
  return sandboxRule(kind, givenOf(terms)) !== undefined;
}

/** The amount that may be a sandbox amount: given on the paying side, in the sandbox. */
export function sandboxAmountOf({ price, givenSide }: RampTerms, kind: RampKind): Money | undefined {
  if (stage() !== 'sandbox') return undefined;
  if (kind === 'ON_RAMP') return givenSide === 'fiat' ? price.fiatAmount : undefined;
  return givenSide === 'crypto' ? price.cryptoAmount : undefined;
}

/** The fields of a new ramp that come from its terms and its request. */
export function newRamp(
  terms: RampTerms,
  ids: { id: string; partnerId: string; userId: string; quoteId: string | undefined },
  kind: RampKind,
  nowMs: number,
) {
  const { price, premiumSpread, blockchain, flow, forwarding, warnings } = terms;
  return {
    ...ids,
    ...price,
    premiumSpread,
    blockchain,
    flow,
    forwarding,
    warnings,
    version: 1,
    sequence: 1,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    deadlineMs: nowMs + expiryMs[kind],
    completedAtMs: undefined,
    cancellationReason: undefined,
    payoutReturn: undefined,
    refundHeld: undefined,
    surplusDeposits: [],
  };
}

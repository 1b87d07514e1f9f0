/** What the creations of on-ramps and off-ramps share: the pair, the quote, the terms. */
import { badRequest, namedQuoteNotFound, quoteExpired, quoteUsed } from '#shared/api/problems';
import type { Caller } from '#shared/partners/domain/partner';
import { stage } from '#shared/platform/config/environment';
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
  sandboxRuleFor,
} from '#shared/quotes/ramp/price-ramp';
import { kindFacts } from '#shared/transactions/domain/status-facts';
import type { Blockchain } from '#shared/values/chains/blockchain';
import type { FiatCurrency, TokenSymbol } from '#shared/values/money/currency';
import type { Money } from '#shared/values/money/money';

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
  const { price, blockchain } = requireQuote(quote, kind, nowMs);
  return { fiat: price.fiatAmount.currency, token: price.cryptoAmount.currency, blockchain };
}

function requireQuote(quote: Quote | undefined, kind: RampKind, nowMs: number): RampQuote {
  if (quote === undefined) throw namedQuoteNotFound();
  if (quote.expiresAtMs <= nowMs) throw quoteExpired();
  if (quote.kind !== kind) throw badRequest(`Quote is not valid for ${kind}`);
  return quote;
}

/**
 * The terms of a request: those of a live and unused quote, or the current ones. The fixed amount is checked against
 * the caller's limits in both cases.
 * @throws Problem
 */
export async function resolveTerms(
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
      ? await currentTerms(order, kind, pair, caller, nowMs)
      : lockedTerms(requireQuote(quote, kind, nowMs));
  assertRampRange(toFixedAmount(agreed), kind, caller.agreement);
  return agreed;
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

function lockedTerms(quote: RampQuote): RampTerms {
  if (quote.usedBy !== undefined) throw quoteUsed();
  return quote;
}

function toFixedAmount({ price, fixedSide }: RampTerms) {
  return fixedSide === 'fiat'
    ? { side: 'fiat' as const, amount: price.fiatAmount }
    : { side: 'crypto' as const, amount: price.cryptoAmount };
}

/** Whether the terms are of a sandbox amount, to which no limits apply. */
export function isSandboxOrder(terms: RampTerms, kind: RampKind): boolean {
  return sandboxRuleFor(kind, toFixedAmount(terms)) !== undefined;
}

/** The amount that may be a sandbox amount: given on the paying side, in the sandbox. */
export function findSandboxAmount({ price, fixedSide }: RampTerms, kind: RampKind): Money | undefined {
  if (stage() !== 'sandbox') return undefined;
  if (kind === 'ON_RAMP') return fixedSide === 'fiat' ? price.fiatAmount : undefined;
  return fixedSide === 'crypto' ? price.cryptoAmount : undefined;
}

/** The fields of a new ramp that come from its terms and its request. */
export function newRampFields(
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
    deadlineMs: nowMs + kindFacts[kind].expiryMs,
    completedAtMs: undefined,
    cancellationReason: undefined,
    payoutReturn: undefined,
    refundHeld: undefined,
    surplusDeposits: [],
  };
}

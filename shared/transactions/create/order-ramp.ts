/** Rules for creating on-ramps and off-ramps: currency pair, quote and terms. */
import type * as z from 'zod/mini';
import { badRequest } from '#shared/api/problems';
import type { Caller } from '#shared/partners/domain/partner';
import type { Quote, RampQuote, RampTerms } from '#shared/quotes/domain/quote';
import type { SandboxRule } from '#shared/quotes/domain/sandbox-amounts';
import type { rampOrder } from '#shared/quotes/order-fields';
import {
  assertPairEnabled,
  assertRampRange,
  priceRampTerms,
  type RampPair,
  readFixedRampAmount,
} from '#shared/quotes/price-ramp';
import { sandboxRuleFor } from '#shared/quotes/sandbox-rule';
import { assertNotExpired, assertUnused, requireQuote } from '#shared/quotes/usable-quote';

type RampKind = 'ON_RAMP' | 'OFF_RAMP';

interface RampRequest {
  readonly caller: Caller;
  readonly body: z.infer<z.ZodMiniObject<typeof rampOrder>>;
  readonly nowMs: number;
}

/**
 * Returns the currency pair of the quote if the request has a `quoteId`, otherwise the pair of the body.
 * @throws Problem if the quote is unusable, the body is incomplete, or the pair is not enabled for the caller
 */
export function resolvePair({ body, caller, nowMs }: RampRequest, kind: RampKind, quote: Quote | undefined): RampPair {
  const pair = body.quoteId === undefined ? pairFromBody(body) : pairFromQuote(requireRampQuote(quote, kind, nowMs));
  assertPairEnabled(pair, caller);
  return pair;
}

function pairFromBody(body: RampRequest['body']): RampPair {
  const { fiatCurrency: fiat, blockchainSymbol: blockchain, tokenSymbol: token } = body;
  const amounts = body.fiatAmount !== undefined || body.cryptoAmount !== undefined;
  if (fiat !== undefined && blockchain !== undefined && token !== undefined && amounts)
    return { fiat, blockchain, token };
  throw badRequest(
    'ORDER_INCOMPLETE',
    'Either quoteId or fiatCurrency, blockchainSymbol, tokenSymbol, and at least one of fiatAmount or cryptoAmount must be provided',
  );
}

function pairFromQuote({ price, blockchain }: RampQuote): RampPair {
  return { fiat: price.fiatAmount.currency, token: price.cryptoAmount.currency, blockchain };
}

function requireRampQuote(quote: Quote | undefined, kind: RampKind, nowMs: number): RampQuote {
  const found = requireQuote(quote);
  assertNotExpired(found, nowMs);
  if (found.kind !== kind) throw badRequest('QUOTE_KIND', `Quote is not valid for ${kind}`);
  return found;
}

/**
 * Returns the terms of the quote, or current terms without a quote. A sandbox amount may be outside the caller's range.
 * @throws Problem
 */
export async function resolveTerms(
  request: RampRequest,
  quote: Quote | undefined,
  priced: RampPair & { readonly kind: RampKind },
): Promise<{ readonly terms: RampTerms; readonly sandboxRule: SandboxRule | undefined }> {
  const { body, caller, nowMs } = request;
  const { kind } = priced;
  const terms = body.quoteId === undefined ? await currentTerms(request, priced) : requireRampQuote(quote, kind, nowMs);
  if (quote !== undefined) assertUnused(quote);
  const { price, fixedSide: side } = terms;
  const fixedAmount = side === 'fiat' ? { side, amount: price.fiatAmount } : { side, amount: price.cryptoAmount };
  const sandboxRule = sandboxRuleFor(kind, fixedAmount);
  if (sandboxRule === undefined) assertRampRange(fixedAmount, kind, caller.agreement);
  return { terms, sandboxRule };
}

function currentTerms({ body, caller, nowMs }: RampRequest, priced: RampPair & { readonly kind: RampKind }) {
  const { premiumSpread, forwardingDays } = body;
  const fixedAmount = readFixedRampAmount(body, priced);
  return priceRampTerms({ ...priced, fixedAmount, premiumSpread, forwardingDays }, caller, nowMs);
}

/** Returns the fields that a new ramp copies from its terms. */
export function toRampFields({ price, premiumSpread, blockchain, flow, forwarding, warnings }: RampTerms) {
  return { ...price, premiumSpread, blockchain, flow, forwarding, warnings };
}

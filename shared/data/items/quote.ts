import * as z from 'zod/mini';
import { decodeMoney, encodeMoney, storedFiat } from '#shared/data/items/money';
import { quoteKey } from '#shared/data/keys';
import type { CrossRampQuote } from '#shared/domain/cross-ramp/quote';
import { decimalText } from '#shared/domain/money/decimal';
import { fraction } from '#shared/domain/rates/rate';

const quoteItem = z.object({
  kind: z.literal('CROSS_RAMP'),
  id: z.string(),
  partnerId: z.string(),
  source: storedFiat,
  target: storedFiat,
  fixedFee: storedFiat,
  rate: z.string(),
  houseRate: z.string(),
  premiumSpread: z.string(),
  givenSide: z.enum(['source', 'target']),
  targetCountry: z.optional(z.string()),
  targetRail: z.enum(['LOCAL', 'SWIFT']),
  createdAtMs: z.number(),
  expiresAtMs: z.number(),
  usedBy: z.optional(z.string()),
});

/** Quotes are kept for a week after they expire, for questions, and then fall out of the table. */
const KEPT_AFTER_EXPIRY_S = 7 * 86_400;

export function encodeQuote(quote: CrossRampQuote) {
  const { price, premiumSpread, usedBy, ...rest } = quote;
  return {
    ...quoteKey(quote.id),
    entity: 'QUOTE',
    ...rest,
    source: encodeMoney(price.sourceAmount),
    target: encodeMoney(price.targetAmount),
    fixedFee: encodeMoney(price.fixedFee),
    rate: decimalText(price.rate),
    houseRate: decimalText(price.houseRate),
    premiumSpread: decimalText(premiumSpread),
    usedBy,
    ttl: Math.floor(quote.expiresAtMs / 1000) + KEPT_AFTER_EXPIRY_S,
  };
}

export function decodeQuote(raw: unknown): CrossRampQuote {
  const { source, target, fixedFee, rate, houseRate, premiumSpread, targetCountry, usedBy, ...rest } =
    quoteItem.parse(raw);
  return {
    ...rest,
    targetCountry,
    usedBy,
    premiumSpread: fraction(premiumSpread),
    price: {
      sourceAmount: decodeMoney(source),
      targetAmount: decodeMoney(target),
      fixedFee: decodeMoney(fixedFee),
      rate: fraction(rate),
      houseRate: fraction(houseRate),
    },
  };
}

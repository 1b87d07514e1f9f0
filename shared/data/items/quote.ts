import * as z from 'zod/mini';
import { decodeMoney, encodeMoney, storedFiat, storedToken } from '#shared/data/items/money';
import { quoteKey } from '#shared/data/keys';
import { decimalText } from '#shared/domain/money/decimal';
import type { Quote } from '#shared/domain/quotes/quote';
import { type WarningCode, warningCodes } from '#shared/domain/quotes/warning';
import { blockchains } from '#shared/domain/ramp/blockchain';
import { fraction } from '#shared/domain/rates/rate';

const text = z.optional(z.string());

const common = {
  id: z.string(),
  partnerId: z.string(),
  rate: z.string(),
  houseRate: z.string(),
  premiumSpread: z.string(),
  createdAtMs: z.number(),
  expiresAtMs: z.number(),
  usedBy: text,
  warnings: z.optional(z.array(z.enum(warningCodes))),
};

const crossRampItem = z.object({
  ...common,
  kind: z.literal('CROSS_RAMP'),
  source: storedFiat,
  target: storedFiat,
  fixedFee: storedFiat,
  givenSide: z.enum(['source', 'target']),
  targetCountry: text,
  targetRail: z.enum(['LOCAL', 'SWIFT']),
});

const rampItem = z.object({
  ...common,
  kind: z.enum(['ON_RAMP', 'OFF_RAMP', 'CROSS_RAMP_LEG']),
  fiat: storedFiat,
  crypto: storedToken,
  givenSide: z.enum(['fiat', 'crypto']),
  blockchain: z.enum(blockchains),
  country: text,
  rail: text,
  flow: z.enum(['REGULAR', 'OTC']),
  forwarding: z.object({
    days: z.number(),
    effectiveDays: z.number(),
    settlementAtMs: z.number(),
    adjustments: z.array(z.object({ date: z.string(), reason: z.string() })),
  }),
});

const quoteItem = z.discriminatedUnion('kind', [crossRampItem, rampItem]);

/** Quotes are kept for a week after they expire, for questions, and then fall out of the table. */
const KEPT_AFTER_EXPIRY_S = 7 * 86_400;

export function encodeQuote(quote: Quote) {
  const { price, premiumSpread, ...rest } = quote;
  return {
    ...quoteKey(quote.id),
    entity: 'QUOTE',
    ...rest,
    ...amountsOf(quote),
    rate: decimalText(price.rate),
    houseRate: decimalText(price.houseRate),
    premiumSpread: decimalText(premiumSpread),
    warnings: storedWarnings(quote.warnings),
    ttl: Math.floor(quote.expiresAtMs / 1000) + KEPT_AFTER_EXPIRY_S,
  };
}

/** Most prices have no warnings: nothing is stored then. */
export function storedWarnings(codes: readonly WarningCode[]): readonly WarningCode[] | undefined {
  return codes.length === 0 ? undefined : codes;
}

function amountsOf({ kind, price }: Quote) {
  return kind === 'CROSS_RAMP'
    ? {
        source: encodeMoney(price.sourceAmount),
        target: encodeMoney(price.targetAmount),
        fixedFee: encodeMoney(price.fixedFee),
      }
    : { fiat: encodeMoney(price.fiatAmount), crypto: encodeMoney(price.cryptoAmount) };
}

export function decodeQuote(raw: unknown): Quote {
  const item = quoteItem.parse(raw);
  const { rate, houseRate, premiumSpread, usedBy } = item;
  const shared = { premiumSpread: fraction(premiumSpread), usedBy, warnings: item.warnings ?? [] };
  const rates = { rate: fraction(rate), houseRate: fraction(houseRate) };
  if (item.kind === 'CROSS_RAMP') {
    const { source, target, fixedFee, rate: _rate, houseRate: _houseRate, ...rest } = item;
    return {
      ...rest,
      ...shared,
      targetCountry: item.targetCountry,
      price: {
        ...rates,
        sourceAmount: decodeMoney(source),
        targetAmount: decodeMoney(target),
        fixedFee: decodeMoney(fixedFee),
      },
    };
  }
  const { fiat, crypto, rate: _rate, houseRate: _houseRate, ...rest } = item;
  return {
    ...rest,
    ...shared,
    country: item.country,
    rail: item.rail,
    price: { ...rates, fiatAmount: decodeMoney(fiat), cryptoAmount: decodeMoney(crypto) },
  };
}

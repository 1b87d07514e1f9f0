import * as z from 'zod/mini';
import { listOf, maybe } from '#shared/dynamodb/attributes';
import { quoteKey } from '#shared/dynamodb/keys';
import { encodeMoney, fiatMoney, tokenMoney } from '#shared/dynamodb/stored-money';
import { blockchains } from '#shared/values/money/currency';
import { decimal, decimalText } from '#shared/values/money/decimal';
import type { PriceTerms, Quote, Rates } from './domain/quote';
import { warningCodes } from './domain/rate';

const text = maybe(z.string());
const storedDecimal = z.pipe(z.string(), z.transform(decimal));

/** Rates and terms of a price. An empty list of warnings is not stored, because most prices have no warnings. */
export const storedPriceTerms = {
  rate: storedDecimal,
  platformRate: storedDecimal,
  premiumSpread: storedDecimal,
  warnings: listOf(z.enum(warningCodes)),
};

const common = {
  ...storedPriceTerms,
  id: z.string(),
  partnerId: z.string(),
  createdAtMs: z.number(),
  expiresAtMs: z.number(),
  usedBy: text,
};

const crossRampItem = z.object({
  ...common,
  kind: z.literal('CROSS_RAMP'),
  source: fiatMoney,
  target: fiatMoney,
  fixedFee: fiatMoney,
  fixedSide: z.enum(['source', 'target']),
  targetCountry: text,
  targetRail: z.enum(['LOCAL', 'SWIFT']),
});

/** Settlement date of an order. */
export const storedForwarding = z.object({
  days: z.number(),
  effectiveDays: z.number(),
  settlementAtMs: z.number(),
  adjustments: z.array(z.object({ date: z.string(), reason: z.string() })),
});

const rampItem = z.object({
  ...common,
  kind: z.enum(['ON_RAMP', 'OFF_RAMP', 'CROSS_RAMP_LEG']),
  fiat: fiatMoney,
  crypto: tokenMoney,
  fixedSide: z.enum(['fiat', 'crypto']),
  blockchain: z.enum(blockchains),
  country: text,
  rail: text,
  flow: z.enum(['REGULAR', 'OTC']),
  forwarding: storedForwarding,
});

const quoteItem = z.discriminatedUnion('kind', [crossRampItem, rampItem]);

/** Quotes remain in the table for a week after they expire, for inquiries. Then their TTL deletes the quotes. */
const RETENTION_AFTER_EXPIRY_S = 7 * 86_400;

export function encodeQuote(quote: Quote) {
  const { price, ...rest } = quote;
  return {
    ...quoteKey(quote.id),
    entity: 'QUOTE',
    ...rest,
    ...encodeAmounts(quote),
    ...encodePriceTerms({ ...price, ...quote }),
    ttl: Math.floor(quote.expiresAtMs / 1000) + RETENTION_AFTER_EXPIRY_S,
  };
}

export function encodePriceTerms({ rate, platformRate, premiumSpread, warnings }: Rates & PriceTerms) {
  return {
    rate: decimalText(rate),
    platformRate: decimalText(platformRate),
    premiumSpread: decimalText(premiumSpread),
    warnings: unlessEmpty(warnings),
  };
}

/** Returns `undefined` for an empty list, so that the list is not stored. `listOf` reads a missing list as empty. */
export function unlessEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}

function encodeAmounts({ kind, price }: Quote) {
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
  if (item.kind === 'CROSS_RAMP') {
    const { source: sourceAmount, target: targetAmount, fixedFee, rate, platformRate, ...rest } = item;
    return { ...rest, price: { rate, platformRate, sourceAmount, targetAmount, fixedFee } };
  }
  const { fiat: fiatAmount, crypto: cryptoAmount, rate, platformRate, ...rest } = item;
  return { ...rest, price: { rate, platformRate, fiatAmount, cryptoAmount } };
}

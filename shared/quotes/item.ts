import * as z from 'zod/mini';
import { quoteKey } from '#shared/dynamodb/keys';
import { decodeMoney, encodeMoney, storedFiat, storedToken } from '#shared/dynamodb/stored-money';
import { blockchains } from '#shared/values/chains/blockchain';
import { decimalText } from '#shared/values/money/decimal';
import type { Quote } from './domain/quote';
import { decimal } from './domain/rate';
import { type WarningCode, warningCodes } from './domain/warning';

const text = z.optional(z.string());

const common = {
  id: z.string(),
  partnerId: z.string(),
  rate: z.string(),
  platformRate: z.string(),
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
  fixedSide: z.enum(['source', 'target']),
  targetCountry: text,
  targetRail: z.enum(['LOCAL', 'SWIFT']),
});

const rampItem = z.object({
  ...common,
  kind: z.enum(['ON_RAMP', 'OFF_RAMP', 'CROSS_RAMP_LEG']),
  fiat: storedFiat,
  crypto: storedToken,
  fixedSide: z.enum(['fiat', 'crypto']),
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

/** Quotes are kept for a week after they expire, for inquiries; then their TTL deletes them. */
const RETENTION_AFTER_EXPIRY_S = 7 * 86_400;

export function encodeQuote(quote: Quote) {
  const { price, premiumSpread, ...rest } = quote;
  return {
    ...quoteKey(quote.id),
    entity: 'QUOTE',
    ...rest,
    ...encodeAmounts(quote),
    rate: decimalText(price.rate),
    platformRate: decimalText(price.platformRate),
    premiumSpread: decimalText(premiumSpread),
    warnings: encodeWarnings(quote.warnings),
    ttl: Math.floor(quote.expiresAtMs / 1000) + RETENTION_AFTER_EXPIRY_S,
  };
}

/** Most prices have no warnings: nothing is stored then. */
export function encodeWarnings(codes: readonly WarningCode[]): readonly WarningCode[] | undefined {
  return codes.length === 0 ? undefined : codes;
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
  const { rate, platformRate, premiumSpread, usedBy } = item;
  const shared = { premiumSpread: decimal(premiumSpread), usedBy, warnings: item.warnings ?? [] };
  const rates = { rate: decimal(rate), platformRate: decimal(platformRate) };
  if (item.kind === 'CROSS_RAMP') {
    const { source, target, fixedFee, rate: _rate, platformRate: _platformRate, ...rest } = item;
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
  const { fiat, crypto, rate: _rate, platformRate: _platformRate, ...rest } = item;
  return {
    ...rest,
    ...shared,
    country: item.country,
    rail: item.rail,
    price: { ...rates, fiatAmount: decodeMoney(fiat), cryptoAmount: decodeMoney(crypto) },
  };
}

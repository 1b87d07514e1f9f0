import * as z from 'zod/mini';
import { listRails, targetCountries, targetRails } from '#shared/corridors/domain/payout-zones';
import { railStatuses, watchedRails } from '#shared/corridors/domain/rail-status';
import { limitNames } from '#shared/limits/domain/limit';
import { blockchains, fiatCurrencies, tokenSymbols } from '#shared/values/money/currency';
import { transactionKinds } from '#shared/values/transaction-kinds';
import { listOf, shownText, timestamp, wholeNumber } from '../api/response-fields';

const currency = z.enum(fiatCurrencies);

/** Minimum and maximum amount in a currency or token. */
const bounds = { min: z.number(), max: z.number() };

export const Threshold = z.strictObject({ currency: z.enum([...fiatCurrencies, ...tokenSymbols]), ...bounds });

export const TokenPair = z.strictObject({
  blockchainSymbol: z.enum(blockchains),
  tokenSymbol: z.enum(tokenSymbols),
  stablecoin: z.boolean(),
  aboveMxn: z.nullable(z.number()),
});

export const Corridor = z.strictObject({ sourceCurrency: currency, targetCurrency: currency, fixedFee: z.number() });

/** Rule for one compliance field in requests that pay out to accounts in these countries. */
export const ComplianceField = z.strictObject({
  countries: listOf(z.enum(targetCountries)),
  field: z.enum(['purpose', 'sourceOfFunds', 'relationship']),
  codes: listOf(shownText),
  default: z.nullable(shownText),
  requiredFrom: z.nullable(shownText),
});

export const Destination = z.strictObject({
  countries: listOf(z.enum(targetCountries)),
  currency,
  rails: listOf(z.enum(listRails())),
  targetRails: listOf(z.enum(targetRails)),
  payoutLimits: z.nullable(Threshold),
  invoiceRequiredFor: listOf(z.enum(targetCountries)),
  complianceFields: listOf(ComplianceField),
});

export const Limit = z.strictObject({
  name: z.enum(['TRANSACTION', ...limitNames]),
  period: z.enum(['TRANSACTION', 'DAY', 'MONTH']),
  currency: z.enum([...fiatCurrencies, ...tokenSymbols]),
  maximum: z.number(),
  used: z.number(),
  remaining: z.number(),
  resetsAt: z.nullable(timestamp),
});

const WatchedRail = z.strictObject({ type: z.enum(watchedRails), status: z.enum(railStatuses) });

export const Capabilities = z.strictObject({
  environment: z.enum(['sandbox', 'production']),
  transactionTypes: listOf(z.enum(transactionKinds)),
  fiatCurrencies: listOf(currency),
  tokenPairs: listOf(TokenPair),
  corridors: listOf(Corridor),
  destinations: listOf(Destination),
  rails: listOf(WatchedRail),
  thresholds: listOf(Threshold),
  limits: listOf(Limit),
  maxPremiumSpread: z.number(),
  overTheCounterAboveMxn: z.number(),
  maxForwardingDays: wholeNumber,
  quoteLifeSeconds: wholeNumber,
});

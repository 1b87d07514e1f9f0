import * as z from 'zod/mini';
import { id, listOf, shownText, timestamp, wholeNumber } from '#shared/api/response-fields';
import { HOME_COUNTRY } from '#shared/corridors/domain/payout-zones';
import { blockchains, fiatCurrencies, tokenSymbols } from '#shared/values/money/currency';
import { transactionKinds } from '#shared/values/transaction-kinds';
import { warningCodes } from './domain/rate';

const currency = z.enum(fiatCurrencies);

/** Warning about an accepted value that production would refuse. */
export const Warning = z.strictObject({ field: shownText, code: z.enum(warningCodes), message: shownText });

export const Fees = z.strictObject({ fixedFee: z.number(), feeCurrency: currency });

export const RampRate = z.strictObject({
  transactionType: z.enum(transactionKinds),
  fiatAmount: z.number(),
  fiatCurrency: currency,
  cryptoAmount: z.number(),
  blockchainSymbol: z.enum(blockchains),
  tokenSymbol: z.enum(tokenSymbols),
  rate: z.number(),
  premiumSpread: z.number(),
  spread: z.number(),
  flow: z.enum(['REGULAR', 'OTC']),
  forwardingDays: wholeNumber,
  effectiveForwardingDays: wholeNumber,
  forwardingSettlementDate: timestamp,
  forwardingAdjustments: listOf(z.strictObject({ date: shownText, reason: shownText })),
  warnings: listOf(Warning),
});

export const RampQuote = z.strictObject({ quoteId: id, ...RampRate.shape, expiresAt: timestamp });
export const RampQuoteDetail = z.strictObject({ ...RampQuote.shape, usedBy: z.nullable(id) });

export const CrossRampRate = z.strictObject({
  fees: Fees,
  sourceAmount: z.number(),
  targetAmount: z.number(),
  sourceCurrency: currency,
  targetCurrency: currency,
  rate: z.number(),
  premiumSpread: z.number(),
  spread: z.number(),
  flow: z.literal('OTC'),
  warnings: listOf(Warning),
});

export const CrossRampQuote = z.strictObject({ quoteId: id, ...CrossRampRate.shape, expiresAt: timestamp });
export const CrossRampQuoteDetail = z.strictObject({ ...CrossRampQuote.shape, usedBy: z.nullable(id) });

export const CalendarDay = z.strictObject({
  date: z.iso.date(),
  businessDay: z.boolean(),
  reason: z.nullable(shownText),
});

export const SettlementCalendar = z.strictObject({
  country: z.literal(HOME_COUNTRY),
  timeZone: z.literal('America/Mexico_City'),
  cutOff: z.literal('18:00'),
  days: listOf(CalendarDay),
});

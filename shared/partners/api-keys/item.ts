import * as z from 'zod/mini';
import { type Caller, partnerFlows } from '#shared/partners/domain/partner';
import { tokenPairs } from '#shared/values/chains/blockchain';
import { fiatCurrencies } from '#shared/values/money/currency';

const range = z.object({ min: z.string(), max: z.string() });

export const agreementSchema = z.object({
  ranges: z.object({ MXN: range, DOP: range, USD: range, EUR: range, USDC: range, USDT: range }),
  fiatCurrencies: z.readonly(z.array(z.enum(fiatCurrencies))),
  tokenPairs: z.readonly(z.array(z.enum(tokenPairs))),
  quoteTtlS: z.optional(z.number()),
  maxPremiumSpread: z.number(),
});

/** An API key: its digest is the item's key; the key itself is not stored. */
export const callerItem = z.object({
  PK: z.string(),
  SK: z.literal('META'),
  entity: z.literal('KEY'),
  keyId: z.string(),
  name: z.string(),
  partnerId: z.string(),
  partnerName: z.string(),
  suspended: z.boolean(),
  flows: z.array(z.enum(partnerFlows)),
  agreement: agreementSchema,
  createdAt: z.string(),
  lastUsedOn: z.optional(z.string()),
  expiresAtMs: z.optional(z.number()),
  revokedAtMs: z.optional(z.number()),
});

export type CallerItem = z.infer<typeof callerItem>;

export function toCaller(item: CallerItem): Caller {
  return {
    partnerId: item.partnerId,
    keyId: item.keyId,
    partnerName: item.partnerName,
    suspended: item.suspended,
    flows: item.flows,
    agreement: item.agreement,
    lastUsedOn: item.lastUsedOn,
    expiresAtMs: item.expiresAtMs,
    revokedAtMs: item.revokedAtMs,
  };
}

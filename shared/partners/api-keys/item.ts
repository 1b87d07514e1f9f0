import * as z from 'zod/mini';
import { payeeActions } from '#shared/corridors/domain/payee-checks';
import { storedDepositTerms } from '#shared/partners/deposit-terms';
import { partnerFlows } from '#shared/partners/domain/partner';
import { fiatCurrencies, tokenPairs } from '#shared/values/money/currency';

const cents = z.optional(z.number());
const maxima = z.object({ userDay: cents, userMonth: cents, partnerDay: cents, partnerMonth: cents });

const range = z.object({ min: z.string(), max: z.string() });

/** Reads a stored list of names. Drops names that only a later release knows, so that the item is readable after a rollback. */
function namesOf<const Name extends string>(known: readonly Name[]) {
  return z.pipe(
    z.array(z.string()),
    z.transform((names: string[]) => known.filter((name) => names.includes(name))),
  );
}

const action = z.optional(z.enum(payeeActions));
const payeePolicy = z.optional(z.object({ CLOSE_MATCH: action, NO_MATCH: action, NOT_POSSIBLE: action }));

export const agreementSchema = z.object({
  // The schema neither requires nor rejects a currency code. An old agreement lacks newer currencies. After a rollback, an
  // agreement can contain currencies that this release does not know.
  ranges: z.record(z.string(), range),
  fiatCurrencies: namesOf(fiatCurrencies),
  tokenPairs: namesOf(tokenPairs),
  quoteTtlS: z.optional(z.number()),
  maxPremiumSpread: z.number(),
  payeePolicies: z.optional(z.object({ MX: payeePolicy, SEPA: payeePolicy })),
  limits: z.optional(maxima),
  deposits: z.optional(storedDepositTerms),
});

/** An API key. The item is stored under the digest of the key; the key itself is not stored. */
export const callerItem = z.object({
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
  /** Allowed address ranges. Absent: any address. */
  allowedCidrs: z.optional(z.array(z.string())),
  /** Scopes of a restricted key. Absent: every scope. */
  scopes: z.optional(z.array(z.string())),
  revokedAtMs: z.optional(z.number()),
});

export type CallerItem = z.infer<typeof callerItem>;

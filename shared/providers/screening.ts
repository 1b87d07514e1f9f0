/** Screening of payouts before they are ordered (docs/providers/screening.openapi.yaml). */
import * as z from 'zod/mini';
import type { BankAccount } from '#shared/bank-accounts/domain/bank-account';
import type { ComplianceCodes } from '#shared/corridors/domain/compliance-fields';
import { BACKGROUND_LIMITS, type ProviderClient } from '#shared/providers/http/client';
import { reference } from '#shared/providers/http/fields';
import { providerPort } from '#shared/providers/http/provider-port';
import { type GivenInformation, holdReasons } from '#shared/transactions/domain/hold';
import { toLegalNames, type User } from '#shared/users/domain/user';
import type { Blockchain } from '#shared/values/chains/blockchain';
import { type Money, moneyText } from '#shared/values/money/money';
import { PRINTABLE } from '#shared/values/printable-text';

/** A payout with its parties. */
export interface ScreenedPayout {
  readonly transactionId: string;
  readonly user: User;
  readonly deposit: Money;
  readonly payout: Money;
  readonly beneficiary:
    | { readonly account: BankAccount }
    | { readonly wallet: { readonly blockchain: Blockchain; readonly address: string } };
  readonly compliance: ComplianceCodes;
  /** Information on the parties of a transfer of tokens, where the partner gave it. It is personal: it stands in this call alone. */
  readonly travelRule: Readonly<Record<string, unknown>> | undefined;
}

const requestedInformation = z.object({
  field: z.string().check(z.regex(/^[a-z][A-Za-z0-9]{0,63}$/)),
  /** Partners read it: it says what is asked for, and nothing of a person. */
  description: z.string().check(z.minLength(1), z.maxLength(500), z.regex(PRINTABLE)),
});

const screeningState = z.object({
  reference,
  status: z.enum(['PENDING', 'CLEAR', 'HELD', 'REJECTED']),
  /** Of a held one. @default a review by the platform */
  reason: z.optional(z.enum(holdReasons)),
  requestedInformation: z.optional(z.array(requestedInformation).check(z.maxLength(20))),
});

/** The provider's decision on a payout, or its state before one. */
export type ScreeningState = z.infer<typeof screeningState>;

/** The provider that screens payouts. Every call throws where it fails. */
export interface Screening {
  /** Asks for the screening of a payout. Repeating it is harmless: the transaction's id is its idempotency key. */
  submit(payout: ScreenedPayout): Promise<ScreeningState>;
  poll(name: string): Promise<ScreeningState>;
  /** Hands over what a partner has given. Repeating it is harmless. */
  inform(name: string, information: GivenInformation): Promise<ScreeningState>;
}

export function httpScreening(provider: ProviderClient): Screening {
  const path = (name: string) => `/screenings/${encodeURIComponent(name)}`;
  return {
    submit: (payout) =>
      provider.post('/screenings', { key: payout.transactionId, body: toBody(payout), answer: screeningState }),
    poll: (name) => provider.get(path(name), screeningState),
    inform: (name, { id: key, items }) =>
      provider.post(`${path(name)}/information`, { key, body: { items }, answer: screeningState }),
  };
}

function toBody({ transactionId, user, deposit, payout, beneficiary, compliance, travelRule }: ScreenedPayout) {
  const { firstName, lastName } = toLegalNames(user);
  return {
    transactionId,
    deposit: { amount: moneyText(deposit), currency: deposit.currency },
    payout: { amount: moneyText(payout), currency: payout.currency },
    originator: {
      userId: user.id,
      ...(user.type === 'BUSINESS'
        ? { type: 'BUSINESS', businessName: firstName }
        : { type: 'INDIVIDUAL', firstName, lastName }),
    },
    beneficiary: 'account' in beneficiary ? { account: withoutResult(beneficiary.account) } : beneficiary,
    ...compliance,
    ...(travelRule && { travelRule }),
  };
}

function withoutResult({ isVerified: _isVerified, ...details }: BankAccount) {
  return details;
}

/** The stage's provider; a stage without one screens nothing. */
export const screening = providerPort<Screening | 'NONE'>('screening', {
  // The sandbox's simulator holds by the name of the beneficiary.
  sandbox: 'NONE',
  http: httpScreening,
  limits: BACKGROUND_LIMITS,
  absent: 'NONE',
});

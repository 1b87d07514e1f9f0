import * as z from 'zod/mini';
import { hasValidControlDigit } from '#shared/bank-accounts/domain/account-numbers';
import type { BankAccountRecord, PayeeMatch } from '#shared/bank-accounts/domain/bank-account-record';
import { accountNumberForm, requiresPennyTest } from '#shared/corridors/domain/payout-zones';
import { BACKGROUND_LIMITS, type ProviderClient } from '#shared/platform/providers/client';
import { providerPort } from '#shared/platform/providers/provider-port';
import { toLegalNames, type User } from '#shared/users/domain/user';

/** A check of the holder of a bank account. Contains the account and the user who pays to the account. */
export interface AccountTest {
  /** Idempotency key of the check. Retries use the same key. */
  readonly testId: string;
  readonly account: BankAccountRecord;
  readonly user: User;
}

export type AccountTestState = PayeeMatch | 'PENDING';

/**
 * Compares the account holder with the holder's name at the bank: with a small payment (penny test) to a Mexican account of the
 * user, or with Verification of Payee in the euro area.
 */
export interface BankVerifier {
  /** Starts a check. Retries are safe. Returns `PENDING` if the bank has not decided; a decision may take minutes. */
  submit(test: AccountTest): Promise<AccountTestState>;
  /** Requests the status of a check. */
  poll(testId: string): Promise<AccountTestState>;
}

const name = z.optional(z.nullable(z.string()));

/** Schema of the response. A `status` without a `match` is valid. A `match` that contradicts the `status` is invalid. */
const testResponse = z.pipe(
  z.discriminatedUnion('status', [
    z.object({ status: z.literal('PENDING') }),
    z.object({ status: z.literal('VERIFIED'), match: z._default(z.enum(['MATCH', 'CLOSE_MATCH']), 'MATCH'), name }),
    z.object({
      status: z.literal('FAILED'),
      match: z._default(z.enum(['CLOSE_MATCH', 'NO_MATCH', 'NOT_POSSIBLE']), 'NO_MATCH'),
      name,
    }),
  ]),
  z.transform(
    (response): AccountTestState =>
      response.status === 'PENDING' ? 'PENDING' : { result: response.match, name: response.name ?? undefined },
  ),
);

type Holder =
  | { readonly type: 'BUSINESS'; readonly businessName: string }
  | { readonly type: 'INDIVIDUAL'; readonly firstName: string; readonly lastName: string };

/** Returns the verified user if the account requires a penny test or names no holder; otherwise the named holder. */
function expectedHolder({ details }: BankAccountRecord, user: User): Holder {
  const { accountHolder } = details;
  if (requiresPennyTest(details.country) || accountHolder === undefined) {
    const { firstName, lastName } = toLegalNames(user);
    return user.type === 'BUSINESS'
      ? { type: 'BUSINESS', businessName: firstName }
      : { type: 'INDIVIDUAL', firstName, lastName };
  }
  const { type, firstName = '', lastName = '', businessName = '' } = accountHolder;
  return type === 'BUSINESS' || (type === undefined && businessName !== '')
    ? { type: 'BUSINESS', businessName }
    : { type: 'INDIVIDUAL', firstName, lastName };
}

/** Bank-verification provider over HTTP. API contract: docs/providers/bank-verification.openapi.yaml. */
export function httpBankVerifier(provider: ProviderClient): BankVerifier {
  return {
    submit({ testId, account, user }) {
      const { country, accountIdentifier } = account.details;
      return provider.post('/account-tests', {
        key: testId,
        body: { testId, country, accountIdentifier, holder: expectedHolder(account, user) },
        response: testResponse,
      });
    },
    poll: (testId) => provider.get(`/account-tests/${encodeURIComponent(testId)}`, testResponse),
  };
}

/** Rejects a CLABE with a wrong control digit without a call to the bank, because no account can have such a number. */
function withControlDigitCheck({ submit, poll }: BankVerifier): BankVerifier {
  return {
    submit: async (test) => {
      const { country, accountIdentifier } = test.account.details;
      const exists = accountNumberForm(country) !== 'CLABE' || hasValidControlDigit(accountIdentifier);
      return exists ? submit(test) : { result: 'NO_MATCH' };
    },
    poll,
  };
}

/** Sandbox: last names and business names for which the holder check does not return `MATCH`. */
const sandboxMatches: Readonly<Partial<Record<string, (holder: Holder) => PayeeMatch>>> = {
  Close: (holder) => ({
    result: 'CLOSE_MATCH',
    name: holder.type === 'BUSINESS' ? 'Closer' : `${holder.firstName} Closer`,
  }),
  Nomatch: () => ({ result: 'NO_MATCH' }),
  Unknown: () => ({ result: 'NOT_POSSIBLE' }),
};

/**
 * Simulates the bank in the sandbox. The result depends on the holder's name in the account details. Without this name, the
 * result depends on the user's name.
 */
function matchByName({ account, user }: AccountTest): PayeeMatch {
  const { accountHolder } = account.details;
  const named = accountHolder?.businessName ?? accountHolder?.lastName;
  const holder = expectedHolder(account, user);
  const expected = holder.type === 'BUSINESS' ? holder.businessName : holder.lastName;
  return sandboxMatches[named ?? expected]?.(holder) ?? { result: 'MATCH' };
}

export const bankVerifier = providerPort<BankVerifier>('bank-verification', {
  sandbox: { submit: async (test) => matchByName(test), poll: async () => ({ result: 'MATCH' }) },
  http: (provider) => withControlDigitCheck(httpBankVerifier(provider)),
  limits: BACKGROUND_LIMITS,
});

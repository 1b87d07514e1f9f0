import * as z from 'zod/mini';
import { hasValidControlDigit } from '#shared/bank-accounts/domain/account-numbers';
import type { BankAccountRecord, PayeeMatch } from '#shared/bank-accounts/domain/bank-account-record';
import { accountNumberForm, requiresPennyTest } from '#shared/corridors/domain/payout-zones';
import { BACKGROUND_LIMITS, type ProviderClient } from '#shared/platform/providers/client';
import { providerPort } from '#shared/platform/providers/provider-port';
import { toLegalNames, type User } from '#shared/users/domain/user';

/** A check of an account, and the user who pays to it. */
export interface AccountTest {
  /** The idempotency key: the same for every repetition of a test. */
  readonly testId: string;
  readonly account: BankAccountRecord;
  readonly user: User;
}

export type AccountTestState = PayeeMatch | 'PENDING';

/**
 * Compares the holder of an account with the name that its bank has: by a penny sent to a Mexican account of the user's,
 * by the verification of payee in the euro area.
 */
export interface BankVerifier {
  /** Starts a check. Repeating it is harmless. The bank's response may take minutes. */
  submit(test: AccountTest): Promise<AccountTestState>;
  /** Requests the status of a check. */
  poll(testId: string): Promise<AccountTestState>;
}

const name = z.optional(z.nullable(z.string()));

/** A status alone is a result too. A status and a result that contradict each other are a response of another form. */
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

/** The expected holder: the verified user of an account that passes a penny test, else the one in the details. */
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

/** The bank-verification provider over HTTP; its contract is docs/providers/bank-verification.openapi.yaml. */
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

/** A CLABE whose control digit is wrong belongs to no account: it fails without asking a bank. */
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

/** Last names and business names of holders whose check does not match in the sandbox. */
const sandboxMatches: Readonly<Partial<Record<string, (holder: Holder) => PayeeMatch>>> = {
  Close: (holder) => ({
    result: 'CLOSE_MATCH',
    name: holder.type === 'BUSINESS' ? 'Closer' : `${holder.firstName} Closer`,
  }),
  Nomatch: () => ({ result: 'NO_MATCH' }),
  Unknown: () => ({ result: 'NOT_POSSIBLE' }),
};

/** The sandbox's bank, which responds by the name of the holder: the one in the details, else the user. */
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

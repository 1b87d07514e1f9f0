import { describe, expect, it } from 'vitest';
import { hasValidControlDigit, isRoutingNumber } from '#shared/bank-accounts/domain/account-numbers';
import {
  bankAccountFromDetails,
  ibanViolation,
  resolveOffRampCountry,
  routingFields,
} from '#shared/bank-accounts/domain/bank-account';
import {
  accountVerificationStatuses,
  applyPayeeCheck,
  type BankAccountRecord,
  bankAccountFromRecord,
  isVerified,
  needsPayeeCheck,
  needsVerification,
  newBankAccount,
  payeeCheckOf,
} from '#shared/bank-accounts/domain/bank-account-record';
import { payeeResults } from '#shared/corridors/domain/payee-checks';

const owner = { partnerId: 'p', userId: 'u', receiverId: undefined };
const record = (overrides: Partial<BankAccountRecord> = {}): BankAccountRecord => ({
  ...newBankAccount(
    {
      ...owner,
      id: 'a',
      details: { country: 'MX', accountIdentifier: '646180110400000007', bankName: 'STP' },
    },
    1000,
  ),
  ...overrides,
});

describe('a new account', () => {
  it("waits for its penny test in Mexico, when it is the user's own", () => {
    expect(record().verificationStatus).toBe('PENDING');
    expect(bankAccountFromRecord(record()).isVerified).toBe(false);
  });

  it.each([
    ["a receiver's", { ...owner, receiverId: 'r' }, 'MX'],
    ['a Dominican', owner, 'DO'],
    ['a German', owner, 'DE'],
    ['a Chinese', owner, 'CN'],
  ] as const)('needs no test as %s one', (_what, ownedBy, country) => {
    const made = newBankAccount(
      { ...ownedBy, id: 'a', details: { country, accountIdentifier: '1', bankName: 'B' } },
      1000,
    );
    expect(made.verificationStatus).toBe('NOT_REQUIRED');
    expect(isVerified(made.verificationStatus)).toBe(true);
  });
});

describe('the country of an off-ramp account', () => {
  it.each([
    ['MXN', {}, 'MX'],
    ['DOP', { routingNumber: '021000021' }, 'DO'],
    ['USD', { iban: 'DE89370400440532013000' }, 'US'],
    ['USD', { country: 'HK', accountIdentifier: '1' }, 'HK'],
    ['EUR', { iban: ' de89 3704 0044 0532 0130 00', routingNumber: '021000021' }, 'DE'],
    ['EUR', { iban: 'BR1500000000000010932840814P2' }, 'BR'],
    ['EUR', { iban: '12' }, undefined],
    ['EUR', {}, undefined],
  ] as const)('in %s with %j is %s', (currency, details, country) => {
    expect(resolveOffRampCountry(details, currency)).toBe(country);
  });

  it.each([
    [{}, 'Required for accounts in EUR'],
    [{ iban: '12' }, 'Must have the form of an IBAN'],
    [{ iban: 'BR1500000000000010932840814P2' }, 'Must be the IBAN of a SEPA country; BR is not one'],
  ])('reports that %j does not name it', (details, message) => {
    expect(ibanViolation(details)).toBe(message);
  });
});

describe('the routing of a payment', () => {
  const us = { accountIdentifier: '1', routingNumber: '021000021', bankName: 'First' };
  const cn = { accountIdentifier: '1', bankName: 'ICBC' };
  const dominican = {
    ...{ accountIdentifier: '1', bankName: 'Popular', accountType: 'SAVINGS' },
    ...{ documentIdentifier: '00112345673', documentType: 'CEDULA' },
  };
  const de = { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', bankName: 'Bank' };

  it.each([
    ['MX', { accountIdentifier: '1', bankName: 'A' }, { accountIdentifier: '1', bankName: 'B', bic: 'X' }],
    ['US', us, { ...us, bankName: 'Another' }],
    ['US', us, { ...us, accountType: 'SAVINGS', accountHolder: { firstName: 'Eva' } }],
    ['DE', de, { ...de, iban: 'de89 3704 0044 0532 0130 00', bankName: 'Another', accountIdentifier: '7' }],
    ['DE', de, { ...de, bic: 'COBADEFF' }],
    ['CN', cn, { ...cn, bankName: ' icbc ' }],
    ['CN', cn, { ...cn, accountType: 'SAVINGS', documentIdentifier: '1', documentType: 'PASSPORT' }],
    ['DO', dominican, { ...dominican, bankName: ' POPULAR', documentIdentifier: ' 00112345673' }],
  ] as const)('in %s is the same for %j and %j', (country, one, other) => {
    expect(routingFields(country, other)).toEqual(routingFields(country, one));
  });

  it.each([
    ['MX', { accountIdentifier: '1' }, { accountIdentifier: '2' }],
    ['US', us, { ...us, routingNumber: '026009593' }],
    ['US', us, { ...us, accountIdentifier: '2' }],
    ['DE', de, { ...de, bic: 'DEUTDEFF' }],
    ['DO', cn, { ...cn, bankName: 'Popular' }],
    ['DO', dominican, { ...dominican, documentIdentifier: '00113918205' }],
    ['DO', dominican, { ...dominican, documentType: 'RNC' }],
    ['DO', dominican, { ...dominican, accountType: 'CHECKING' }],
    ['CN', cn, { ...cn, bankName: 'Bank of China' }],
    ['CN', cn, { ...cn, bic: 'ICBKCNBJ' }],
    ['CN', { ...cn, bic: 'ICBKCNBJ' }, { ...cn, bic: 'ICBKCNBJSZN' }],
  ] as const)('in %s differs for %j and %j', (country, one, other) => {
    expect(routingFields(country, other)).not.toEqual(routingFields(country, one));
  });

  it('differs by country, and when an account number and a code are swapped', () => {
    expect(routingFields('HK', cn)).not.toEqual(routingFields('CN', cn));
    expect(routingFields('US', { accountIdentifier: '12', routingNumber: '3' })).not.toEqual(
      routingFields('US', { accountIdentifier: '1', routingNumber: '23' }),
    );
  });
});

describe('a penny test', () => {
  it.each(
    accountVerificationStatuses.flatMap((status) =>
      (['VERIFIED', 'FAILED'] as const).map((outcome) => [status, outcome] as const),
    ),
  )('of a %s account that comes out as %s', (status, outcome) => {
    const result = outcome === 'VERIFIED' ? 'MATCH' : 'NO_MATCH';
    const check = payeeCheckOf({ result }, 2000);
    const next = applyPayeeCheck(record({ verificationStatus: status }), check, outcome);
    // A failed penny test revokes an earlier verification.
    const changes = needsVerification(status) || (status === 'VERIFIED' && outcome === 'FAILED');
    expect(next?.verificationStatus).toBe(changes ? outcome : undefined);
    if (next === undefined) return;
    expect(next).toMatchObject({
      version: 2,
      payeeCheck: { result, name: undefined, atMs: 2000 },
      updatedAtMs: 2000,
      verifiedAtMs: outcome === 'VERIFIED' ? 2000 : undefined,
    });
  });
});

describe('a payee check', () => {
  const german = { country: 'DE', accountIdentifier: 'DE89370400440532013000', bankName: 'B' } as const;
  const polish = { ...german, country: 'PL' } as const;

  it.each([
    ['MATCH', undefined],
    ['CLOSE_MATCH', 'Ana Garcia'],
    ['NO_MATCH', undefined],
    ['NOT_POSSIBLE', undefined],
  ] as const)('with the result %s keeps the name %s', (result, name) => {
    expect(payeeCheckOf({ result, name: ' Ana Garcia ' }, 5)).toEqual({ result, name, atMs: 5 });
  });

  it('keeps the first 140 characters of a name, and no blank one', () => {
    expect(payeeCheckOf({ result: 'CLOSE_MATCH', name: 'x'.repeat(200) }, 5).name).toHaveLength(140);
    expect(payeeCheckOf({ result: 'CLOSE_MATCH', name: ' ' }, 5).name).toBeUndefined();
  });

  it.each(payeeResults)(
    'with the result %s leaves the status of a euro account, and is made again unless it matched',
    (result) => {
      const account = record({ details: german, verificationStatus: 'NOT_REQUIRED', receiverId: 'r' });
      expect(needsPayeeCheck(account)).toBe(true);
      const after = applyPayeeCheck(account, payeeCheckOf({ result }, 2000), 'FAILED');
      expect(after).toMatchObject({ verificationStatus: 'NOT_REQUIRED', payeeCheck: { result }, version: 2 });
      expect(after && needsPayeeCheck(after)).toBe(result !== 'MATCH');
    },
  );

  it.each([
    ['an earlier MATCH is revoked', 'MATCH', 'NO_MATCH', 3000, 'NO_MATCH'],
    ['an older failure changes nothing', 'MATCH', 'NO_MATCH', 1999, undefined],
    ['an older success changes nothing', 'NO_MATCH', 'MATCH', 1999, undefined],
    ['a newer success counts', 'NO_MATCH', 'MATCH', 3000, 'MATCH'],
    ['a second success is no news', 'MATCH', 'MATCH', 3000, undefined],
  ] as const)('counts by its own time: %s', (_, known, result, atMs, kept) => {
    for (const country of ['MX', 'DE'] as const) {
      const statuses = { MATCH: 'VERIFIED', NO_MATCH: 'FAILED' } as const;
      const [before, after] = [statuses[known], statuses[result]];
      const isTested = country === 'MX';
      const account = record({
        details: { ...german, country },
        verificationStatus: isTested ? before : 'NOT_REQUIRED',
        payeeCheck: payeeCheckOf({ result: known }, 2000),
      });
      const next = applyPayeeCheck(account, payeeCheckOf({ result }, atMs), after);
      expect(next?.payeeCheck?.result).toBe(kept);
      expect(next?.verificationStatus).toBe(kept && (isTested ? after : 'NOT_REQUIRED'));
    }
  });

  it('is not made outside of Mexico and the euro area, nor of a Mexican account that needs no test', () => {
    expect(needsPayeeCheck(record({ details: polish, verificationStatus: 'NOT_REQUIRED' }))).toBe(false);
    expect(needsPayeeCheck(record({ verificationStatus: 'NOT_REQUIRED' }))).toBe(false);
    expect(needsPayeeCheck(record({ verificationStatus: 'VERIFIED' }))).toBe(false);
  });
});

describe('checked details', () => {
  it("name the bank of a CLABE by its first three digits, and keep the caller's name where they name none", () => {
    expect(bankAccountFromDetails('MX', { accountIdentifier: '012180001234567899', bankName: 'Other' }).bankName).toBe(
      'BBVA MEXICO',
    );
    expect(bankAccountFromDetails('MX', { accountIdentifier: '999180001234567899', bankName: 'Other' }).bankName).toBe(
      'Other',
    );
    expect(bankAccountFromDetails('MX', { accountIdentifier: '999180001234567899' }).bankName).toBe('');
  });

  it('identify a SEPA account by its IBAN without spaces, in capitals', () => {
    expect(
      bankAccountFromDetails('DE', {
        iban: 'de89 3704 0044 0532 0130 00',
        bankName: 'B',
        accountIdentifier: '1',
      }),
    ).toMatchObject({
      accountIdentifier: 'DE89370400440532013000',
      iban: 'DE89370400440532013000',
    });
  });
});

it.each(['021000021', '011401533', '091000019', '800000006'])('%s passes the checksum of routing numbers', (text) => {
  expect(isRoutingNumber(text)).toBe(true);
});
it.each(['021000020', '123456789', '000000000', '900000003', '02100002', '0210000211', 'abcdefghi'])(
  '%s does not',
  (text) => {
    expect(isRoutingNumber(text)).toBe(false);
  },
);

it.each(['646180110400000007', '002010077777777771', '032180000118359719'])('%s ends in its control digit', (clabe) => {
  expect(hasValidControlDigit(clabe)).toBe(true);
});
it.each(['646180110400000008', '00201007777777777', ''])('%j does not', (clabe) => {
  expect(hasValidControlDigit(clabe)).toBe(false);
});

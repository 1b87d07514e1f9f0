import { describe, expect, it } from 'vitest';
import { erasedBody, erasedTransaction, isUnfinished } from '#shared/erasure/domain/erasure';
import { transactionStatuses } from '#shared/transactions/domain/status-facts';
import { ERASED, erasedUser } from '#shared/users/domain/erased-user';
import { money } from '#shared/values/money/money';
import { transactionKinds } from '#shared/values/transaction-kinds';
import { aCrossRamp, anOffRamp, aTransaction } from '#test/support/builders/transactions';
import { aUser } from '#test/support/builders/users';

describe.each(transactionKinds)('an erased %s', (kind) => {
  const before = aTransaction(kind);
  const after = erasedTransaction(before, 5);

  it('keeps what the books need', () => {
    expect(after).toMatchObject({
      ...{ id: before.id, userId: before.userId, status: before.status, sequence: before.sequence },
      ...{ rate: before.rate, version: before.version + 1, updatedAtMs: 5 },
    });
  });

  it('holds the mark in place of the payee, and is not erased again', () => {
    expect(JSON.stringify(after, (_, value) => (typeof value === 'bigint' ? String(value) : value))).toContain(
      `"${ERASED}"`,
    );
    expect(after && erasedTransaction(after, 6)).toBeUndefined();
  });
});

it('a cross-ramp keeps only the country of the account, and neither reference nor invoice', () => {
  const account = { ...aCrossRamp().targetBankAccount, iban: 'x', accountHolder: { firstName: 'Ana' } };
  const before = aCrossRamp({ targetBankAccount: account, reference: 'Renta', invoiceKey: 'invoices/x' });
  expect(erasedTransaction(before, 5)).toMatchObject({ reference: undefined, invoiceKey: undefined });
  expect(erasedTransaction(before, 5)).toHaveProperty('targetBankAccount', {
    ...{ country: 'US', isVerified: true },
    ...{ accountIdentifier: ERASED, bankName: ERASED },
  });
});

it.each([
  ['VALID', 'VALID'],
  ['RETURNED', 'RETURNED'],
  ['PENDING', 'UNAVAILABLE'],
] as const)('a proof that is %s becomes %s without its document', (status, after) => {
  const proof = { status, url: 'https://proofs.example.com/1', checks: { name: true } };
  const payoutRail = { type: 'SPEI', reference: 'A1', atMs: 1, proof } as const;
  expect(erasedTransaction(anOffRamp({ payoutRail }), 5)?.payoutRail).toEqual({
    ...payoutRail,
    proof: { status: after },
  });
});

it('a transaction is in progress until its last status, and while money is to be paid back', () => {
  const ended = transactionStatuses.filter(
    (status) => !isUnfinished({ status, refundHeld: undefined, surplusDeposits: [] }),
  );
  expect(ended.toSorted()).toEqual(['CANCELLED', 'COMPLETED', 'EXPIRED', 'FAILED']);
  expect(isUnfinished(aCrossRamp({ status: 'FAILED', refundHeld: money(1n, 'MXN') }))).toBe(true);
  const surplus = { amount: money(1n, 'MXN'), atMs: 1, returnedAtMs: undefined };
  expect(isUnfinished(aCrossRamp({ status: 'EXPIRED', surplusDeposits: [surplus] }))).toBe(true);
  const returned = { ...surplus, returnedAtMs: 2 };
  expect(isUnfinished(aCrossRamp({ status: 'EXPIRED', surplusDeposits: [returned] }))).toBe(false);
});

it('an erased user keeps its partner and no personal data', () => {
  const user = aUser({ email: 'a@b.example', firstName: 'Ana', alias: 'A', externalUserId: 'crm-1' });
  const legalName = { firstName: 'Ana', lastName: undefined, businessName: undefined };
  const after = erasedUser({ ...user, legalName }, 5);
  expect(after).toMatchObject({ id: user.id, partnerId: user.partnerId, email: ERASED, version: 2 });
  for (const text of ['a@b.example', 'Ana', 'crm-1']) expect(JSON.stringify(after)).not.toContain(text);
});

it.each([
  [
    { event: 'E', externalUserId: 'crm-1', firstName: 'Ana', lastName: '', status: 'X' },
    { event: 'E', externalUserId: 'u', firstName: ERASED, lastName: ERASED, status: 'X' },
  ],
  [
    { event: 'E', status: 'X', externalId: 'order-1', metadata: { payer: 'Ana' } },
    { event: 'E', status: 'X', externalId: null, metadata: {} },
  ],
  [
    { type: 'TEST', sequence: 1 },
    { type: 'TEST', sequence: 1 },
  ],
  [
    {
      event: 'E',
      rails: { deposit: null, payout: { type: 'SPEI', proof: { status: 'VALID', url: 'https://x.example' } } },
    },
    { event: 'E', rails: { deposit: null, payout: { type: 'SPEI', proof: { status: 'VALID', url: null } } } },
  ],
])('the body %j becomes %j', (before, after) => {
  const body = erasedBody(JSON.stringify(before), 'u');
  expect(body).toBe(JSON.stringify(after));
  expect(erasedBody(body, 'u')).toBe(body);
});

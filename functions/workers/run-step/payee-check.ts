/** The check of a payee before its payout: the account that needs one, and what its result leads to. */
import { type BankAccountRecord, needsPayeeCheck } from '#shared/bank-accounts/domain/bank-account-record';
import type { PayeeAnswer } from '#shared/bank-accounts/domain/payee-check';
import { findAccountRecord } from '#shared/bank-accounts/repository';
import { type PayeeAction, payeePolicyFor, payeeRegionFor } from '#shared/corridors/domain/payee-checks';
import { findPartner } from '#shared/partners/repository';
import type { AccountTest } from '#shared/providers/bank-verification';
import { PAYEE_NOT_CONFIRMED } from '#shared/transactions/domain/payout';
import type { SandboxStep } from '#shared/transactions/domain/sandbox/simulator';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { findUser } from '#shared/users/repository';
import type { StepDependencies } from './dependencies';

/** The account whose holder has to be checked before the transaction is paid. */
export async function findAccountToCheck(transaction: Transaction): Promise<BankAccountRecord | undefined> {
  if (transaction.kind === 'ON_RAMP' || transaction.status !== 'READY_BANK_TRANSFER') return undefined;
  if (transaction.bankAccountId === undefined) return undefined;
  const account = await findAccountRecord(transaction.bankAccountId);
  return account !== undefined && needsPayeeCheck(account) ? account : undefined;
}

/** The check of an account for a transaction: each transaction checks it once for itself. */
export async function accountTestFor(
  { id: testId, userId }: Transaction,
  account: BankAccountRecord,
): Promise<AccountTest> {
  const user = await findUser(userId);
  if (user === undefined) throw new Error('A transaction of a user that does not exist');
  return { testId, account, user };
}

/** The consequence of a result, by the agreement with the partner. */
export async function payeeActionFor(
  { result }: PayeeAnswer,
  { partnerId, details }: BankAccountRecord,
): Promise<PayeeAction> {
  if (result === 'MATCH') return 'PAY';
  const region = payeeRegionFor(details.country);
  if (region === undefined) return 'FAIL';
  const partner = await findPartner(partnerId);
  return payeePolicyFor(region, partner?.agreement.payeePolicies)[result];
}

/**
 * The event that ends the work on a payout whose payee was not confirmed; `undefined` where it is paid.
 */
export function payeeEvent(action: PayeeAction, payee: PayeeAnswer): SandboxStep | undefined {
  switch (action) {
    case 'PAY':
      return undefined;
    case 'REVIEW':
      return { trigger: 'MANUAL_TRANSFER_REQUIRED', reason: PAYEE_NOT_CONFIRMED, payee };
    case 'FAIL':
      return { trigger: 'NAME_CHECK_FAILED', payee };
  }
}

/** The simulated step once the payee is checked, which the sandbox does as it orders a payout. */
export async function afterPayeeCheck(
  transaction: Transaction,
  step: SandboxStep,
  { bankVerifier }: StepDependencies,
): Promise<SandboxStep> {
  const account = step.testPassed === undefined ? undefined : await findAccountToCheck(transaction);
  if (account === undefined) return step;
  const payee = await bankVerifier().submit(await accountTestFor(transaction, account));
  if (payee === 'PENDING') throw new Error('The sandbox answers at once');
  const { trigger } = step;
  const paid = payee.result === 'MATCH' ? { ...step, payee } : { trigger, payee };
  return payeeEvent(await payeeActionFor(payee, account), payee) ?? paid;
}

import {
  type BankAccountRecord,
  needsPayeeCheck,
  type PayeeMatch,
  payeeCheckOf,
} from '#shared/bank-accounts/domain/bank-account-record';
import { findAccountRecord, payeeCheckWrites } from '#shared/bank-accounts/repository';
import { type PayeeAction, payeePolicyFor, payeeZoneFor } from '#shared/corridors/domain/payee-checks';
import {
  ConditionsFailed,
  type PendingWrite,
  writeAtomically,
  writeIfConditionsHold,
} from '#shared/dynamodb/unit-of-work';
import { providerPollDelayMs } from '#shared/identity/domain/identity-verification';
import { findPartner } from '#shared/partners/repository';
import { logWarning, metric } from '#shared/platform/observability/log';
import type { AccountTest, AccountTestState } from '#shared/providers/bank-verification';
import type { PayoutProvider, PayoutState } from '#shared/providers/payouts';
import {
  awaitsManualTransfer,
  isPayeeConfirmed,
  isProviderOverdue,
  nextPayoutTask,
  PAYEE_NOT_CONFIRMED,
  type Payout,
  USER_NOT_VERIFIED,
} from '#shared/transactions/domain/payout';
import { withPayoutRail } from '#shared/transactions/domain/rails/proof-schedule';
import type { NamedRail } from '#shared/transactions/domain/rails/rail';
import type { SandboxStep } from '#shared/transactions/domain/sandbox/simulator';
import { complianceOf, type Transaction } from '#shared/transactions/domain/transaction';
import { findPayoutStep, payoutReplacementWrite } from '#shared/transactions/payouts/repository';
import { transactionReplacementWrite } from '#shared/transactions/proofs/repository';
import { warnOfIgnoredRail } from '#shared/transactions/provider-reports/check-reported-amount';
import { findTransaction } from '#shared/transactions/repository';
import { findTravelRule } from '#shared/transactions/travel-rule/repository';
import { findUser, verifiedUserCheck } from '#shared/users/repository';
import type { StepMessage } from '#shared/webhooks/messaging/messages';
import type { StepDependencies, StepResult } from './dependencies';
import { callProvider, closingWrite, immediateStep, type PayoutWork, reportEvent, withFreshStage } from './payout-work';
import { screenPayout } from './screen-payout';

/**
 * Advances a payout by one step with one provider call: screening, payee check, order, or status request (docs/adr/009). One
 * write applies the response to the transaction and stores the payout's state and next step.
 */
export async function advancePayout(message: StepMessage, deps: StepDependencies): Promise<StepResult> {
  const step = await findPayoutStep(message);
  if (step === undefined) return 'done';
  const { item: payout, stepAtMs } = step;
  const atMs = deps.now();
  // A message before the first provider call waits in the queue if it is due in less than a second. Otherwise, the redrive sends
  // the message again when the step is due.
  if (stepAtMs > atMs) return payout.calls === 0 && stepAtMs - atMs < 1000 ? { waitMs: stepAtMs - atMs } : 'done';
  const transaction = await findTransaction(payout.transactionId);
  const screens = deps.screening() !== 'NONE';
  const task = transaction === undefined ? 'NOTHING' : nextPayoutTask(transaction, payout, screens);
  if (transaction === undefined || task === 'NOTHING') {
    await writeIfConditionsHold([payoutReplacementWrite(payout, payout, undefined)]);
    return 'done';
  }
  const found = { transaction, payout, deps };
  if (task === 'SCREEN') {
    await screenPayout(found);
    return 'done';
  }
  const account = task === 'ORDER' ? await findAccountToTest(found) : undefined;
  const work = task === 'ORDER' ? await clearPayout(found, account === undefined) : found;
  if (work === undefined) return 'done';
  await (account === undefined ? advanceOrder(work) : testAccount(work, account));
  return 'done';
}

/** Delay from the write of `clearPayout` until the next step of the payout, ms, if no outcome is stored before. */
const CLEARED_RECHECK_MS = 30_000;

/**
 * Makes the last write before a provider gets the order or the payee check of a payout (docs/adr/009). The write requires a
 * verified user, unless an order may already have been sent. In this case, the worker repeats the order with the same idempotency
 * key. An operator who decided instead could pay a second time.
 * @param orders true if the next call is the order
 * @returns the stored payout; `undefined` if a concurrent run of the worker has changed it, or an operator has to decide
 */
async function clearPayout(work: PayoutWork, orders: boolean): Promise<PayoutWork | undefined> {
  const { transaction, payout, deps } = work;
  const step = { atMs: deps.now() + CLEARED_RECHECK_MS, announced: false };
  const cleared = { ...payout, ordered: payout.ordered || orders };
  const verifiedChecks = payout.ordered ? [] : [verifiedUserCheck(transaction.userId)];
  try {
    await writeAtomically([payoutReplacementWrite(payout, cleared, step), ...verifiedChecks]);
    return { ...work, payout: { ...cleared, version: payout.version + 1 } };
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    if (error.at(0) === undefined) {
      logWarning('A payout waits for a person: its user is not verified', {
        worker: 'runStep',
        transactionId: transaction.id,
      });
      await reportEvent(work, { trigger: 'MANUAL_TRANSFER_REQUIRED', reason: USER_NOT_VERIFIED }, closingWrite(work));
    }
    return undefined;
  }
}

/** Returns the account for which this payout still needs a payee check. */
async function findAccountToTest({ transaction, payout }: PayoutWork): Promise<BankAccountRecord | undefined> {
  return payout.test === 'PASSED' || payout.ordered ? undefined : findAccountToCheck(transaction);
}

async function testAccount(work: PayoutWork, account: BankAccountRecord): Promise<unknown> {
  const { payout } = work;
  const payee = await callProvider(work, () => fetchTestState(work, account));
  if (payee === undefined || payee === 'PENDING')
    return scheduleRetry(work, { ...payout, test: payee === undefined ? payout.test : 'ASKED' });
  const event = payeeEvent(await payeeActionFor(payee, account), payee);
  if (event !== undefined) return reportEvent(work, event, closingWrite(work));
  const passed = { ...withFreshStage(work), test: 'PASSED', payee: payee.result } as const;
  // Only the result MATCH verifies a Mexican account, even if the partner's agreement accepts other results.
  return writeIfConditionsHold([
    payoutReplacementWrite(payout, passed, immediateStep(work)),
    ...payeeCheckWrites(
      account,
      payeeCheckOf(payee, work.deps.now()),
      payee.result === 'MATCH' ? 'VERIFIED' : undefined,
    ),
  ]);
}

async function fetchTestState(
  { transaction, payout, deps }: PayoutWork,
  account: BankAccountRecord,
): Promise<AccountTestState> {
  const verifier = deps.bankVerifier();
  if (payout.test === 'ASKED') return verifier.poll(transaction.id);
  return verifier.submit(await accountTestFor(transaction, account));
}

async function advanceOrder(work: PayoutWork): Promise<unknown> {
  const { payout, transaction } = work;
  const state = await callProvider(work, () => fetchPayoutState(work));
  if (state === undefined) return scheduleRetry(work, payout);
  warnOfIgnoredRail(transaction, 'PAYOUT_SUBMITTED', state.rail);
  const known: Payout =
    payout.reference === undefined
      ? { ...withFreshStage(work), reference: state.reference }
      : { ...payout, calls: payout.calls + 1 };
  const step = { atMs: work.deps.now() + providerPollDelayMs(known), announced: false };
  const later = payoutReplacementWrite(payout, known, step);
  const submitted = { trigger: 'PAYOUT_SUBMITTED', testPassed: isPayeeConfirmed(payout), rail: state.rail } as const;
  const ready = transaction.status === 'READY_BANK_TRANSFER';
  const { reason, transactionHash } = state;
  switch (state.status) {
    case 'FAILED':
      return reportEvent(work, { trigger: 'PAYOUT_FAILED', reason }, closingWrite(work));
    case 'MANUAL':
      return awaitsManualTransfer(transaction)
        ? writeIfConditionsHold([later, ...lateRailWrites(work, state.rail)])
        : reportEvent(work, { trigger: 'MANUAL_TRANSFER_REQUIRED', reason }, later);
    case 'COMPLETED':
      // The state machine has no transition from an unsubmitted to a completed payout, so the submission is reported first.
      return ready
        ? reportEvent(work, submitted, payoutReplacementWrite(payout, known, immediateStep(work)))
        : reportEvent(work, { trigger: 'PAYOUT_COMPLETED', transactionHash, rail: state.rail }, closingWrite(work));
    case 'PENDING':
      return ready ? reportEvent(work, submitted, later) : saveOrEscalate(work, known, state.rail);
  }
}

async function fetchPayoutState({ transaction, payout, deps }: PayoutWork): Promise<PayoutState> {
  const call = <Order>(provider: PayoutProvider<Order>, order: Order) =>
    payout.reference === undefined ? provider.submit(order) : provider.poll(payout.reference);
  const { id: transactionId } = transaction;
  const compliance = complianceOf(transaction);
  switch (transaction.kind) {
    case 'ON_RAMP': {
      const { cryptoAmount: amount, blockchain, destinationWalletAddress: address } = transaction;
      const travelRule = payout.reference === undefined ? await findTravelRule(transaction) : undefined;
      return call(deps.tokenPayouts(), { transactionId, amount, blockchain, address, travelRule });
    }
    case 'OFF_RAMP': {
      const { fiatAmount: amount, bankAccount: account } = transaction;
      return call(deps.bankPayouts(), {
        transactionId,
        amount,
        account,
        rail: 'LOCAL',
        reference: undefined,
        compliance,
      });
    }
    case 'CROSS_RAMP': {
      const { targetAmount: amount, targetBankAccount: account, targetRail: rail, reference } = transaction;
      return call(deps.bankPayouts(), { transactionId, amount, account, rail, reference, compliance });
    }
  }
}

/** Counts a call without a result and schedules the next call. If the provider is overdue, requests a manual transfer. */
function scheduleRetry(work: PayoutWork, after: Payout): Promise<unknown> {
  return saveOrEscalate(work, { ...after, calls: after.calls + 1 });
}

/**
 * Stores a payout without an outcome and schedules the next status request. If the provider is overdue, an operator has to
 * decide; status requests for an accepted payout continue, because the provider may still pay.
 */
function saveOrEscalate(work: PayoutWork, after: Payout, rail?: NamedRail): Promise<unknown> {
  const { transaction, payout, deps } = work;
  const atMs = deps.now();
  const later = { atMs: atMs + providerPollDelayMs(after), announced: false };
  // A conflict needs no retry: another run has stored a later state.
  if (awaitsManualTransfer(transaction) || !isProviderOverdue(after, atMs))
    return writeIfConditionsHold([payoutReplacementWrite(payout, after, later), ...lateRailWrites(work, rail)]);
  metric('providerSilent', 1);
  const step = after.reference === undefined ? undefined : later;
  return reportEvent(work, { trigger: 'MANUAL_TRANSFER_REQUIRED' }, payoutReplacementWrite(payout, after, step));
}

/** Write that stores the rail of a payout if the bank reports the rail after the submission; empty if nothing changes. */
function lateRailWrites({ transaction, deps }: PayoutWork, rail: NamedRail | undefined): PendingWrite[] {
  const next = rail && withPayoutRail(transaction, rail, deps.now());
  return next === undefined ? [] : [transactionReplacementWrite(transaction, next)];
}

// Payee check before a payout: the accounts that need a check, and the consequences of the result.

/** Returns the account whose holder must be checked before the transaction is paid out. */
export async function findAccountToCheck(transaction: Transaction): Promise<BankAccountRecord | undefined> {
  if (transaction.kind === 'ON_RAMP' || transaction.status !== 'READY_BANK_TRANSFER') return undefined;
  if (transaction.bankAccountId === undefined) return undefined;
  const account = await findAccountRecord(transaction.bankAccountId);
  return account !== undefined && needsPayeeCheck(account) ? account : undefined;
}

/** Returns the request for the payee check of an account. Each transaction has a separate check, with the transaction's id. */
export async function accountTestFor(
  { id: testId, userId }: Transaction,
  account: BankAccountRecord,
): Promise<AccountTest> {
  const user = await findUser(userId);
  if (user === undefined) throw new Error('A transaction of a user that does not exist');
  return { testId, account, user };
}

/** Returns the consequence of a payee check according to the agreement with the partner. */
export async function payeeActionFor(
  { result }: PayeeMatch,
  { partnerId, details }: BankAccountRecord,
): Promise<PayeeAction> {
  if (result === 'MATCH') return 'PAY';
  const zone = payeeZoneFor(details.country);
  if (zone === undefined) return 'FAIL';
  const partner = await findPartner(partnerId);
  return payeePolicyFor(zone, partner?.agreement.payeePolicies)[result];
}

/** Returns the event that stops a payout after its payee check; `undefined` if the payout continues. */
export function payeeEvent(action: PayeeAction, payee: PayeeMatch): SandboxStep | undefined {
  switch (action) {
    case 'PAY':
      return undefined;
    case 'REVIEW':
      return { trigger: 'MANUAL_TRANSFER_REQUIRED', reason: PAYEE_NOT_CONFIRMED, payee };
    case 'FAIL':
      return { trigger: 'NAME_CHECK_FAILED', payee };
  }
}

/**
 * Checks the payee if the simulated step orders a payout to an account that needs a payee check. Returns the step with the
 * result, or the event that stops the payout. Other steps are returned unchanged.
 */
export async function afterPayeeCheck(
  transaction: Transaction,
  step: SandboxStep,
  { bankVerifier }: StepDependencies,
): Promise<SandboxStep> {
  const account = step.testPassed === undefined ? undefined : await findAccountToCheck(transaction);
  if (account === undefined) return step;
  const payee = await bankVerifier().submit(await accountTestFor(transaction, account));
  if (payee === 'PENDING') throw new Error('The sandbox responds at once');
  const { trigger } = step;
  const paid = payee.result === 'MATCH' ? { ...step, payee } : { trigger, payee };
  return payeeEvent(await payeeActionFor(payee, account), payee) ?? paid;
}

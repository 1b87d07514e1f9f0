import { verificationWrites } from '#shared/data/bank-accounts';
import { decodeBankAccount } from '#shared/data/items/bank-account';
import { bankAccountKey } from '#shared/data/keys';
import { decodePayout, type PayoutStep, storePayout } from '#shared/data/payouts';
import {
  ConditionsFailed,
  readItem,
  type WriteAction,
  writeAtomically,
  writeIfConditionsHold,
} from '#shared/data/table';
import { findTransaction } from '#shared/data/transactions';
import { findUser, whileVerified } from '#shared/data/users';
import type { StepMessage } from '#shared/delivery/messages';
import { type BankAccountRecord, needsVerification } from '#shared/domain/banks/bank-account-record';
import {
  awaitsPerson,
  isOverdue,
  type Payout,
  taskOf,
  USER_NOT_VERIFIED,
} from '#shared/domain/payouts/payout';
import type { Occurrence } from '#shared/domain/transactions/apply';
import type { Transaction } from '#shared/domain/transactions/transaction';
import { waitForProvider } from '#shared/domain/users/verification';
import { logError, logWarning } from '#shared/observability/log';
import { metric } from '#shared/observability/metric';
import { applyProviderEvent } from '#shared/operations/apply-provider-event';
import type { TestState } from '#shared/providers/bank-verification/bank-verifier';
import type { BankPayout, PayoutState, TokenPayout } from '#shared/providers/payout/payout';
import type { StepDependencies, StepResult } from './run-step';

/** A payout in work. */
interface Work {
  readonly transaction: Transaction;
  readonly payout: Payout;
  readonly on: StepDependencies;
}

/**
 * Takes a transaction's payout one step further, with one call of a provider: a penny test where the account
 * needs one, the order, the question how far it has come. What the provider says goes through the state machine
 * as an event, in one write with where the payout stands; the next step is on record before anything can be
 * forgotten. A provider that stays silent makes it a person's work.
 */
export async function advancePayout({ pk, sk }: StepMessage, on: StepDependencies): Promise<StepResult> {
  const raw = await readItem({ PK: pk, SK: sk });
  if (raw === undefined) return 'done';
  const { payout, stepAtMs } = decodePayout(raw);
  if (stepAtMs === undefined) return 'done';
  const atMs = on.now();
  // A later step is minutes or hours away: the index of due items brings it back in time.
  if (stepAtMs > atMs)
    return payout.calls === 0 && stepAtMs - atMs < 1000 ? { waitMs: stepAtMs - atMs } : 'done';
  const transaction = await findTransaction(payout.transactionId);
  const task = transaction === undefined ? 'NOTHING' : taskOf(transaction, payout);
  if (transaction === undefined || task === 'NOTHING') {
    await writeIfConditionsHold([storePayout(payout, payout, undefined)]);
    return 'done';
  }
  const found = { transaction, payout, on };
  const account = task === 'ORDER' ? await accountToTest(found) : undefined;
  const work = task === 'ORDER' ? await clearedWork(found, account === undefined) : found;
  if (work === undefined) return 'done';
  await (account === undefined ? pay(work) : test(work, account));
  return 'done';
}

/** When a payout is looked at again whose order was cleared, and of which nothing was heard. */
const CLEARED_MS = 30_000;

/**
 * Clears a payout for its order, or for the test before it, before anybody is called: one write that holds only while
 * the user is verified. A rejection comes before that write, and then a person has to look, or after the order. An
 * order that may be out is repeated under its key whatever the user has come to: a person could pay a second time.
 *
 * @param orders whether the order itself is next, which the write notes
 * @returns the payout as stored; `undefined` where it is another run's, or waits for a person
 */
async function clearedWork(work: Work, orders: boolean): Promise<Work | undefined> {
  const { transaction, payout, on } = work;
  const step = { atMs: on.now() + CLEARED_MS, announced: false };
  const cleared = { ...payout, ordered: payout.ordered || orders };
  const gate = payout.ordered ? [] : [whileVerified(transaction.userId)];
  try {
    await writeAtomically([storePayout(payout, cleared, step), ...gate]);
    return { ...work, payout: { ...cleared, version: payout.version + 1 } };
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    if (error.at(0) === undefined) {
      logWarning('A payout waits for a person: its user is not verified', {
        worker: 'runStep',
        transactionId: transaction.id,
      });
      await reported(work, { trigger: 'MANUAL_TRANSFER_REQUIRED', reason: USER_NOT_VERIFIED }, closed(work));
    }
    return undefined;
  }
}

/** The account that has to pass its penny test before it is paid. */
async function accountToTest({ transaction, payout }: Work): Promise<BankAccountRecord | undefined> {
  if (transaction.kind === 'ON_RAMP' || transaction.status !== 'READY_BANK_TRANSFER') return undefined;
  if (transaction.bankAccountId === undefined || payout.test === 'PASSED' || payout.ordered) return undefined;
  const raw = await readItem(bankAccountKey(transaction.bankAccountId));
  const account = raw === undefined ? undefined : decodeBankAccount(raw);
  return account !== undefined && needsVerification(account.verificationStatus) ? account : undefined;
}

async function test(work: Work, account: BankAccountRecord): Promise<void> {
  const { payout } = work;
  const state = await answerOf(work, () => askForTest(work, account));
  switch (state) {
    case 'VERIFIED':
      // The account is verified by this and by nothing else.
      return written([
        storePayout(payout, { ...fresh(work), test: 'PASSED' }, atOnce(work)),
        ...verificationWrites(account, 'VERIFIED', work.on.now()),
      ]);
    case 'FAILED':
      return reported(work, { trigger: 'NAME_CHECK_FAILED' }, closed(work));
    case 'PENDING':
    case undefined:
      return waited(work, { ...payout, test: state === undefined ? payout.test : 'ASKED' });
  }
}

async function askForTest({ transaction, payout, on }: Work, account: BankAccountRecord): Promise<TestState> {
  const verifier = on.bankVerifier();
  // Each transaction tests the account once for itself.
  if (payout.test === 'ASKED') return verifier.poll(transaction.id);
  const user = await findUser(transaction.userId);
  if (user === undefined) throw new Error('A transaction of a user that does not exist');
  return verifier.submit({ testId: transaction.id, account, user });
}

async function pay(work: Work): Promise<void> {
  const { payout, transaction } = work;
  const state = await answerOf(work, () => askForPayout(work));
  if (state === undefined) return waited(work, payout);
  const known: Payout =
    payout.reference === undefined
      ? { ...fresh(work), reference: state.reference }
      : { ...payout, calls: payout.calls + 1 };
  const later = storePayout(payout, known, {
    atMs: work.on.now() + waitForProvider(known),
    announced: false,
  });
  const awaits = awaitsPerson(transaction);
  const submitted = { trigger: 'PAYOUT_SUBMITTED', testPassed: payout.test === 'PASSED' } as const;
  const ready = transaction.status === 'READY_BANK_TRANSFER';
  const { reason, transactionHash } = state;
  switch (state.status) {
    case 'FAILED':
      return reported(work, { trigger: 'PAYOUT_FAILED', reason }, closed(work));
    case 'MANUAL':
      return awaits
        ? written([later])
        : reported(work, { trigger: 'MANUAL_TRANSFER_REQUIRED', reason }, later);
    case 'COMPLETED':
      // The state machine knows no payout that was completed before it was submitted.
      return ready
        ? reported(work, submitted, storePayout(payout, known, atOnce(work)))
        : reported(work, { trigger: 'PAYOUT_COMPLETED', transactionHash }, closed(work));
    case 'PENDING':
      if (ready) return reported(work, submitted, later);
      return !awaits && isOverdue(known, work.on.now()) ? handedOver(work, known) : written([later]);
  }
}

async function askForPayout({ transaction, payout, on }: Work): Promise<PayoutState> {
  if (transaction.kind === 'ON_RAMP') {
    const provider = on.tokenPayouts();
    return payout.reference === undefined
      ? provider.submit(tokenPayout(transaction))
      : provider.poll(payout.reference);
  }
  const provider = on.bankPayouts();
  return payout.reference === undefined
    ? provider.submit(bankPayout(transaction))
    : provider.poll(payout.reference);
}

function tokenPayout(transaction: Extract<Transaction, { kind: 'ON_RAMP' }>): TokenPayout {
  return {
    transactionId: transaction.id,
    amount: transaction.cryptoAmount,
    blockchain: transaction.blockchain,
    address: transaction.destinationWalletAddress,
  };
}

function bankPayout(transaction: Exclude<Transaction, { kind: 'ON_RAMP' }>): BankPayout {
  const { id: transactionId } = transaction;
  if (transaction.kind === 'OFF_RAMP') {
    const { fiatAmount: amount, bankAccount: account } = transaction;
    return { transactionId, amount, account, rail: 'LOCAL', reference: undefined };
  }
  const { targetAmount: amount, targetBankAccount: account, targetRail: rail, reference } = transaction;
  return { transactionId, amount, account, rail, reference };
}

/** What a provider answers; `undefined` when it could not be asked, whatever the reason. */
async function answerOf<Answer>(
  { transaction }: Work,
  ask: () => Promise<Answer>,
): Promise<Answer | undefined> {
  try {
    return await ask();
  } catch (error) {
    logError('A provider of payouts could not be asked', error, {
      worker: 'runStep',
      transactionId: transaction.id,
    });
    return undefined;
  }
}

/** The provider has not answered, or not decided: it is asked again, unless that has gone on for too long. */
async function waited(work: Work, after: Payout): Promise<void> {
  const next = { ...after, calls: after.calls + 1 };
  const atMs = work.on.now();
  if (isOverdue(next, atMs) && !awaitsPerson(work.transaction)) return handedOver(work, next);
  await stored(work, next, { atMs: atMs + waitForProvider(next), announced: false });
}

/** A person has to look. What the provider has taken is still asked for, since it may yet be paid. */
function handedOver(work: Work, after: Payout): Promise<void> {
  metric('providerSilent', 1);
  const step =
    after.reference === undefined
      ? undefined
      : { atMs: work.on.now() + waitForProvider(after), announced: false };
  return reported(work, { trigger: 'MANUAL_TRANSFER_REQUIRED' }, storePayout(work.payout, after, step));
}

/** The payout at the beginning of its next stage. */
function fresh({ payout, on }: Work): Payout {
  return { ...payout, calls: 0, sinceMs: on.now() };
}

function atOnce({ on }: Work): PayoutStep {
  return { atMs: on.now(), announced: true };
}

function closed({ payout }: Work): WriteAction {
  return storePayout(payout, payout, undefined);
}

async function stored({ payout }: Work, after: Payout, step: PayoutStep): Promise<void> {
  await written([storePayout(payout, after, step)]);
}

/** Where this loses, another run has written down more. */
async function written(writes: readonly WriteAction[]): Promise<void> {
  await writeIfConditionsHold(writes);
}

/** Feeds what the provider said into the state machine, with where the payout stands after it. */
async function reported(
  { transaction, payout, on }: Work,
  what: Omit<Occurrence, 'atMs'>,
  store: WriteAction,
): Promise<void> {
  await applyProviderEvent(
    {
      provider: 'payout',
      eventId: `${what.trigger}-${payout.version}`,
      transactionId: transaction.id,
      ...what,
      atMs: on.now(),
    },
    () => [store],
  );
}

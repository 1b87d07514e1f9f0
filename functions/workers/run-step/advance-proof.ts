import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { crashPoint } from '#shared/platform/observability/crash-point';
import { logWarning } from '#shared/platform/observability/log';
import { type PaymentProofs, paymentProofs, type SpeiTransfer } from '#shared/providers/payouts';
import { type ProofSide, unprovenRail, withProof } from '#shared/transactions/domain/rails/proof';
import {
  mexicanDay,
  nextLookUp,
  nextPublication,
  PROOF_TIMEOUT_MS,
} from '#shared/transactions/domain/rails/proof-schedule';
import type { RailProof, RailReference } from '#shared/transactions/domain/rails/rail';
import type { Transaction } from '#shared/transactions/domain/transaction';
import {
  findProofStep,
  lookUpWrite,
  type ProofLookUp,
  transactionReplacementWrite,
} from '#shared/transactions/proofs/repository';
import { findTransaction } from '#shared/transactions/repository';
import type { StepMessage } from '#shared/webhooks/messaging/messages';
import type { StepResult } from './dependencies';
import { callProvider } from './payout-work';

/**
 * Looks up the proof of a transfer with one provider call. The write that stores a final proof in the transaction also ends the
 * look-up. After seven days without a proof, the proof is unavailable. The transaction's status does not change.
 */
export function advanceProof(
  message: StepMessage,
  now: () => number,
  proofs: () => PaymentProofs = paymentProofs,
): Promise<StepResult> {
  let response: { readonly found: RailProof | undefined } | undefined;
  return retryOnConflict(async (): Promise<StepResult | undefined> => {
    const step = await findProofStep(message);
    const atMs = now();
    // The step may be hours away; the redrive sends its message again when it is due.
    if (step === undefined || step.stepAtMs > atMs) return 'done';
    const { item: lookUp } = step;
    const { side, calls } = lookUp;
    const transaction = await findTransaction(lookUp.transactionId);
    const rail = transaction && unprovenRail(transaction, side);
    if (transaction === undefined || rail === undefined) return save([lookUpWrite(lookUp, calls, undefined)]);
    const opensAtMs = nextPublication(atMs);
    if (opensAtMs > atMs) return save([lookUpWrite(lookUp, calls, { atMs: opensAtMs, announced: false })]);
    response ??= { found: await find({ transaction, rail, lookUp }, proofs) };
    const proof = provenBy(response.found, lookUp, atMs);
    if (proof === undefined)
      return save([lookUpWrite(lookUp, calls + 1, { atMs: nextLookUp(calls + 1, atMs), announced: false })]);
    const saved = await save([
      lookUpWrite(lookUp, calls + 1, undefined),
      transactionReplacementWrite(transaction, withProof(transaction, side, proof, atMs)),
    ]);
    if (saved !== undefined && proof.status !== 'VALID')
      logWarning('A transfer has no valid proof', { transactionId: transaction.id, reason: proof.status });
    return saved;
  });
}

async function save(writes: Parameters<typeof writeIfConditionsHold>[0]): Promise<'done' | undefined> {
  crashPoint('step.beforeTx');
  return (await writeIfConditionsHold(writes)) ? 'done' : undefined;
}

/** Returns the final proof after a look-up; `undefined` if a later look-up may still find a proof. */
function provenBy(found: RailProof | undefined, { sinceMs }: ProofLookUp, atMs: number): RailProof | undefined {
  if (found !== undefined && found.status !== 'PENDING') return found;
  return atMs - sinceMs >= PROOF_TIMEOUT_MS ? { status: 'UNAVAILABLE' } : undefined;
}

interface Found {
  readonly transaction: Transaction;
  readonly rail: RailReference;
  readonly lookUp: ProofLookUp;
}

/** Looks up the transfer at the provider; returns `undefined` if the call failed. */
function find({ transaction, rail, lookUp }: Found, proofs: () => PaymentProofs): Promise<RailProof | undefined> {
  const { side, calls, amount } = lookUp;
  const { accountIdentifier: account, bankName } = receivingAccount(transaction, side);
  const transfer: SpeiTransfer = {
    lookUpId: `${transaction.id}-${side}-${calls}`,
    trackingKey: rail.reference,
    date: mexicanDay(rail.atMs),
    amount,
    receiver: { account, bankName },
  };
  return callProvider({ transaction }, () => proofs().find(transfer));
}

function receivingAccount(transaction: Transaction, side: ProofSide) {
  switch (transaction.kind) {
    case 'ON_RAMP':
      return transaction.depositAccount;
    case 'OFF_RAMP':
      return transaction.bankAccount;
    case 'CROSS_RAMP':
      return side === 'DEPOSIT' ? transaction.sourceBankAccount : transaction.targetBankAccount;
  }
}

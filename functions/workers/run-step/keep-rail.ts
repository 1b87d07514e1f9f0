import type { PendingWrite } from '#shared/dynamodb/unit-of-work';
import { withPayoutRail } from '#shared/transactions/domain/rails/late-rail';
import type { NamedRail } from '#shared/transactions/domain/rails/rail';
import { transactionReplacementWrite } from '#shared/transactions/proofs/repository';
import type { PayoutWork } from './payout-work';

/** The action that keeps the rail of a payout that its bank names only after the submission; none where it is no news. */
export function lateRailWrites({ transaction, deps }: PayoutWork, rail: NamedRail | undefined): PendingWrite[] {
  const next = rail && withPayoutRail(transaction, rail, deps.now());
  return next === undefined ? [] : [transactionReplacementWrite(transaction, next)];
}

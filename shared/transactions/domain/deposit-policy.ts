/** Rules for deposits that do not fund their transaction. */
import { heldDeposits, type SurplusDeposit, type Transaction } from './transaction';

/** The held deposits that are to be returned now. */
export function depositsToReturn(transaction: Transaction): readonly SurplusDeposit[] {
  return heldDeposits(transaction);
}

import type { Edge } from '#shared/domain/transactions/transition-table';

/**
 * What an edge says of the name check of the account that is paid: a payout that goes on after it has passed, a
 * refused one has failed, and where the payout ended otherwise or went to a person nothing is known of it.
 */
export function nameCheckOf({ from, on }: Edge): 'PASSED' | 'FAILED' | undefined {
  if (from !== 'READY_BANK_TRANSFER') return undefined;
  switch (on) {
    case 'NAME_CHECK_FAILED':
      return 'FAILED';
    case 'PAYOUT_SUBMITTED':
    case 'PAYOUT_COMPLETED':
      return 'PASSED';
    default:
      return undefined;
  }
}

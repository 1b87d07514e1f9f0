import type { Edge } from './transition-table';

/**
 * What a transition says of the test of the account that is paid. An account is verified by a passed test alone
 * (contract, Providers): that a payout was submitted says nothing of it. A refused name has failed it.
 *
 * @param testPassed whether the reporter knows that the account has passed
 */
export function accountTestResult({ from, on }: Edge, testPassed: boolean): 'PASSED' | 'FAILED' | undefined {
  if (from !== 'READY_BANK_TRANSFER') return undefined;
  if (on === 'NAME_CHECK_FAILED') return 'FAILED';
  return testPassed && on === 'PAYOUT_SUBMITTED' ? 'PASSED' : undefined;
}

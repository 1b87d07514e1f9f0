import type { Edge } from './transition-table';

/**
 * Returns the result of the payout account's test that a transition stands for. Only a passed test verifies an account
 * (contract, Providers): a submitted payout does not. A refused name is a failed test.
 *
 * @param testPassed whether the reporter knows that the account has passed
 */
export function accountTestResult({ from, on }: Edge, testPassed: boolean): 'PASSED' | 'FAILED' | undefined {
  if (from !== 'READY_BANK_TRANSFER') return undefined;
  if (on === 'NAME_CHECK_FAILED') return 'FAILED';
  return testPassed && on === 'PAYOUT_SUBMITTED' ? 'PASSED' : undefined;
}

import { findConnection } from '#shared/providers/http/settings';
import { type BankPayout, httpBankPayouts, httpTokenPayouts, type PayoutProvider, type TokenPayout } from './http';

/** No provider is configured: nothing is paid out, and nothing counts as paid out. */
export class PayoutUnavailable extends Error {
  override readonly name = 'PayoutUnavailable';
}

/** @throws PayoutUnavailable where the stage has no banking provider */
export function bankPayouts(): PayoutProvider<BankPayout> {
  const connection = findConnection('banking');
  if (connection === undefined) throw new PayoutUnavailable('No banking provider is configured');
  return httpBankPayouts(connection);
}

/** @throws PayoutUnavailable where the stage has no custodian */
export function tokenPayouts(): PayoutProvider<TokenPayout> {
  const connection = findConnection('custody');
  if (connection === undefined) throw new PayoutUnavailable('No custody provider is configured');
  return httpTokenPayouts(connection);
}

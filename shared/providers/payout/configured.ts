import type { ProviderConnection } from '#shared/providers/http/client';
import { findConnection } from '#shared/providers/http/settings';
import { type BankPayout, httpBankPayouts, httpTokenPayouts, type PayoutProvider, type TokenPayout } from './http';

/** No provider is configured: nothing is paid out, and nothing counts as paid out. */
export class PayoutUnavailable extends Error {
  override readonly name = 'PayoutUnavailable';
}

/** @throws PayoutUnavailable where the stage has no banking provider */
export function bankPayouts(): PayoutProvider<BankPayout> {
  return httpBankPayouts(requireConnection('banking'));
}

/** @throws PayoutUnavailable where the stage has no custodian */
export function tokenPayouts(): PayoutProvider<TokenPayout> {
  return httpTokenPayouts(requireConnection('custody'));
}

function requireConnection(provider: 'banking' | 'custody'): ProviderConnection {
  const connection = findConnection(provider);
  if (connection === undefined) throw new PayoutUnavailable(`No ${provider} provider is configured`);
  return connection;
}

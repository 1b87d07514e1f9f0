import { findConnection } from '#shared/providers/http/settings';
import type { StageName } from '#shared/values/stage-name';
import { type BalanceReader, createBalanceCache } from './balance-cache';
import { httpCustody } from './http';
import { type Custody, CustodyUnavailable } from './port';
import { sandboxCustody } from './sandbox';

const refuse = async () => {
  throw new CustodyUnavailable('No custody provider is configured');
};
const unconfigured: Custody = { depositAddressFor: refuse, readBalance: refuse };

/** The custodian of a stage. Only the sandbox derives addresses by itself. */
export function custodyFor(stage: StageName): Custody {
  if (stage === 'sandbox') return sandboxCustody;
  const connection = findConnection('custody');
  return connection === undefined ? unconfigured : httpCustody(connection);
}

const cacheBalances = createBalanceCache();

/**
 * Reads balances from the custodian of a stage. They have a circuit of their own: a custodian that fails to read balances
 * can still give deposit addresses.
 */
export function balanceReaderFor(stage: StageName): BalanceReader {
  if (stage === 'sandbox') return sandboxCustody;
  const connection = findConnection('custody', 'balances');
  return connection === undefined ? unconfigured : cacheBalances(httpCustody(connection));
}

import { findConnection } from '#shared/providers/http/settings';
import type { Blockchain } from '#shared/values/chains/blockchain';
import type { StageName } from '#shared/values/stage-name';
import { type BalanceCache, type BalanceReader, cacheBalances } from './balance-cache';
import { httpCustody } from './http';
import { sandboxCustody } from './sandbox';

/** The holder of the keys of deposit addresses, which also sees what stands on any address. */
export interface Custody extends BalanceReader {
  /** The address that takes the deposit of one off-ramp: valid on its chain, and no other off-ramp's. */
  depositAddressFor(transactionId: string, blockchain: Blockchain): Promise<string>;
}

/** No custodian is configured for the stage: nothing may be invented in its place. */
export class CustodyUnavailable extends Error {
  override readonly name = 'CustodyUnavailable';
}

const unconfigured: Custody = {
  async depositAddressFor() {
    throw new CustodyUnavailable('No custody provider is configured');
  },
  async readBalance() {
    throw new CustodyUnavailable('No custody provider is configured');
  },
};

/** The custodian of a stage. Only the sandbox derives addresses by itself. */
export function custodyFor(stage: StageName): Custody {
  if (stage === 'sandbox') return sandboxCustody;
  const connection = findConnection('custody');
  return connection === undefined ? unconfigured : httpCustody(connection);
}

const balanceCache: BalanceCache = new Map();

/**
 * Reads balances by the custodian of a stage. They have a circuit of their own: a custodian that fails to read balances
 * still gives deposit addresses.
 */
export function balanceReaderFor(stage: StageName): BalanceReader {
  if (stage === 'sandbox') return sandboxCustody;
  const connection = findConnection('custody', 'balances');
  return connection === undefined ? unconfigured : cacheBalances(httpCustody(connection), balanceCache);
}

import type { StageName } from '#shared/domain/partners/stage-name';
import type { Blockchain } from '#shared/domain/ramp/blockchain';
import { httpCustody } from '#shared/providers/custody/http-custody';
import { type BalanceCache, type BalanceReader, keepBalances } from '#shared/providers/custody/kept-balances';
import { sandboxCustody } from '#shared/providers/custody/sandbox-custody';
import { connectionOf } from '#shared/providers/http/provider-settings';

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
  async balanceOf() {
    throw new CustodyUnavailable('No custody provider is configured');
  },
};

/** The custodian of a stage. Only the sandbox derives addresses by itself. */
export function custodyOf(stage: StageName): Custody {
  if (stage === 'sandbox') return sandboxCustody;
  const connection = connectionOf('custody');
  return connection === undefined ? unconfigured : httpCustody(connection);
}

const cache: BalanceCache = new Map();

/**
 * Reads balances by the custodian of a stage. They have a circuit of their own: a custodian that fails to read balances
 * still gives deposit addresses.
 */
export function balanceReaderOf(stage: StageName): BalanceReader {
  if (stage === 'sandbox') return sandboxCustody;
  const connection = connectionOf('custody', 'balances');
  return connection === undefined ? unconfigured : keepBalances(httpCustody(connection), cache);
}

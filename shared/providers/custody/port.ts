import type { Blockchain } from '#shared/values/chains/blockchain';
import type { BalanceReader } from './balance-cache';

/** The holder of the keys of deposit addresses, which also sees what stands on any address. */
export interface Custody extends BalanceReader {
  /** The address that takes the deposit of one off-ramp: valid on its chain, and no other off-ramp's. */
  depositAddressFor(transactionId: string, blockchain: Blockchain): Promise<string>;
}

/** No custodian is configured for the stage: nothing may be invented in its place. */
export class CustodyUnavailable extends Error {
  override readonly name = 'CustodyUnavailable';
}

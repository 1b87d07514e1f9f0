import type { Blockchain } from '#shared/values/chains/blockchain';
import type { BalanceReader } from './balance-cache';

/** The provider that holds the keys of deposit addresses and reads the balance of any address. */
export interface Custody extends BalanceReader {
  /** The address that takes the deposit of one off-ramp: valid on its chain, and no other off-ramp's. */
  depositAddressFor(transactionId: string, blockchain: Blockchain): Promise<string>;
}

/** No custodian is configured for the stage: no address may be made up instead. */
export class CustodyUnavailable extends Error {
  override readonly name = 'CustodyUnavailable';
}

import type { VmType } from '#shared/values/chains/address';

/** Wallets that a user may have. A request of balances asks the custodian for each of them on each of its chains. */
export const MAX_WALLETS = 20;

/** A user's own wallet, saved for on-ramps. Times are epoch ms. */
export interface Wallet {
  readonly id: string;
  readonly partnerId: string;
  readonly userId: string;
  readonly vmType: VmType;
  /** As the caller wrote it. */
  readonly walletAddress: string;
  readonly alias: string | undefined;
  /** Index of the user's place for wallets that it takes, from 0. */
  readonly slot: number;
  readonly createdAtMs: number;
}

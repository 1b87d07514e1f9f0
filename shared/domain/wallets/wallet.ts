import type { VmType } from '#shared/domain/ramp/address';

/** A user's own wallet, saved for on-ramps. Times are epoch ms. */
export interface Wallet {
  readonly id: string;
  readonly partnerId: string;
  readonly userId: string;
  readonly vmType: VmType;
  /** As the caller wrote it. */
  readonly walletAddress: string;
  readonly alias: string | undefined;
  readonly createdAtMs: number;
}

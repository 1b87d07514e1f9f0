import type * as z from 'zod/mini';
import { toIsoTime } from '#shared/values/iso-time';
import type { Wallet } from './repository';
import type * as schemas from './response-schema';

/** Builds the API response of a wallet. A wallet never changes, so `updatedAt` equals `createdAt`. */
export function toWalletResponse(wallet: Omit<Wallet, 'slot'>): z.infer<typeof schemas.Wallet> {
  const { id, userId, vmType, walletAddress, alias, createdAtMs } = wallet;
  const createdAt = toIsoTime(createdAtMs);
  return { id, userId, vmType, walletAddress, alias: alias ?? null, createdAt, updatedAt: createdAt };
}

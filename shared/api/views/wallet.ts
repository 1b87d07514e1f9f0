import type { Shape } from '#shared/api/shapes';
import { iso } from '#shared/api/views/time';
import type { Wallet } from '#shared/domain/wallets/wallet';

/** A wallet as partners see it. Nothing of one ever changes, so it was last updated when it was made. */
export function walletView(wallet: Omit<Wallet, 'slot'>): Shape<'Wallet'> {
  const { id, userId, vmType, walletAddress, alias, createdAtMs } = wallet;
  const createdAt = iso(createdAtMs);
  return { id, userId, vmType, walletAddress, alias: alias ?? null, createdAt, updatedAt: createdAt };
}

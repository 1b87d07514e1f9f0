import type { User } from '#shared/users/domain/user';
import { newId } from '#shared/values/ids';
import type { Wallet } from '#shared/wallets/repository';

export const EVM_ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
export const SOLANA_ADDRESS = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

/** Builds a user's EVM wallet. It has no `slot` yet: `createWallet` assigns one of the 20 slots that limit a user's wallets. */
export function aWallet(
  { id: userId, partnerId }: Pick<User, 'id' | 'partnerId'>,
  overrides: Partial<Omit<Wallet, 'slot'>> = {},
): Omit<Wallet, 'slot'> {
  const createdAtMs = Date.now();
  const wallet = { id: newId(createdAtMs), partnerId, userId, walletAddress: EVM_ADDRESS, alias: 'Main', createdAtMs };
  return { ...wallet, vmType: 'EVM', ...overrides };
}

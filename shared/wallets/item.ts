import * as z from 'zod/mini';
import { maybe } from '#shared/dynamodb/attributes';
import { walletKey } from '#shared/dynamodb/keys';
import { vmTypes } from '#shared/values/chains/address';
import type { Wallet } from './domain/wallet';

const walletItem = z.object({
  id: z.string(),
  partnerId: z.string(),
  userId: z.string(),
  vmType: z.enum(vmTypes),
  walletAddress: z.string(),
  alias: maybe(z.string()),
  slot: z.number(),
  createdAtMs: z.number(),
});

export function encodeWallet(wallet: Wallet) {
  return { ...walletKey(wallet.userId, wallet.id), entity: 'WALLET', ...wallet };
}

export function decodeWallet(raw: unknown): Wallet {
  return walletItem.parse(raw);
}

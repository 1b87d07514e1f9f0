import * as z from 'zod/mini';
import { maybe } from '#shared/dynamodb/attributes';
import { walletKey } from '#shared/dynamodb/keys';
import { vmTypes } from '#shared/values/chains/address';

const walletItem = z.object({
  id: z.string(),
  partnerId: z.string(),
  userId: z.string(),
  vmType: z.enum(vmTypes),
  /** As the caller wrote it. */
  walletAddress: z.string(),
  alias: maybe(z.string()),
  /** Index of the user's place for wallets that it takes, from 0. */
  slot: z.number(),
  createdAtMs: z.number(),
});

/** A user's own wallet, saved for on-ramps. Times are epoch ms. */
export type Wallet = Readonly<z.infer<typeof walletItem>>;

export function encodeWallet(wallet: Wallet) {
  return { ...walletKey(wallet.userId, wallet.id), entity: 'WALLET', ...wallet };
}

export function decodeWallet(raw: unknown): Wallet {
  return walletItem.parse(raw);
}

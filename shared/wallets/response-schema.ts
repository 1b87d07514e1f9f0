import * as z from 'zod/mini';
import { id, pageSchema, timestamp } from '#shared/api/response-schemas/common';
import { vmTypes } from '#shared/values/chains/address';
import { blockchains } from '#shared/values/chains/blockchain';
import { tokenSymbols } from '#shared/values/money/currency';

export const Wallet = z.strictObject({
  id,
  userId: id,
  vmType: z.enum(vmTypes),
  walletAddress: z.string(),
  alias: z.nullable(z.string()),
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const WalletPage = pageSchema(Wallet);

export const TokenBalance = z.strictObject({ symbol: z.enum(tokenSymbols), balance: z.string() });

export const WalletBalance = z.strictObject({
  blockchain: z.enum(blockchains),
  flow: z.enum(['REGULAR', 'OTC']),
  walletAddress: z.string(),
  tokens: z.array(TokenBalance),
});

export const WalletBalances = z.strictObject({ balances: z.array(WalletBalance) });

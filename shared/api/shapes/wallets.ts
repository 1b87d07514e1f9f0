import * as z from 'zod/mini';
import { id, pageOf, timestamp } from '#shared/api/shapes/common';
import { tokenSymbols } from '#shared/domain/money/currency';
import { vmTypes } from '#shared/domain/ramp/address';
import { blockchains } from '#shared/domain/ramp/blockchain';

export const Wallet = z.strictObject({
  id,
  userId: id,
  vmType: z.enum(vmTypes),
  walletAddress: z.string(),
  alias: z.nullable(z.string()),
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const WalletPage = pageOf(Wallet);

export const TokenBalance = z.strictObject({ symbol: z.enum(tokenSymbols), balance: z.string() });

export const WalletBalance = z.strictObject({
  blockchain: z.enum(blockchains),
  flow: z.enum(['REGULAR', 'OTC']),
  walletAddress: z.string(),
  tokens: z.array(TokenBalance),
});

export const WalletBalances = z.strictObject({ balances: z.array(WalletBalance) });

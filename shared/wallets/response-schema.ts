import * as z from 'zod/mini';
import { id, listOf, pageSchema, shownText, timestamp } from '#shared/api/response-fields';
import { vmTypes } from '#shared/values/chains/address';
import { blockchains, tokenSymbols } from '#shared/values/money/currency';

export const Wallet = z.strictObject({
  id,
  userId: id,
  vmType: z.enum(vmTypes),
  walletAddress: shownText,
  alias: z.nullable(shownText),
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const WalletPage = pageSchema(Wallet);

export const TokenBalance = z.strictObject({ symbol: z.enum(tokenSymbols), balance: shownText });

export const WalletBalance = z.strictObject({
  blockchain: z.enum(blockchains),
  flow: z.enum(['REGULAR', 'OTC']),
  walletAddress: shownText,
  tokens: listOf(TokenBalance),
});

export const WalletBalances = z.strictObject({ balances: listOf(WalletBalance) });

import { walletNotFound } from '#shared/api/problems';
import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { readOwnUserWith } from '#shared/users/read-own-user';
import { toIsoTime } from '#shared/values/iso-time';
import { findWallet, deleteWallet as removeWallet } from '#shared/wallets/repository';
import { contract } from './contract';

/** Deletes a user's wallet. The user can save the same address again later. */
export const handler = partnerEndpoint(contract, async ({ caller, params, nowMs }) => {
  const { userId, walletId } = params;
  const [, wallet] = await readOwnUserWith(userId, caller, findWallet(userId, walletId));
  if (wallet === undefined || !(await removeWallet(wallet))) throw walletNotFound();
  return { data: { id: wallet.id, deletedAt: toIsoTime(nowMs) } };
});

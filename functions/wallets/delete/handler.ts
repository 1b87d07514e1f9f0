import { walletNotFound } from '#shared/api/problems';
import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { requireOwnUser } from '#shared/users/read-own-user';
import { findUser } from '#shared/users/repository';
import { toIsoTime } from '#shared/values/iso-time';
import { findWallet, deleteWallet as removeWallet } from '#shared/wallets/repository';
import { contract } from './contract';

/** Deletes a user's wallet; its address may be saved again. */
export const handler = partnerEndpoint(contract, async ({ caller, params, nowMs }) => {
  const { userId, walletId } = params;
  const [user, wallet] = await Promise.all([findUser(userId), findWallet(userId, walletId)]);
  requireOwnUser(user, caller);
  if (wallet === undefined || !(await removeWallet(wallet))) throw walletNotFound();
  return { data: { id: wallet.id, deletedAt: toIsoTime(nowMs) } };
});

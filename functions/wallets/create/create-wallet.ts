import { duplicateWallet, invalidInput, tooManyWallets } from '#shared/api/problems';
import { idempotent } from '#shared/http/idempotency/idempotent-operation';
import { stage } from '#shared/platform/config/environment';
import { ownUserIdFromPath, readOwnUser } from '#shared/users/read-own-records';
import { isWalletAddress } from '#shared/values/chains/address';
import { newId } from '#shared/values/ids';
import { MAX_WALLETS } from '#shared/wallets/domain/wallet';
import { createWallet as saveWallet } from '#shared/wallets/repository';
import { toWalletResponse } from '#shared/wallets/response';
import { contract } from './contract';

/**
 * Saves a user's wallet. A user has each address once, in any spelling, and at most `MAX_WALLETS` of them, even under
 * concurrent requests.
 */
export const createWallet = idempotent({ contract, owner: ownUserIdFromPath }, async (request, record) => {
  const { caller, params, body, nowMs } = request;
  const user = await readOwnUser(params.userId, caller);
  const { vmType, walletAddress, alias } = body;
  if (!isWalletAddress(vmType, walletAddress, stage())) {
    throw invalidInput([{ field: 'walletAddress', message: `Must be an address of ${vmType} chains` }]);
  }
  const wallet = {
    id: newId(nowMs),
    partnerId: caller.partnerId,
    userId: user.id,
    vmType,
    walletAddress,
    alias,
    createdAtMs: nowMs,
  };
  const answer = await record(toWalletResponse(wallet));
  switch (await saveWallet(wallet, answer.writes)) {
    case 'created':
      return answer.reply;
    case 'duplicate':
      throw duplicateWallet();
    case 'full':
      throw tooManyWallets(MAX_WALLETS);
  }
});

import { invalidInput, Problem } from '#shared/api/problems';
import { walletView } from '#shared/api/views/wallet';
import { stage } from '#shared/config/environment';
import { createWallet as saveWallet } from '#shared/data/wallets';
import { newId } from '#shared/domain/ids';
import { isWalletAddress } from '#shared/domain/ramp/address';
import { MAX_WALLETS } from '#shared/domain/wallets/wallet';
import { answerOnce } from '#shared/operations/answer-once';
import { ownerInPath, readOwnUser } from '#shared/operations/ownership';
import { contract } from './contract';

/**
 * Saves a user's wallet. A user has an address once, however it is written, and at most `MAX_WALLETS` of them, however
 * many requests come at the same time.
 */
export const createWallet = answerOnce({ contract, owner: ownerInPath }, async (request, record) => {
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
  const answer = await record(walletView(wallet));
  switch (await saveWallet(wallet, answer.writes)) {
    case 'created':
      return answer.reply;
    case 'duplicate':
      throw new Problem(
        'UserOnRampWalletDuplicateError',
        'A wallet with this address and VM type already exists.',
      );
    case 'full':
      throw new Problem(
        'CONFLICT',
        `A user can have at most ${MAX_WALLETS} wallets. Delete one to add another.`,
      );
  }
});

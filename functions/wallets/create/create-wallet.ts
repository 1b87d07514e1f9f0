import { invalidInput, Problem } from '#shared/api/problems';
import { walletView } from '#shared/api/views/wallet';
import { stage } from '#shared/config/environment';
import { createWallet as saveWallet } from '#shared/data/wallets';
import { newId } from '#shared/domain/ids';
import { isWalletAddress } from '#shared/domain/ramp/address';
import type { Wallet } from '#shared/domain/wallets/wallet';
import type { Operation } from '#shared/http/edge';
import { readOwnUser } from '#shared/operations/ownership';
import type { contract } from './contract';

/** Saves a user's wallet. A user has an address once, however it is written and whoever asks at the same time. */
export const createWallet: Operation<typeof contract> = async ({ caller, params, body, nowMs }) => {
  const user = await readOwnUser(params.userId, caller);
  const { vmType, walletAddress, alias } = body;
  if (!isWalletAddress(vmType, walletAddress, stage())) {
    throw invalidInput([{ field: 'walletAddress', message: `Must be an address of ${vmType} chains` }]);
  }
  const wallet: Wallet = {
    id: newId(nowMs),
    partnerId: caller.partnerId,
    userId: user.id,
    vmType,
    walletAddress,
    alias,
    createdAtMs: nowMs,
  };
  if (!(await saveWallet(wallet))) {
    throw new Problem(
      'UserOnRampWalletDuplicateError',
      'A wallet with this address and VM type already exists.',
    );
  }
  return { data: walletView(wallet) };
};

import { duplicateWallet, invalidInput, tooManyWallets } from '#shared/api/problems';
import { idempotent } from '#shared/handlers/idempotent-operation';
import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { stage } from '#shared/platform/config/environment';
import { ownUserIdFromPath as owner, readOwnUserWith } from '#shared/users/read-own-user';
import { isWalletAddress } from '#shared/values/chains/address';
import { newId } from '#shared/values/ids';
import { findFreeSlot, MAX_WALLETS, createWallet as saveWallet } from '#shared/wallets/repository';
import { toWalletResponse } from '#shared/wallets/response';
import { contract } from './contract';

/**
 * Saves a user's wallet. A user can save an address once, regardless of its spelling, and at most `MAX_WALLETS` wallets.
 * Concurrent requests cannot exceed these limits.
 */
const createWallet = idempotent({ contract, owner }, async (request, record) => {
  const { caller, params, body, nowMs } = request;
  const [{ id: userId, partnerId }, slot] = await readOwnUserWith(params.userId, caller, findFreeSlot(params.userId));
  const { vmType, walletAddress, alias } = body;
  if (!isWalletAddress(vmType, walletAddress, stage())) {
    throw invalidInput([{ field: 'walletAddress', message: `Must be an address of ${vmType} chains` }]);
  }
  const wallet = { id: newId(nowMs), partnerId, userId, vmType, walletAddress, alias, createdAtMs: nowMs };
  const recorded = await record(toWalletResponse(wallet));
  const outcome = await saveWallet(wallet, recorded.writes, slot);
  if (outcome === 'created') return recorded.reply;
  throw outcome === 'full' ? tooManyWallets(MAX_WALLETS) : duplicateWallet(outcome.duplicateOf);
});

export const handler = partnerEndpoint(contract, createWallet);

import { invalidInput, walletNotFound } from '#shared/api/problems';
import { resolveCompliance } from '#shared/corridors/compliance-request';
import { complianceFieldsFor } from '#shared/corridors/domain/compliance-fields';
import { idempotent } from '#shared/handlers/idempotent-operation';
import type { Request } from '#shared/handlers/partner-endpoint';
import { stage } from '#shared/platform/config/environment';
import {
  type CreationContext,
  createTransaction,
  creationIdempotency,
  newTransaction,
} from '#shared/transactions/create/create-transaction';
import { requireDepositAccount } from '#shared/transactions/create/deposit-accounts';
import { resolvePair, resolveTerms, toRampFields } from '#shared/transactions/create/order-ramp';
import { toOnRampResponse } from '#shared/transactions/create/response';
import type { OnRamp } from '#shared/transactions/domain/transaction';
import { travelRuleWrites } from '#shared/transactions/travel-rule/repository';
import { isAddressOn, vmTypeFor } from '#shared/values/chains/address';
import type { Blockchain } from '#shared/values/money/currency';
import { findWallet } from '#shared/wallets/repository';
import { contract } from './contract';

type CreateRequest = Request<typeof contract>;
type Body = CreateRequest['body'];

export const createOnRamp = idempotent({ contract, ...creationIdempotency }, (request, record, prefetched) =>
  createTransaction(request, { record, prefetched }, { compose, toResponse: toOnRampResponse }),
);

async function compose(request: CreateRequest, context: CreationContext) {
  const { body, nowMs } = request;
  const pair = resolvePair(request, 'ON_RAMP', context.quote);
  const destinationWalletAddress = await resolveWalletAddress(body, pair.blockchain);
  const { terms, sandboxRule } = await resolveTerms(request, context.quote, { ...pair, kind: 'ON_RAMP' });
  const compliance = resolveCompliance(body, complianceFieldsFor(), nowMs);
  const counted = await context.count(terms.price.fiatAmount);
  const created = newTransaction('ON_RAMP', request, context);
  const next: OnRamp = {
    ...created,
    ...compliance,
    ...toRampFields(terms),
    destinationWalletAddress,
    depositAccount: await requireDepositAccount(pair.fiat, created),
    transactionHash: undefined,
    limitUses: counted.uses,
    travelRule: body.travelRule && true,
  };
  const travelRule = await travelRuleWrites(created, body.travelRule);
  return { next, sandboxRule, additionalWrites: [...counted.writes, ...travelRule] };
}

/**
 * Returns the wallet address for the tokens: from the request, or from a saved wallet of the user.
 * @throws Problem if the address is not valid on the chain
 */
async function resolveWalletAddress(
  { userId, destinationWalletAddress, walletId }: Body,
  blockchain: Blockchain,
): Promise<string> {
  if (destinationWalletAddress !== undefined) {
    if (isAddressOn(blockchain, destinationWalletAddress, stage())) return destinationWalletAddress;
    throw invalidInput([{ field: 'destinationWalletAddress', message: `Must be an address on ${blockchain}` }]);
  }
  if (walletId === undefined)
    throw invalidInput([{ field: 'destinationWalletAddress', message: 'Required unless a walletId is given' }]);
  const wallet = await findWallet(userId, walletId);
  if (wallet === undefined) throw walletNotFound();
  if (wallet.vmType === vmTypeFor(blockchain)) return wallet.walletAddress;
  throw invalidInput([{ field: 'walletId', message: `Is no wallet on ${blockchain}` }]);
}

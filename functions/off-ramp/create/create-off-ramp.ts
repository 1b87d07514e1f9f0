import { resolveCompliance } from '#shared/corridors/compliance-request';
import { complianceFieldsFor } from '#shared/corridors/domain/compliance-fields';
import { assertPayoutRange } from '#shared/corridors/payout-rules';
import { idempotent } from '#shared/http/idempotency/idempotent-operation';
import type { Request } from '#shared/http/partner-endpoint';
import { custody } from '#shared/providers/custody/http';
import {
  type CreationContext,
  createTransaction,
  creationIdempotency,
  newTransaction,
} from '#shared/transactions/create/create-transaction';
import { resolvePair, resolveTerms, toRampFields } from '#shared/transactions/create/order-ramp';
import { toOffRampResponse } from '#shared/transactions/create/response';
import { storeInvoice } from '#shared/transactions/create/store-invoice';
import type { OffRamp } from '#shared/transactions/domain/transaction';
import { travelRuleWrites } from '#shared/transactions/travel-rule/repository';
import { accountChoice, assertAccountNamed, resolveAccount } from './bank-account';
import { contract } from './contract';

type CreateRequest = Request<typeof contract>;

export const createOffRamp = idempotent({ contract, ...creationIdempotency }, (request, record, prefetched) =>
  createTransaction(request, { record, prefetched }, { accountChoice, compose, toResponse: toOffRampResponse }),
);

async function compose(request: CreateRequest, context: CreationContext) {
  const { body, caller } = request;
  const { quote, account } = context;
  // Errors that do not depend on the quote are reported before an unknown quote.
  if (body.quoteId !== undefined && quote === undefined) assertAccountNamed(body, account, caller);
  const pair = resolvePair(request, 'OFF_RAMP', quote);
  const payout = await resolveAccount(request, pair.fiat, account);
  const { terms, sandboxRule } = await resolveTerms(request, quote, { ...pair, kind: 'OFF_RAMP' });
  if (sandboxRule === undefined) assertPayoutRange(terms.price.fiatAmount, payout.account.country, 'OFF_RAMP');
  const compliance = resolveCompliance(body, complianceFieldsFor(payout.account.country), request.nowMs);
  const counted = await context.count(terms.price.cryptoAmount);
  const created = newTransaction('OFF_RAMP', request, context);
  const next: OffRamp = {
    ...created,
    ...compliance,
    ...toRampFields(terms),
    depositAddress: await custody().depositAddressFor(created.id, terms.blockchain),
    bankAccount: payout.account,
    bankAccountId: payout.bankAccountId,
    executedAtMs: undefined,
    transactionHash: undefined,
    limitUses: counted.uses,
    travelRule: body.travelRule && true,
    invoiceKey: await storeInvoice(created, body.invoiceFile),
  };
  const travelRule = await travelRuleWrites(created, body.travelRule);
  return { next, sandboxRule, additionalWrites: [...payout.writes, ...counted.writes, ...travelRule] };
}

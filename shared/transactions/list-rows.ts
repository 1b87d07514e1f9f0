/** Rows of transactions in the partner's lists. */
import {
  addToLists,
  allFacet,
  externalFacet,
  type ListRow,
  moveBetweenLists,
  removeFromLists,
  statusTypeFacet,
  typeFacet,
  userFacet,
} from '#shared/dynamodb/lists/list-rows';
import { lookUpEntry } from '#shared/dynamodb/look-ups';
import type { PendingWrite } from '#shared/dynamodb/unit-of-work';
import { moneyNumber } from '#shared/values/money/money';
import { payoutAmount, sourceAmount, type Transaction } from './domain/transaction';

/** Builds the list row of a transaction, with the attributes that list filters compare. */
function toListRow(transaction: Transaction): ListRow {
  return {
    partnerId: transaction.partnerId,
    collection: 'TX',
    id: transaction.id,
    attributes: {
      ...{ type: transaction.kind, userId: transaction.userId, ...listedCurrencies(transaction) },
      sourceAmount: moneyNumber(sourceAmount(transaction)),
      targetAmount: moneyNumber(payoutAmount(transaction)),
    },
  };
}

const statusFacetFor = ({ status, kind }: Transaction): string => statusTypeFacet(status, kind);

/** Returns the source and the target currency for lists. For on-ramps and off-ramps, both are the fiat currency. */
function listedCurrencies(transaction: Transaction) {
  const isCrossRamp = transaction.kind === 'CROSS_RAMP';
  return {
    sourceCurrency: (isCrossRamp ? transaction.sourceAmount : transaction.fiatAmount).currency,
    targetCurrency: (isCrossRamp ? transaction.targetAmount : transaction.fiatAmount).currency,
  };
}

/** Returns the writes that add a transaction to its lists. */
export function transactionRowWrites(transaction: Transaction): PendingWrite[] {
  const row = toListRow(transaction);
  const found = lookUpEntry('DEPOSIT', depositHandle(transaction), transaction.createdAtMs);
  const [first, ...others] = transactionFacets(transaction);
  return [...addToLists({ ...row, attributes: { ...row.attributes, ...found } }, [first]), ...addToLists(row, others)];
}

function transactionFacets(transaction: Transaction) {
  const { kind, userId } = transaction;
  const facets = [allFacet, statusFacetFor(transaction), typeFacet(kind), userFacet(userId)] as const;
  return [...facets, ...externalFacets(transaction)] as const;
}

function externalFacets({ externalId }: Transaction): string[] {
  return externalId === undefined ? [] : [externalFacet(externalId)];
}

/** Returns the identifier of a transaction's deposit: the bank transfer's reference, or the address for the tokens. */
function depositHandle(transaction: Transaction): string {
  if (transaction.kind === 'OFF_RAMP') return transaction.depositAddress;
  return transaction.kind === 'ON_RAMP' ? transaction.depositAccount.message : transaction.sourceBankAccount.message;
}

/** Returns the writes that move a transaction to the list of its new status. */
export function statusRowWrites(before: Transaction, next: Transaction): PendingWrite[] {
  return moveBetweenLists(toListRow(next), statusFacetFor(before), statusFacetFor(next));
}

/** Returns the writes that move a transaction to the list of its new external id. */
export function externalIdRowWrites(before: Transaction, next: Transaction): PendingWrite[] {
  if (before.externalId === next.externalId) return [];
  return [
    ...removeFromLists(toListRow(before), externalFacets(before)),
    ...addToLists(toListRow(next), externalFacets(next)),
  ];
}

import {
  invalidTransition,
  noInformationRequested,
  receiptErased,
  receiptNotIssued,
  returnReceiptNotIssued,
} from '#shared/api/problems';
import { defineDocs, wholeList } from '#shared/contract/define-docs';
import type { ResponseData } from '#shared/contract/response-schemas';
import {
  annotationNotes,
  completedCrossRamp,
  crossRamp,
  metadataChangesNote,
  offRamp,
  onRamp,
  receipt,
  releasedCrossRamp,
  returnReceipt,
} from '#shared/transactions/examples';
import { userId } from '#shared/users/examples';
import { contract as cancelContract } from './cancel/contract';
import { contract as eventsContract } from './events/contract';
import { contract as getContract } from './get/contract';
import { contract as informationContract } from './information/contract';
import { contract as ledgerContract } from './ledger/contract';
import { contract as listContract } from './list/contract';
import { contract as mockTestingGuideContract } from './mock-testing-guide/contract';
import { guideFor } from './mock-testing-guide/guide';
import { contract as receiptContract } from './receipt/contract';
import { contract as returnReceiptContract } from './return-receipt/contract';
import { contract as updateContract } from './update/contract';

export const cancelTransaction = defineDocs(cancelContract, {
  sdk: ['transactions.cancel', 'Cancels a transaction that waits for its deposit. A repeated call changes nothing.'],
  description:
    "Cancels a transaction that waits for its deposit. A repeated call changes nothing and returns 200 again. A transaction in any other status returns 400. An unknown id returns 404, and another partner's transaction returns 403.",
  example: { path: { id: onRamp.id }, data: { id: onRamp.id, userId, status: 'CANCELLED' } },
  refusals: [invalidTransition()],
});

const step = (from: string | null, to: string, cause: string, second: string) => ({
  from,
  to,
  at: `2026-01-15T16:30:${second}Z`,
  cause,
});

export const listTransactionEvents = defineDocs(eventsContract, {
  sdk: ['transactions.listEvents', 'Reads the timeline of a transaction, oldest first.'],
  description:
    'Returns all steps of a transaction, oldest first: the creation, then each transition with its time and cause. The response also contains steps that send no webhook.',
  example: {
    path: { id: crossRamp.id },
    data: wholeList(
      step(null, 'PENDING', 'CREATED', '10.368'),
      step('PENDING', 'FIAT_RECEIVED', 'DEPOSIT_RECEIVED', '12.379'),
      step('FIAT_RECEIVED', 'IN_PROGRESS', 'CONVERSION_STARTED', '14.385'),
      step('IN_PROGRESS', 'READY_BANK_TRANSFER', 'CONVERSION_COMPLETED', '16.390'),
      step('READY_BANK_TRANSFER', 'BANK_TRANSFER_PENDING', 'PAYOUT_SUBMITTED', '18.396'),
      step('BANK_TRANSFER_PENDING', 'COMPLETED', 'PAYOUT_COMPLETED', '20.401'),
    ),
  },
});

export const getTransaction = defineDocs(getContract, {
  sdk: ['transactions.get', 'Reads a transaction.'],
  description:
    "Returns the current state of a transaction. The response includes every change that an earlier response confirmed. Each change increases `version`. An unknown id and another partner's transaction both return 404.",
  example: { path: { id: crossRamp.id }, data: completedCrossRamp },
});

export const provideInformation = defineDocs(informationContract, {
  sdk: ['transactions.provideInformation', 'Provides the information that a hold requests before the payout.'],
  description:
    'Provides the information that the `hold` of a transaction requests. Send an item for each field of `requestedInformation`, with a `value` or a `fileUrl`. Send all items in one request. The API refuses other fields. The hold then waits for the platform, until we send `HOLD_RELEASED_…` or `FAILED_…`. In the sandbox, the hold is released immediately. Without the information before the `deadline`, the transaction ends as `FAILED` with `INFORMATION_NOT_PROVIDED`.',
  body: {
    about: 'The information that a hold requests.',
    items: 'One item for each field of `requestedInformation`.',
  },
  example: {
    path: { id: releasedCrossRamp.id },
    body: { items: [{ field: 'relationship', value: 'Supplier of office furniture since 2019' }] },
    data: releasedCrossRamp,
  },
  refusals: [noInformationRequested()],
});

function entry(
  [debit, credit]: readonly [string, string],
  [amount, currency]: readonly [string, string],
  cause: string,
  second: string,
): ResponseData<'LedgerLine'>[] {
  const rest = { amount, currency, at: `2026-01-15T16:30:${second}Z`, cause };
  return [
    { account: debit, side: 'DEBIT', ...rest },
    { account: credit, side: 'CREDIT', ...rest },
  ];
}

const user = `user:${userId}`;

export const updateTransaction = defineDocs(updateContract, {
  sdk: ['transactions.update', 'Changes your own data about a transaction (only sent fields). `null` clears a field.'],
  description:
    'Changes the `externalId` and the `metadata` of a transaction, in any status. An absent field does not change, and null clears a field. The API merges `metadata`: a key with a value is set, a key with null is removed, and other keys do not change. The change sends no webhook. The change increases `version` and appears in the change feed. A request that changes nothing returns 200 and does not increase `version`. An issued receipt does not change.',
  body: { about: 'Your own data about a transaction.', ...annotationNotes, metadata: metadataChangesNote },
  example: {
    path: { id: crossRamp.id },
    body: { metadata: { branch: null, costCenter: '7040' } },
    data: { ...completedCrossRamp, metadata: { costCenter: '7040' }, version: 7 },
  },
});

export const listTransactionLedger = defineDocs(ledgerContract, {
  sdk: ['transactions.listLedger', 'Reads the ledger entries of a transaction.'],
  description:
    'Returns the ledger entries of a transaction, oldest first. In every step, debits equal credits in each currency. Amounts are decimal text.',
  example: {
    path: { id: crossRamp.id },
    data: wholeList(
      ...entry(['settlement:pay-in', user], ['2000.01', 'MXN'], 'DEPOSIT_RECEIVED', '12.379'),
      ...entry([user, 'platform:fees'], ['25.00', 'MXN'], 'CONVERSION_COMPLETED', '16.390'),
      ...entry([user, 'platform:position'], ['1975.01', 'MXN'], 'CONVERSION_COMPLETED', '16.390'),
      ...entry(['platform:position', user], ['106.42', 'USD'], 'CONVERSION_COMPLETED', '16.390'),
      ...entry([user, 'settlement:pay-out'], ['106.42', 'USD'], 'PAYOUT_COMPLETED', '20.401'),
    ),
  },
});

export const listTransactions = defineDocs(listContract, {
  sdk: ['transactions.list', 'Lists transactions, by default newest first.'],
  description:
    'Lists your transactions, by default newest first. Transactions must match all filters. `fiatCurrency` and `amount` match the source or the target. `createdFrom` and `createdTo` are inclusive. To read further, send the `nextCursor` of a page as the next `cursor`. With only `status`, `type`, both, or `userId`, `count` includes all matches. `externalId` finds its transactions among any number of others. Together with a `status`, one request reads 100 transactions with this id. With any other filter, or with dates, one request scans at most 5,000 transactions. If the list is longer, `count` includes only the matches among the scanned transactions, with `countIsLowerBound`. A page can then be short or empty. Continue with `nextCursor`.',
  parameters: {
    externalId: 'Your external id, in the same letter case.',
    amount: 'Exactly this source or target amount, in any currency.',
  },
  example: { query: { status: 'COMPLETED', userId }, data: wholeList(completedCrossRamp) },
});

export const getMockTestingGuide = defineDocs(mockTestingGuideContract, {
  sdk: ['sandbox.getMockTestingGuide', 'Reads the sandbox amounts and their outcomes.'],
  description:
    'Returns the sandbox amounts and the outcome of each amount. The simulator uses the same table. In production, `enabled` is false and the lists of rules are empty.',
  example: { data: guideFor('sandbox') },
});

export const getReceipt = defineDocs(receiptContract, {
  sdk: ['transactions.getReceipt', 'Reads the receipt of a completed transaction.'],
  sdkFile: ['transactions.getReceiptPdf', 'Downloads the receipt of a completed transaction as a PDF.'],
  description:
    'Returns the receipt of a completed transaction: parties, amounts, fee, rate, rails, and the sentences that the corridor requires. The receipt is in `language` (default: Spanish for Mexico and the Dominican Republic, otherwise English). The first request issues the receipt. All later responses contain the same bytes. A returned payout has a separate receipt. Before COMPLETED, the API returns 409. With `Accept: application/pdf`, the response is the same receipt as a tagged PDF. The PDF shows only the last digits of account numbers. The first request in a language creates the PDF, and all later responses contain the same bytes. `x-document-sha256` is the digest of these bytes. If the user was erased, the API returns 404.',
  example: { path: { id: crossRamp.id }, query: { language: 'en' }, data: receipt },
  refusals: [receiptNotIssued(), receiptErased()],
});

export const getReturnReceipt = defineDocs(returnReceiptContract, {
  sdk: ['transactions.getReturnReceipt', 'Reads the receipt of a returned payout.'],
  sdkFile: ['transactions.getReturnReceiptPdf', 'Downloads the receipt of a returned payout as a PDF.'],
  description:
    'Returns the receipt of a payout that the bank returned after completion. This receipt is a separate document with the id of the first receipt. The first request issues the receipt, and all later responses contain the same bytes. With `Accept: application/pdf`, the response is a PDF, as for the first receipt. Before the payout is returned, the API returns 409.',
  example: { path: { id: offRamp.id }, query: { language: 'en' }, data: returnReceipt },
  refusals: [returnReceiptNotIssued(), receiptErased()],
});

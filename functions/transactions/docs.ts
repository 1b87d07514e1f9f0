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
  sdk: ['transactions.cancel', 'Cancels a transaction that nothing was paid in for yet. Repeating it changes nothing.'],
  description:
    "Cancels a transaction that nothing was paid in for yet. Repeating the call changes nothing and returns 200 again; from any other status it returns 400. An unknown id returns 404, another partner's transaction 403.",
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
    'Returns every step a transaction has taken, oldest first: its creation, then each change of status with its instant and cause. Steps without a webhook of their own are in it too.',
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
    "Returns the current state of a transaction, including writes whose response was sent a moment ago. `version` rises with every change. An unknown id and another partner's transaction both return 404.",
  example: { path: { id: crossRamp.id }, data: completedCrossRamp },
});

export const provideInformation = defineDocs(informationContract, {
  sdk: ['transactions.provideInformation', 'Provides what a hold requests, so that its payout can go on.'],
  description:
    'Gives the information that the `hold` of a transaction asks for: an item for each field of `requestedInformation`, with a `value` or the address of a file. All of it is given at once; what is not asked for is refused. The hold then waits for the platform, until `HOLD_RELEASED_…` or `FAILED_…` is sent; in the sandbox it is released at once. What has no response by the `deadline` ends as `FAILED` with `INFORMATION_NOT_PROVIDED`.',
  body: {
    about: 'Responses to what a hold asks for.',
    items: 'A response to each field of `requestedInformation`.',
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
  sdk: ['transactions.update', 'Changes your own data about a transaction: absent fields stay, `null` clears.'],
  description:
    'Changes the `externalId` and the `metadata` of a transaction, in any status. An absent field keeps its value, and null clears it. `metadata` is merged: a key with a value is set, a key with null is removed, and other keys stay. The change sends no webhook. It raises `version`, and the change feed shows it. A request that changes nothing returns 200 and keeps the version. An issued receipt keeps the values that it was issued with.',
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
    'Returns the double entries of a transaction, oldest first. Per currency, debits equal credits at every step. Amounts are decimal text.',
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
  sdk: ['transactions.list', 'Lists transactions, newest first unless asked otherwise.'],
  description:
    'Lists your transactions, newest first unless asked otherwise. Filters combine; `fiatCurrency` and `amount` match either side, `createdFrom` and `createdTo` are inclusive. For deep reading pass `nextCursor` of a page as `cursor` of the next one. Lists of a status, a type, both, or a user are counted whole. `externalId` finds its transactions among any number of others; with a `status`, one request reads 100 of them. With any other filter, or with dates, one request scans 5,000 transactions at most: where that is not enough, `count` is the number of matches among them, with `countIsLowerBound`, and `nextCursor` goes on after them even where the page is short or empty.',
  parameters: {
    externalId: 'Transactions with your external id, in the same letter case.',
    amount: 'Exactly this amount on either side, in any currency.',
  },
  example: { query: { status: 'COMPLETED', userId }, data: wholeList(completedCrossRamp) },
});

export const getMockTestingGuide = defineDocs(mockTestingGuideContract, {
  sdk: ['sandbox.getMockTestingGuide', 'Reads which amounts lead to which outcome.'],
  description:
    'Returns the sandbox amounts and the outcome that each leads to, from the table that drives the simulator itself. In production `enabled` is false and the rules are empty.',
  example: { data: guideFor('sandbox') },
});

export const getReceipt = defineDocs(receiptContract, {
  sdk: ['transactions.getReceipt', 'Reads the receipt of a completed transaction.'],
  sdkFile: ['transactions.getReceiptPdf', 'Downloads the receipt of a completed transaction, a PDF.'],
  description:
    'Returns the receipt of a completed transaction: parties, amounts, fee, rate, rails, and the sentences that the corridor requires, in `language` (default: Spanish for Mexico and the Dominican Republic, else English). It is issued when it is first asked for and has the same bytes from then on, whatever happens later: a payout that comes back has a receipt of its own. Before COMPLETED the response is 409. With `Accept: application/pdf` the response is the same receipt as a tagged PDF, which shows the end of account numbers alone; it is made when it is first asked for in a language and has the same bytes from then on, and `x-document-sha256` is their digest. It goes with an erased user: 404 then.',
  example: { path: { id: crossRamp.id }, query: { language: 'en' }, data: receipt },
  refusals: [receiptNotIssued(), receiptErased()],
});

export const getReturnReceipt = defineDocs(returnReceiptContract, {
  sdk: ['transactions.getReturnReceipt', 'Reads the receipt of a payout that came back.'],
  sdkFile: ['transactions.getReturnReceiptPdf', 'Downloads the receipt of a payout that came back, a PDF.'],
  description:
    'Returns the receipt of a payout that came back after its transaction was completed: a document of its own, which names the first receipt. It is issued when it is first asked for and has the same bytes from then on. With `Accept: application/pdf` the response is a PDF, as for the first receipt. Before the payout has come back the response is 409.',
  example: { path: { id: offRamp.id }, query: { language: 'en' }, data: returnReceipt },
  refusals: [returnReceiptNotIssued(), receiptErased()],
});

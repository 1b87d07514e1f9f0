import { fiatOutOfRange, quoteFailed, quoteUsed, sameCurrencies, writeContention } from '#shared/api/problems';
import { defineDocs } from '#shared/contract/define-docs';
import {
  amountNote,
  complianceNotes,
  crossRampQuote,
  crossRampRate,
  crossRampRequest,
  invoiceNote,
  pesoRange,
  premiumNote,
} from '#shared/quotes/examples';
import { annotationNotes, annotations, crossRamp } from '#shared/transactions/examples';
import { userId } from '#shared/users/examples';
import { contract as createContract } from './create/contract';
import { contract as getQuoteContract } from './get-quote/contract';
import { contract as quoteContract } from './quote/contract';
import { contract as rateContract } from './rate/contract';

const account = createContract.body.shape.targetBankAccount.def.innerType;

export const createCrossRamp = defineDocs(createContract, {
  sdk: ['crossRamps.create', 'Creates a cross-ramp. Keep an `idempotencyKey` of your own with each order.'],
  description:
    'Creates a fiat-to-fiat transaction for a verified user: the user pays the source currency into `sourceBankAccount`, quoting its `message`, and the target account is paid out. Give a `quoteId`, whose currencies and amounts then count, or both currencies and exactly one amount. The target account comes inline as `targetBankAccount`; what it needs depends on its country, and its currency must be the target currency. With an `Idempotency-Key` a repeated request returns the first response for 48 hours and never creates a second transaction. Unfunded transactions expire after 72 hours.',
  body: {
    about: 'A cross-ramp to create.',
    sourceCurrency: 'Required without a `quoteId`.',
    targetCurrency: 'Required without a `quoteId`.',
    sourceAmount: `${amountNote} Ignored with a \`quoteId\`.`,
    targetAmount: `${amountNote} Ignored with a \`quoteId\`.`,
    quoteId: 'Your quote, not expired and not used.',
    premiumSpread: premiumNote,
    targetBankAccountId: 'A saved bank account of the user.',
    targetCountry: 'The country of the target account when absent. With a saved account it must be that country.',
    invoiceFile: invoiceNote,
    reference: 'A memo for the payment, as text.',
    ...annotationNotes,
    ...complianceNotes,
  },
  parts: {
    TargetBankDetails: {
      schema: account,
      notes: {
        about:
          'Bank details by country. Mexico: `accountIdentifier` (CLABE, 18 digits). Dominican Republic: `accountIdentifier`, `bankName`, `accountType`, `documentIdentifier`, `documentType`. United States: `accountIdentifier`, `bankName`, `routingNumber`, `accountHolder`, `address`. SEPA: `iban`, `bic`, `bankName`, `accountHolder`. China and Hong Kong: `accountIdentifier`, `bankName`, `accountType`, `accountHolder`, `address`.',
        country: 'ISO 3166-1 alpha-2; derived from the IBAN, the routing number or the currency when absent.',
      },
    },
    AccountHolder: {
      schema: account.shape.accountHolder.def.innerType,
      notes: {
        about: 'A person with both names, or a business with its name.',
        type: 'Derived from the names when absent.',
      },
    },
    PostalAddress: {
      schema: account.shape.address.def.innerType,
      notes: {
        about:
          'Where needed: `streetLine1`, `city`, `postalCode` and `country`; in SEPA, where it is given, `city` and `country`.',
      },
    },
  },
  example: {
    headers: { 'Idempotency-Key': '5f0c6a5e-8b1d-4c39-9a44-0d6a1f2e7b90' },
    body: {
      userId,
      quoteId: crossRampQuote.quoteId,
      targetBankAccount: {
        accountIdentifier: '123456789012',
        bankName: 'First Bank',
        routingNumber: '021000021',
        accountHolder: { firstName: 'Ana', lastName: 'García' },
        address: { streetLine1: '1 Main St', city: 'Austin', postalCode: '73301', country: 'US' },
      },
      reference: 'Invoice 1042',
      ...annotations,
    },
    data: crossRamp,
  },
  refusals: [fiatOutOfRange('CROSS_RAMP', pesoRange), quoteUsed(crossRamp.id), writeContention()],
});

export const getCrossRampQuote = defineDocs(getQuoteContract, {
  sdk: ['crossRamps.getQuote', 'Reads a locked price, with the transaction that used it.'],
  description:
    "Returns your cross-ramp quote as it was locked, with `usedBy`: the id of the transaction that has used it, or null. An expired quote is there for a week. An unknown id, another partner's quote and a quote of another kind all return 404.",
  example: { path: { id: crossRampQuote.quoteId }, data: { ...crossRampQuote, usedBy: crossRamp.id } },
});

export const createCrossRampQuote = defineDocs(quoteContract, {
  sdk: ['crossRamps.createQuote', 'Locks a price until `expiresAt`, for one transaction.'],
  description:
    'Locks the rate of this instant until `expiresAt`, by default for 60 seconds. Give exactly one of `sourceAmount` and `targetAmount`. A quote belongs to the partner that made it and pays for one transaction; a creation that fails does not use it up. For a sandbox outcome, lock the quote with the sandbox amount as `sourceAmount`.',
  body: {
    about: 'A price to lock. Give one of the two amounts.',
    sourceAmount: amountNote,
    targetAmount: amountNote,
    premiumSpread: premiumNote,
    targetCountry: 'Needed for payouts in dollars to China or Hong Kong.',
    targetRail: 'LOCAL by default.',
  },
  example: { body: crossRampRequest, data: crossRampQuote },
  refusals: [sameCurrencies(), fiatOutOfRange('CROSS_RAMP', pesoRange), quoteFailed()],
});

export const getCrossRampRate = defineDocs(rateContract, {
  sdk: ['crossRamps.getRate', 'Reads a price without locking it. `rate` is in target units per source unit.'],
  description:
    'Prices a conversion at this instant without locking anything. Give exactly one of `sourceAmount` and `targetAmount`; the other is worked out. The fixed fee is taken off the source amount, and `rate` already contains the spread and your premium. Use a quote when the price has to hold.',
  parameters: {
    sourceCurrency: 'What the user pays in.',
    targetCurrency: 'What is paid out.',
    sourceAmount: 'What the user pays. Give this or `targetAmount`.',
    targetAmount: 'What is paid out. Give this or `sourceAmount`.',
    targetCountry: 'Needed for payouts in dollars to China or Hong Kong.',
  },
  example: { query: crossRampRequest, data: crossRampRate },
  refusals: [sameCurrencies(), fiatOutOfRange('CROSS_RAMP', pesoRange), quoteFailed()],
});

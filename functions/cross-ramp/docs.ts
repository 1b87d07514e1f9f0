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
  sdk: ['crossRamps.create', 'Creates a cross-ramp. Store your own `idempotencyKey` with each order.'],
  description:
    'Creates a fiat-to-fiat transaction for a verified user. The user pays the source currency into `sourceBankAccount`, with `message` as the reference. We then pay out to the target account. Send a `quoteId`, which sets the currencies and amounts, or both currencies and exactly one amount. Send the account as `targetBankAccount` or as the id of a saved account. The country determines the required bank details. The currency of the account must be the target currency. For 48 hours, a repeated request with the same `Idempotency-Key` returns the first response and creates no second transaction. Unfunded transactions expire after 72 hours.',
  body: {
    about: 'A cross-ramp to create.',
    sourceCurrency: 'Required without a `quoteId`.',
    targetCurrency: 'Required without a `quoteId`, or with a quote from `/quotes`.',
    sourceAmount: `${amountNote} Ignored with a \`quoteId\`.`,
    targetAmount: `${amountNote} Ignored with a \`quoteId\`.`,
    quoteId: 'Your quote. Must be neither expired nor used.',
    premiumSpread: premiumNote,
    targetBankAccountId: 'A saved bank account of the user.',
    targetCountry: 'Default: the country of the target account. Must be equal to the country of a saved account.',
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
          'Required bank details by country. Mexico: `accountIdentifier` (CLABE, 18 digits). Dominican Republic: `accountIdentifier`, `bankName`, `accountType`, `documentIdentifier`, `documentType`. United States: `accountIdentifier`, `bankName`, `routingNumber`, `accountHolder`, `address`. SEPA: `iban`, `bic`, `bankName`, `accountHolder`. China and Hong Kong: `accountIdentifier`, `bankName`, `accountType`, `accountHolder`, `address`.',
        country: 'ISO 3166-1 alpha-2. Default: derived from the IBAN, the routing number or the currency.',
      },
    },
    AccountHolder: {
      schema: account.shape.accountHolder.def.innerType,
      notes: {
        about: 'A person with `firstName` and `lastName`, or a business with `businessName`.',
        type: 'Default: derived from the names.',
      },
    },
    PostalAddress: {
      schema: account.shape.address.def.innerType,
      notes: {
        about:
          'Requires `streetLine1`, `city`, `postalCode` and `country`. In SEPA, the address is optional and requires only `city` and `country`.',
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
  sdk: ['crossRamps.getQuote', 'Reads a quote with the id of the transaction that used it.'],
  description:
    "Returns your locked cross-ramp quote. `usedBy` is the id of the transaction that used the quote, or null. An expired quote remains available for a week. An unknown id, another partner's quote and a quote of another kind all return 404.",
  example: { path: { id: crossRampQuote.quoteId }, data: { ...crossRampQuote, usedBy: crossRamp.id } },
});

export const createCrossRampQuote = defineDocs(quoteContract, {
  sdk: ['crossRamps.createQuote', 'Locks a price until `expiresAt`, for one transaction.'],
  description:
    'Locks the current rate until `expiresAt`, by default for 60 seconds. Send exactly one of `sourceAmount` and `targetAmount`. Only the partner that created a quote can use it, for one transaction. A failed creation does not use up the quote. For a sandbox outcome, send the sandbox amount as `sourceAmount`.',
  body: {
    about: 'A price to lock. Send one of the two amounts.',
    sourceAmount: amountNote,
    targetAmount: amountNote,
    premiumSpread: premiumNote,
    targetCountry: 'For payouts in USD to China (`CN`) or Hong Kong (`HK`).',
    targetRail: 'Default: LOCAL.',
  },
  example: { body: crossRampRequest, data: crossRampQuote },
  refusals: [sameCurrencies(), fiatOutOfRange('CROSS_RAMP', pesoRange), quoteFailed()],
});

export const getCrossRampRate = defineDocs(rateContract, {
  sdk: ['crossRamps.getRate', 'Reads a price without locking it. `rate` is in target currency per source unit.'],
  description:
    'Returns the current price of a conversion without a lock. Send exactly one of `sourceAmount` and `targetAmount`. The API calculates the other amount. The fixed fee is deducted from the source amount. `rate` already includes the spread and your premium. To lock the price, create a quote.',
  parameters: {
    sourceCurrency: 'The currency that the user pays.',
    targetCurrency: 'The currency of the payout.',
    sourceAmount: 'The amount that the user pays. Send this or `targetAmount`.',
    targetAmount: 'The amount of the payout. Send this or `sourceAmount`.',
    targetCountry: 'For payouts in USD to China (`CN`) or Hong Kong (`HK`).',
  },
  example: { query: crossRampRequest, data: crossRampRate },
  refusals: [sameCurrencies(), fiatOutOfRange('CROSS_RAMP', pesoRange), quoteFailed()],
});

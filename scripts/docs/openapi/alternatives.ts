/** Choices between the fields that a body must have. On POST, null counts as the absence of a field. */
import { fiatCurrencies } from '#shared/values/money/currency';
import type { JsonObject } from './json-schema';

function present(...fields: readonly string[]): JsonObject {
  return {
    properties: Object.fromEntries(fields.map((field) => [field, { not: { type: 'null' } }])),
    required: fields,
  };
}

function exactlyOneOf(...fields: readonly string[]): JsonObject {
  return { oneOf: fields.map((field) => present(field)) };
}

function atLeastOneOf(...fields: readonly string[]): JsonObject {
  return { anyOf: fields.map((field) => present(field)) };
}

/** Refuses the same currency in two fields of a body. */
function differentCurrencies(one: string, other: string): JsonObject {
  return {
    anyOf: fiatCurrencies.map((currency) => ({
      properties: { [one]: { const: currency }, [other]: { enum: fiatCurrencies.filter((next) => next !== currency) } },
    })),
  };
}

/** Requires fields of a body without a quote; with one, the quote's currencies and amounts count. */
function withoutQuote(needed: JsonObject): JsonObject {
  return { if: present('quoteId'), else: needed };
}

function ofType(transactionType: string, needed: JsonObject): JsonObject {
  return {
    if: { properties: { transactionType: { const: transactionType } }, required: ['transactionType'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: needed,
  };
}

const rampTerms = [
  withoutQuote(present('fiatCurrency', 'blockchainSymbol', 'tokenSymbol')),
  withoutQuote(exactlyOneOf('fiatAmount', 'cryptoAmount')),
];

/** Alternatives by component of a request's body or of a part of it. */
export const alternatives: Readonly<Record<string, readonly JsonObject[]>> = {
  CreateQuoteRequest: [
    ofType('ON_RAMP', present('fiatAmount')),
    ofType('OFF_RAMP', present('cryptoAmount')),
    ofType('CROSS_RAMP', exactlyOneOf('fiatAmount', 'cryptoAmount')),
  ],
  CreateCrossRampQuoteRequest: [
    exactlyOneOf('sourceAmount', 'targetAmount'),
    differentCurrencies('sourceCurrency', 'targetCurrency'),
  ],
  CreateCrossRampRequest: [
    withoutQuote(present('sourceCurrency', 'targetCurrency')),
    withoutQuote(exactlyOneOf('sourceAmount', 'targetAmount')),
    withoutQuote(differentCurrencies('sourceCurrency', 'targetCurrency')),
    atLeastOneOf('targetBankAccount', 'targetBankAccountId', 'receiverId'),
  ],
  CreateWebhookEndpointRequest: [exactlyOneOf('url', 'eventBusArn')],
  UpdateWebhookEndpointRequest: [exactlyOneOf('url', 'eventBusArn')],
  KycDocument: [atLeastOneOf('fileUrl', 'frontIdUrl', 'backIdUrl')],
  CreateOnRampRequest: [...rampTerms, atLeastOneOf('destinationWalletAddress', 'walletId')],
  CreateOffRampRequest: [...rampTerms, atLeastOneOf('userBankInformation', 'userBankInformationId', 'receiverId')],
};

import { Ajv2020 } from 'ajv/dist/2020';
import { expect, it } from 'vitest';
import { docsFor } from '#docs/endpoint-docs';
import { openApiDocument } from '#docs/openapi/document';
import { bodyComponentName, isObject } from '#docs/openapi/json-schema';
import { accountDetails } from '#test/support/builders/account-details';

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ ...openApiDocument(), $id: 'openapi' });

/** Returns true if the OpenAPI document accepts the example of an operation with changed fields; `undefined` removes a field. */
function takes(id: string, changes: Readonly<Record<string, unknown>>): boolean {
  const example = docsFor(id).example.body;
  const body: unknown = JSON.parse(JSON.stringify({ ...(isObject(example) ? example : {}), ...changes }));
  return ajv.validate({ $ref: `openapi#/components/schemas/${bodyComponentName(id)}` }, body);
}

const quoteId = '019bc2bd-8490-7e61-a7c8-50d2f3b91e47';
const pair = { sourceCurrency: 'MXN', targetCurrency: 'USD' };
const eventBusArn = 'arn:aws:events:eu-west-1:111122223333:event-bus/payments';
const usAddress = accountDetails.US.address;
const account = { accountIdentifier: '012180015500000008' };

it.each<[id: string, changes: Readonly<Record<string, unknown>>, taken: boolean]>([
  ['createCrossRampQuote', {}, true],
  ['createCrossRampQuote', { sourceAmount: 10, targetAmount: 10 }, false],
  ['createCrossRampQuote', { sourceAmount: 10, targetAmount: null }, true],
  ['createCrossRampQuote', { sourceAmount: undefined, targetAmount: null }, false],
  ['createCrossRampQuote', { targetCurrency: 'MXN' }, false],
  ['createCrossRamp', {}, true],
  ['createCrossRamp', { quoteId: undefined, sourceCurrency: 'USD', targetCurrency: 'USD', sourceAmount: 10 }, false],
  ['createReceiver', { receiverType: 'INDIVIDUAL', firstName: 'Ana', lastName: '\u00ad' }, false],
  ['startKyc', { documents: [{ type: 'PASSPORT', fileUrl: 'https://files.example.com/a.jpg' }] }, true],
  ['startKyc', { documents: [{ type: 'PASSPORT', fileUrl: null }] }, false],
  ['createCrossRamp', { quoteId: null }, false],
  ['createCrossRamp', { quoteId: undefined, ...pair, sourceAmount: 10 }, true],
  ['createCrossRamp', { quoteId: undefined, ...pair, sourceAmount: 10, targetAmount: 1 }, false],
  ['createCrossRamp', { quoteId: undefined, sourceCurrency: 'MXN', sourceAmount: 10 }, false],
  ['createCrossRamp', { targetBankAccount: undefined }, false],
  ['createCrossRamp', { targetBankAccount: null, receiverId: quoteId }, true],
  ['createQuote', { transactionType: 'ON_RAMP', fiatAmount: 10, cryptoAmount: 10 }, true],
  ['createQuote', { transactionType: 'ON_RAMP', fiatAmount: undefined, cryptoAmount: 10 }, false],
  ['createQuote', { transactionType: 'OFF_RAMP', fiatAmount: 10, cryptoAmount: undefined }, false],
  ['createQuote', { transactionType: 'CROSS_RAMP', fiatAmount: 10, cryptoAmount: 10 }, false],
  ['createOnRamp', {}, true],
  ['createOnRamp', { destinationWalletAddress: undefined }, false],
  ['createOnRamp', { destinationWalletAddress: undefined, walletId: quoteId }, true],
  ['createOnRamp', { tokenSymbol: undefined }, false],
  ['createOnRamp', { tokenSymbol: undefined, quoteId }, true],
  ['createOffRamp', {}, true],
  ['createOffRamp', { cryptoAmount: undefined }, false],
  ['createOffRamp', { userBankInformation: undefined }, false],
  ['createOffRamp', { userBankInformation: { country: 'MX', ...account } }, true],
  ['createOffRamp', { userBankInformation: { country: 'US', ...account } }, false],
  ['createOffRamp', { userBankInformation: { country: null, ...account } }, true],
  ['createUserBankAccount', accountDetails.DO, true],
  ['createUserBankAccount', { ...accountDetails.DO, documentIdentifier: '101850043' }, false],
  ['createUserBankAccount', { ...accountDetails.DO, documentIdentifier: '101850043', documentType: 'RNC' }, true],
  ['createUserBankAccount', { ...accountDetails.DO, accountIdentifier: '٩٦٠١٢٣٤٥٦٧' }, false],
  ['createUserBankAccount', accountDetails.US, true],
  ['createUserBankAccount', { ...accountDetails.US, accountIdentifier: '1234-5678' }, false],
  ['createUserBankAccount', { ...accountDetails.US, routingNumber: '900000003' }, false],
  ['createUserBankAccount', { ...accountDetails.US, address: { ...usAddress, postalCode: 'ABCDE' } }, false],
  ['createUserBankAccount', { ...accountDetails.US, address: { ...usAddress, country: 'us', postalCode: '1' } }, false],
  [
    'createUserBankAccount',
    { ...accountDetails.US, address: { ...usAddress, country: 'GB', postalCode: 'SW1A 1AA' } },
    true,
  ],
  ['createUserBankAccount', accountDetails.CN, true],
  ['createUserBankAccount', { ...accountDetails.CN, accountIdentifier: '6'.repeat(35) }, false],
  ['createReceiver', {}, true],
  ['createReceiver', { receiverType: 'INDIVIDUAL', firstName: 'Ana', lastName: null }, false],
  ['createWebhookEndpoint', {}, true],
  ['createWebhookEndpoint', { url: null, eventBusArn }, true],
  ['createWebhookEndpoint', { eventBusArn }, false],
  ['createWebhookEndpoint', { url: null }, false],
  ['createWebhookEndpoint', { url: undefined, eventBusArn: 'arn:aws:sns:eu-west-1:111122223333:payments' }, false],
  ['updateWebhookEndpoint', { url: undefined, eventBusArn }, true],
  ['updateWebhookEndpoint', { url: undefined }, false],
  ['createUserBankAccount', {}, true],
  ['createUserBankAccount', { country: 'US' }, false],
])('%s with %j is taken by the document: %s', (id, changes, taken) => {
  expect(takes(id, changes)).toBe(taken);
});

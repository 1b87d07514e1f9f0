import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { PartnerRamp } from '#sdk/client';
import type { OperationId } from '#sdk/operation-types';
import { scriptedClient, success } from './scripted-fetch';

const ROOT = resolve(import.meta.dirname, '../../..');
const document = z
  .object({
    paths: z.record(
      z.string(),
      z.record(z.string(), z.looseObject({ operationId: z.string(), deprecated: z.optional(z.boolean()) })),
    ),
  })
  .parse(JSON.parse(readFileSync(resolve(ROOT, 'docs/openapi.json'), 'utf8')));
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([, { deprecated }]) => deprecated !== true)
    .map(([method, { operationId }]) => ({ operationId, method: method.toUpperCase(), path })),
);

/** The methods of the client by the operation that each calls, as `resource.method`. */
const methodNames: Readonly<Record<OperationId, string>> = {
  createUser: 'users.create',
  listUsers: 'users.list',
  getUser: 'users.get',
  updateUser: 'users.update',
  startKyc: 'kyc.start',
  getUserKyc: 'kyc.get',
  getKycDetails: 'kyc.getDetails',
  createKycLink: 'kyc.createLink',
  createKybLink: 'kyb.createLink',
  getKyb: 'kyb.get',
  createAssociatedPerson: 'associatedPersons.create',
  listAssociatedPersons: 'associatedPersons.list',
  deleteAssociatedPerson: 'associatedPersons.delete',
  requestSignatures: 'signatures.request',
  listSignatures: 'signatures.list',
  withdrawSignature: 'signatures.withdraw',
  getSignatureDocument: 'signatures.getDocument',
  signDeclaration: 'sandbox.signDeclaration',
  expireDeclaration: 'sandbox.expireDeclaration',
  getRate: 'quotes.getRate',
  createQuote: 'quotes.create',
  getQuote: 'quotes.get',
  getCapabilities: 'capabilities.get',
  getSettlementCalendar: 'settlementCalendar.get',
  getCrossRampRate: 'crossRamps.getRate',
  createCrossRampQuote: 'crossRamps.createQuote',
  getCrossRampQuote: 'crossRamps.getQuote',
  createCrossRamp: 'crossRamps.create',
  listTransactions: 'transactions.list',
  getMockTestingGuide: 'sandbox.getMockTestingGuide',
  getTransaction: 'transactions.get',
  listTransactionEvents: 'transactions.listEvents',
  listTransactionLedger: 'transactions.listLedger',
  cancelTransaction: 'transactions.cancel',
  createOnRamp: 'onRamps.create',
  createOffRamp: 'offRamps.create',
  executeOffRamp: 'offRamps.execute',
  simulateTransaction: 'sandbox.simulateTransaction',
  decideVerification: 'sandbox.decideVerification',
  updateWebhookSettings: 'webhookSettings.update',
  getWebhookSettings: 'webhookSettings.get',
  rotateWebhookSecret: 'webhookSettings.rotateSecret',
  sendTestWebhook: 'webhookSettings.sendTest',
  listWebhookNotifications: 'webhookNotifications.list',
  replayWebhookNotifications: 'webhookNotifications.replay',
  getWebhookNotification: 'webhookNotifications.get',
  retryWebhookNotification: 'webhookNotifications.retry',
  setWebhookFaults: 'sandbox.setWebhookFaults',
  getWebhookFaults: 'sandbox.getWebhookFaults',
  createUserBankAccount: 'userBankAccounts.create',
  listUserBankAccounts: 'userBankAccounts.list',
  deleteUserBankAccount: 'userBankAccounts.delete',
  createReceiverBankAccount: 'receiverBankAccounts.create',
  listReceiverBankAccounts: 'receiverBankAccounts.list',
  deleteReceiverBankAccount: 'receiverBankAccounts.delete',
  getBankRequirements: 'bankRequirements.get',
  startBankingOnboarding: 'bankingOnboarding.start',
  getBankingOnboarding: 'bankingOnboarding.get',
  createReceiver: 'receivers.create',
  listReceivers: 'receivers.list',
  getReceiver: 'receivers.get',
  deleteReceiver: 'receivers.delete',
  createWallet: 'wallets.create',
  listWallets: 'wallets.list',
  getWalletBalances: 'wallets.getBalances',
  deleteWallet: 'wallets.delete',
  listChanges: 'changes.list',
  getOpenApi: 'documentation.getOpenApi',
  getReference: 'documentation.getReference',
  getReferenceAsset: 'documentation.getReferenceAsset',
};

/** Composed of other methods, and so no operation of its own. */
const COMPOSED = ['changes.follow'];

function methodsOf(client: PartnerRamp): Map<string, (...args: unknown[]) => unknown> {
  const methods = new Map<string, (...args: unknown[]) => unknown>();
  for (const [resource, instance] of Object.entries(client)) {
    for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(instance))) {
      if (name !== 'constructor') methods.set(`${resource}.${name}`, instance[name].bind(instance));
    }
  }
  return methods;
}

describe('the methods of the client', () => {
  const { client, sent } = scriptedClient([() => success({ data: [] })]);
  const methods = methodsOf(client);

  it('are one for each operation of the document', () => {
    expect(Object.keys(methodNames).toSorted()).toEqual(operations.map(({ operationId }) => operationId).toSorted());
    expect([...Object.values(methodNames), ...COMPOSED].toSorted()).toEqual([...methods.keys()].toSorted());
  });

  it.each(operations)('$operationId is $method $path', async ({ operationId, method, path }) => {
    const name = Object.entries(methodNames).find(([operation]) => operation === operationId)?.[1] ?? '';
    const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, id = '']) => `the-${id}`);
    sent.length = 0;
    // Neither a body nor a query: which of the two comes next depends on the operation, and both take nothing.
    await Promise.resolve(methods.get(name)?.(...ids)).catch(() => undefined);
    const expected = path.replace(/\{(\w+)\}/g, 'the-$1');
    expect(sent.map((request) => [request.method, request.url.pathname])).toEqual([[method, `/v${expected}`]]);
  });
});

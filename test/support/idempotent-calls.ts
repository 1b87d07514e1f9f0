/** A request for every operation that accepts an idempotency key, with its preparation. */
import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { ApiClient } from '#local/partner/api-client';
import { documentClient, tableName } from '#shared/dynamodb/table';
import { findNotification } from '#shared/webhooks/repository';
import { type Business, newBusiness } from '#test/support/business';

/** A POST under the partner API. */
export interface Post {
  readonly path: string;
  readonly body?: unknown;
}

type Item = Readonly<Record<string, unknown>>;

export interface IdempotentCall extends Post {
  /** A request for which the same key must be refused: another body, path or operation. */
  readonly other: Post;
  /** Tells whether an item of the table is an effect of this call. */
  readonly isEffect: (item: Item) => boolean;
  /** Effects of one such call. @default 1 */
  readonly effects?: number;
}

type Preparation = (partner: ApiClient) => Promise<IdempotentCall>;

const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7';
const pair = { fiatCurrency: 'MXN', blockchainSymbol: 'POL', tokenSymbol: 'USDC' };
const OTHER_WALLET = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';

const entity =
  (name: string) =>
  (item: Item): boolean =>
    item.entity === name;

const newEndpoint = (partner: ApiClient) =>
  created(partner, '/webhook-endpoints', { url: 'http://127.0.0.1:1/further' });

const newEmail = () => `user-${randomUUID()}@example.com`;

/** By operation id. */
export const idempotentCalls: Readonly<Record<string, Preparation>> = {
  createUser: async () => ({
    path: '/users',
    body: { type: 'INDIVIDUAL', email: newEmail() },
    other: { path: '/users', body: { type: 'INDIVIDUAL', email: newEmail() } },
    isEffect: entity('USER'),
  }),
  createWallet: async (partner) => {
    const path = `/users/${await partner.newUser()}/wallets`;
    return {
      path,
      body: { vmType: 'EVM', walletAddress: WALLET },
      other: { path, body: { vmType: 'EVM', walletAddress: OTHER_WALLET } },
      isEffect: entity('WALLET'),
    };
  },
  createReceiver: async (partner) => {
    const person = { userId: await partner.newUser(), receiverType: 'INDIVIDUAL', lastName: 'López' };
    return {
      path: '/receivers',
      body: { ...person, firstName: 'Luis' },
      other: { path: '/receivers', body: { ...person, firstName: 'Luisa' } },
      isEffect: entity('RECEIVER'),
    };
  },
  createUserBankAccount: async (partner) => {
    const path = `/banks/users/${await partner.newUser()}/accounts`;
    return account(path);
  },
  createReceiverBankAccount: async (partner) => {
    const body = { receiverType: 'INDIVIDUAL', firstName: 'Luis', lastName: 'López' };
    const id = await created(partner, '/receivers', { ...body, userId: await partner.newUser() });
    return account(`/banks/receivers/${id}/accounts`);
  },
  createCrossRamp: async (partner) => {
    const body = partner.crossRamp(await partner.verifiedUser(), { sourceAmount: 1500 });
    return {
      path: '/cross-ramp',
      body,
      other: { path: '/cross-ramp', body: { ...body, sourceAmount: 1501 } },
      isEffect: entity('TX'),
    };
  },
  createOnRamp: async (partner) => {
    const body = {
      userId: await partner.verifiedUser(),
      ...pair,
      fiatAmount: 500,
      destinationWalletAddress: WALLET,
    };
    return {
      path: '/on-ramp',
      body,
      other: { path: '/on-ramp', body: { ...body, fiatAmount: 501 } },
      isEffect: entity('TX'),
    };
  },
  createOffRamp: async (partner) => ({
    path: '/off-ramp',
    ...offRamp(await partner.verifiedUser()),
    isEffect: entity('TX'),
  }),
  sendTestWebhook: async () => ({
    path: '/webhook-settings/test',
    other: { path: '/users', body: { type: 'INDIVIDUAL', email: newEmail() } },
    isEffect: (item) => item.entity === 'NTF' && item.event === 'TEST_EVENT',
  }),
  rotateWebhookSecret: async (partner) => {
    await partner.put('/webhook-settings', { url: 'http://127.0.0.1:1/' });
    return {
      path: '/webhook-settings/secret/rotate',
      other: { path: '/webhook-settings/test' },
      // The settings with two secrets, after one rotation.
      isEffect: ({ entity: name, secrets }) => name === 'WEBHOOK' && Array.isArray(secrets) && secrets.length === 2,
    };
  },
  createWebhookEndpoint: async () => ({
    path: '/webhook-endpoints',
    body: { url: 'http://127.0.0.1:1/further' },
    other: { path: '/webhook-endpoints', body: { url: 'http://127.0.0.1:1/other' } },
    isEffect: entity('WEBHOOK_ENDPOINT'),
  }),
  rotateWebhookEndpointSecret: async (partner) => {
    const path = `/webhook-endpoints/${await newEndpoint(partner)}`;
    return {
      path: `${path}/secret/rotate`,
      other: { path: `${path}/test` },
      isEffect: ({ entity: name, secrets }) =>
        name === 'WEBHOOK_ENDPOINT' && Array.isArray(secrets) && secrets.length === 2,
    };
  },
  sendTestToWebhookEndpoint: async (partner) => {
    const path = `/webhook-endpoints/${await newEndpoint(partner)}`;
    return {
      path: `${path}/test`,
      other: { path: `${path}/secret/rotate` },
      isEffect: entity('DELIVERY'),
    };
  },
  retryWebhookNotification: async (partner) => {
    const [one, other] = [await failedTest(partner), await failedTest(partner)];
    return {
      path: `/webhook-notifications/${one}/retry`,
      other: { path: `/webhook-notifications/${other}/retry` },
      isEffect: (item) => item.entity === 'NTF' && item.manualRetryCount === 1,
    };
  },
  replayWebhookNotifications: async (partner) => {
    for (const _test of [1, 2, 3]) await created(partner, '/webhook-settings/test', undefined);
    await partner.put('/webhook-settings', { url: 'http://127.0.0.1:1/' });
    return {
      path: '/webhook-notifications/replay',
      body: { eventType: 'TEST_EVENT' },
      other: { path: '/webhook-notifications/replay', body: { eventType: 'TEST_EVENT', status: 'SENT' } },
      isEffect: (item) => item.entity === 'NTF' && Number(item.replayCount ?? 0) > 0,
      effects: 3,
    };
  },
  createQuote: async () => {
    const body = { transactionType: 'ON_RAMP', ...pair, fiatAmount: 500 };
    return {
      path: '/quotes',
      body,
      other: { path: '/quotes', body: { ...body, fiatAmount: 501 } },
      isEffect: entity('QUOTE'),
    };
  },
  createCrossRampQuote: async () => {
    const body = { sourceCurrency: 'MXN', targetCurrency: 'USD', sourceAmount: 1500 };
    return {
      path: '/cross-ramp/quotes',
      body,
      other: { path: '/cross-ramp/quotes', body: { ...body, sourceAmount: 1501 } },
      isEffect: entity('QUOTE'),
    };
  },
  startKyc: async (partner) => {
    const path = `/users/${await partner.newUser()}/kyc`;
    return {
      path,
      body: { country: 'MX', firstName: 'Ana', lastName: 'García' },
      other: { path, body: { country: 'MX', firstName: 'Ana', lastName: 'Review' } },
      isEffect: entity('KYC'),
    };
  },
  createKycLink: async (partner) => link(`/users/${await partner.newUser()}/kyc/verification-link`),
  createKybLink: async (partner) => link(`/users/${(await newBusiness(partner)).userId}/kyb/verification-link`),
  decideVerification: async (partner) => {
    const path = `/sandbox/users/${await partner.newUser()}/verification`;
    return {
      path,
      body: { result: 'VERIFIED' },
      other: { path, body: { result: 'REJECTED' } },
      isEffect: entity('KYC'),
    };
  },
  createAssociatedPerson: async (partner) => {
    const business = await newBusiness(partner);
    return {
      path: business.persons,
      body: business.owner(),
      other: { path: business.persons, body: business.owner() },
      isEffect: entity('PERSON'),
    };
  },
  requestSignatures: async (partner) => {
    const business = await newBusiness(partner);
    await business.addOwner();
    return {
      path: business.signatures,
      body: {},
      other: { path: business.signatures, body: { country: 'MX' } },
      isEffect: entity('LINK'),
    };
  },
  signDeclaration: async (partner) => {
    const [business, owner, other] = await twoAsked(partner);
    return {
      path: `/sandbox${business.person(owner)}/sign`,
      other: { path: `/sandbox${business.person(other)}/sign` },
      isEffect: (item) => item.entity === 'NTF' && item.event === 'DOCUMENT_SIGNED',
    };
  },
  expireDeclaration: async (partner) => {
    const [business, owner, other] = await twoAsked(partner);
    return {
      path: `/sandbox${business.person(owner)}/expire`,
      other: { path: `/sandbox${business.person(other)}/expire` },
      // An owner at its third version: created, asked, expired.
      isEffect: (item) => item.entity === 'PERSON' && item.version === 3,
    };
  },
  startBankingOnboarding: async (partner) => {
    const path = `/banks/users/${await partner.verifiedUser()}/banking-onboarding`;
    return {
      path,
      body: { country: 'US' },
      other: { path, body: {} },
      isEffect: entity('VA'),
    };
  },
  executeOffRamp: async (partner) => {
    const { body } = offRamp(await partner.verifiedUser());
    const [one, other] = [await created(partner, '/off-ramp', body), await created(partner, '/off-ramp', body)];
    return {
      path: '/off-ramp/execute',
      body: { transactionId: one },
      other: { path: '/off-ramp/execute', body: { transactionId: other } },
      isEffect: (item) => item.PK === `TX#${one}` && item.trigger === 'EXECUTE' && item.entity === 'TIMELINE',
    };
  },
  simulateTransaction: async (partner) => {
    const body = partner.crossRamp(await partner.verifiedUser(), { sourceAmount: 1500 });
    const path = `/sandbox/transactions/${await created(partner, '/cross-ramp', body)}/simulate`;
    return {
      path,
      body: { event: 'DEPOSIT_RECEIVED' },
      other: { path, body: { event: 'EXPIRE' } },
      isEffect: (item) => item.entity === 'NTF' && item.event === 'FIAT_RECEIVED_CROSS_RAMP',
    };
  },
};

function account(path: string): IdempotentCall {
  return {
    path,
    body: { country: 'MX', accountIdentifier: '646180110400000007' },
    other: { path, body: { country: 'MX', accountIdentifier: '012180015500000008' } },
    isEffect: entity('BANK'),
  };
}

function link(path: string): IdempotentCall {
  return {
    path,
    body: { country: 'MX' },
    other: { path, body: { country: 'MX', partnerRedirectUri: 'https://example.com/back' } },
    isEffect: entity('LINK'),
  };
}

/** A business with two owners who are asked for their signatures. */
async function twoAsked(partner: ApiClient): Promise<[Business, string, string]> {
  const business = await newBusiness(partner);
  const [one, other] = [await business.addOwner(), await business.addOwner()];
  await business.requestSignatures();
  return [business, one, other];
}

/** A test event whose attempts are used up, as stored. */
async function failedTest(partner: ApiClient): Promise<string> {
  const id = await created(partner, '/webhook-settings/test', undefined);
  await markFailed(partner, id);
  return id;
}

/** Ends the attempts of a notification, as if its endpoint had refused them all. */
export async function markFailed(partner: ApiClient, id: string): Promise<void> {
  const item = await findNotification(partner.partnerId, id);
  await documentClient().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: { PK: item?.PK, SK: item?.SK },
      UpdateExpression: 'SET #status = :failed',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':failed': 'FAILED' },
    }),
  );
}

const answeredId = z.object({ data: z.object({ id: z.string() }) });

async function created(partner: ApiClient, path: string, body: unknown): Promise<string> {
  return answeredId.parse((await partner.post(path, body)).body).data.id;
}

function offRamp(userId: string): { body: object; other: Post } {
  const body = {
    userId,
    ...pair,
    cryptoAmount: 50,
    userBankInformation: { accountIdentifier: '012180015500000008' },
  };
  return { body, other: { path: '/off-ramp', body: { ...body, cryptoAmount: 51 } } };
}

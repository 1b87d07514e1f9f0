import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { usAccount } from '#local/partner/api-client';
import { apiKeyKey, digest, webhookSettingsKey } from '#shared/dynamodb/keys';
import { generateApiKey } from '#shared/partners/domain/api-key';
import { defaultAgreement } from '#shared/partners/domain/partner';
import { encodeUser } from '#shared/users/item';
import { aUser } from '#test/support/builders/users';
import { gatewayEvent, lambdaContext } from '#test/support/gateway-event';
import { linkKeysInMemory } from '#test/support/link-keys';

linkKeysInMemory();
const table = mockClient(DynamoDBDocumentClient);
afterAll(() => table.restore());
const partnerId = '019bc1c5-0000-7000-8000-000000000002';
const userId = '019bc1c5-0000-7000-8000-000000000003';
const apiKey = generateApiKey('sbx');

const user = encodeUser(
  aUser({
    id: userId,
    partnerId,
    firstName: 'Ana',
    lastName: 'García',
    kycStatus: 'VERIFIED',
    version: 3,
    sequence: 2,
  }),
);

beforeAll(() =>
  Object.assign(process.env, {
    STAGE: 'sandbox',
    TABLE_NAME: 'ramp',
    SANDBOX_STEP_MS: '2000',
  }),
);

beforeEach(() => {
  table.reset();
  table.on(GetCommand).resolves({
    Item: {
      ...apiKeyKey(digest(apiKey)),
      entity: 'KEY',
      keyId: 'k',
      name: 'first',
      partnerId,
      partnerName: 'P',
      suspended: false,
      flows: ['OTC'],
      agreement: defaultAgreement('sandbox'),
      createdAt: '2026-01-01T00:00:00.000Z',
      lastUsedOn: new Date().toISOString().slice(0, 10),
    },
  });
  table.on(BatchGetCommand).resolves({
    Responses: { ramp: [user, { ...webhookSettingsKey(partnerId), url: 'https://example.com' }] },
  });
  table.on(TransactWriteCommand).resolves({});
});

it('costs one read for the key, one batch read and one transactional write, and no key read the next time', async () => {
  const { handler } = await import('#functions/cross-ramp/create/handler');
  const body = JSON.stringify({
    userId,
    sourceCurrency: 'MXN',
    targetCurrency: 'USD',
    sourceAmount: 2000.01,
    targetBankAccount: usAccount,
  });
  const headers = {
    'partner-api-key': apiKey,
    'content-type': 'application/json',
    'idempotency-key': 'a-key-of-sixteen-characters',
  };
  const event = () => gatewayEvent({ httpMethod: 'POST', resource: '/api/partner/v2/cross-ramp', headers, body });

  expect((await handler(event(), lambdaContext())).statusCode).toBe(201);
  expect(table.commandCalls(GetCommand)).toHaveLength(1);
  expect(table.commandCalls(BatchGetCommand)).toHaveLength(1);
  expect(table.commandCalls(TransactWriteCommand)).toHaveLength(1);
  expect(table.commandCalls(UpdateCommand)).toHaveLength(0);
  expect(table.calls()).toHaveLength(3);

  const entities = table
    .commandCalls(TransactWriteCommand)[0]
    ?.args[0].input.TransactItems?.map(
      ({ Put, ConditionCheck }) => Put?.Item?.entity ?? Put?.Item?.PK ?? ConditionCheck?.Key?.PK,
    );
  const lists = (collection: string, facets: string[]) =>
    facets.map((facet) => `L#${partnerId}#${collection}#${facet}`);
  expect(entities).toEqual([
    'IDEMPOTENCY',
    'TX',
    ...lists('TX', ['ALL', 'STATUS#PENDING#TYPE#CROSS_RAMP', 'TYPE#CROSS_RAMP', `USER#${userId}`]),
    'NTF',
    ...lists('NTF', ['ALL', 'STATUS#PENDING', 'TYPE#CREATED_CROSS_RAMP']),
    'SIM',
    'UNIQUE_BANK',
    'BANK',
    `L#${partnerId}#BANK#USER#${userId}`,
    // Only while the user is verified.
    `USER#${userId}`,
  ]);

  table.resetHistory();
  expect((await handler(event(), lambdaContext())).statusCode).toBe(201);
  expect(table.commandCalls(GetCommand)).toHaveLength(0);
  expect(table.calls()).toHaveLength(2);
});

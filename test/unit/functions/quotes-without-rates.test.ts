import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKeyKey, digest } from '#shared/dynamodb/keys';
import { generateApiKey } from '#shared/partners/domain/api-key';
import { defaultAgreement } from '#shared/partners/domain/partner';
import { gatewayEvent, lambdaContext } from '#test/support/gateway-event';

const table = mockClient(DynamoDBDocumentClient);
const apiKey = generateApiKey('live');
const environment = { STAGE: 'production', TABLE_NAME: 'ramp', QUOTE_TTL_S: '60', LOG_LEVEL: 'silent' };
const before = { ...process.env };

beforeAll(() => {
  Object.assign(process.env, environment);
  table.on(GetCommand).resolves({
    Item: {
      ...apiKeyKey(digest(apiKey)),
      entity: 'KEY',
      keyId: 'k',
      name: 'first',
      partnerId: '019bc1c5-0000-7000-8000-000000000002',
      partnerName: 'P',
      suspended: false,
      flows: ['OTC'],
      agreement: defaultAgreement('production'),
      createdAt: '2026-01-01T00:00:00.000Z',
      lastUsedOn: new Date().toISOString().slice(0, 10),
    },
  });
});
afterAll(() => {
  process.env = before;
});

const ramp = {
  transactionType: 'ON_RAMP',
  fiatCurrency: 'MXN',
  tokenSymbol: 'USDC',
  blockchainSymbol: 'POL',
  fiatAmount: '1000',
};
const crossRamp = { sourceCurrency: 'MXN', targetCurrency: 'USD', sourceAmount: '1000' };

/** Production has no rate source before its provider is set up. */
describe('without a fresh rate', () => {
  it.each([
    ['GET', '/quotes', () => import('#functions/quotes/rate/handler'), ramp],
    ['POST', '/quotes', () => import('#functions/quotes/lock/handler'), { ...ramp, fiatAmount: 1000 }],
    ['GET', '/cross-ramp/quotes', () => import('#functions/cross-ramp/rate/handler'), crossRamp],
    [
      'POST',
      '/cross-ramp/quotes',
      () => import('#functions/cross-ramp/quote/handler'),
      { ...crossRamp, sourceAmount: 1000 },
    ],
  ] as const)('%s %s answers that none could be made, and stores none', async (method, path, load, fields) => {
    const { handler } = await load();
    const event = gatewayEvent({
      httpMethod: method,
      resource: `/api/partner/v2${path}`,
      headers: { 'partner-api-key': apiKey, 'content-type': 'application/json' },
      ...(method === 'GET'
        ? {
            queryStringParameters: Object.fromEntries(
              Object.entries(fields).map(([name, value]) => [name, String(value)]),
            ),
          }
        : { body: JSON.stringify(fields) }),
    });
    const answer = await handler(event, lambdaContext());
    expect(answer.statusCode).toBe(500);
    expect(JSON.parse(answer.body)).toEqual({
      success: false,
      code: 'INTERNAL_SERVER_ERROR',
      message: 'Failed to create quote',
    });
    expect(table.commandCalls(PutCommand)).toHaveLength(0);
  });
});

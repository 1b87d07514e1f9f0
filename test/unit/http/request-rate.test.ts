import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler } from '#functions/transactions/mock-testing-guide/handler';
import { apiKeyKey, digest } from '#shared/dynamodb/keys';
import { generateApiKey } from '#shared/partners/domain/api-key';
import { defaultAgreement } from '#shared/partners/domain/partner';
import { gatewayEvent, lambdaContext } from '#test/support/gateway-event';

const table = mockClient(DynamoDBDocumentClient);
afterAll(() => table.restore());
const apiKey = generateApiKey('sbx');
const lines: string[] = [];

beforeEach(() => {
  const variables = {
    STAGE: 'sandbox',
    TABLE_NAME: 'ramp',
    RATE_LIMIT_RPS: '50',
    QUOTE_TTL_S: '60',
    LOG_LEVEL: 'error',
    REQUIRED_SCOPE: 'transactions:read',
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  lines.length = 0;
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
  table.reset();
  table.on(GetCommand).resolves({
    Item: {
      ...apiKeyKey(digest(apiKey)),
      entity: 'KEY',
      keyId: 'k',
      name: 'first',
      partnerId: 'partner-of-the-rate',
      partnerName: 'P',
      suspended: false,
      flows: ['OTC'],
      agreement: defaultAgreement('sandbox'),
      createdAt: '2026-01-01T00:00:00.000Z',
      lastUsedOn: new Date().toISOString().slice(0, 10),
    },
  });
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const call = (key = apiKey) =>
  handler(
    gatewayEvent({
      httpMethod: 'GET',
      resource: '/api/partner/v2/transactions/mock-testing-guide',
      headers: { 'partner-api-key': key },
    }),
    lambdaContext(),
  );
const measured = () => lines.map((line): Record<string, unknown> => JSON.parse(line)).filter((line) => '_aws' in line);

it('is returned to the caller, and nothing is measured', async () => {
  table.on(UpdateCommand).resolves({ Attributes: { fullUs: 1 } });
  expect(await call()).toMatchObject({ statusCode: 200, headers: { ratelimit: expect.any(String) } });
  expect(measured()).toHaveLength(1);
  expect(measured()[0]).not.toHaveProperty('requestRateUnknown');
});

it('limits no one when it cannot be checked, which is measured', async () => {
  table.on(UpdateCommand).rejects(new Error('The table is away'));
  const response = await call();
  expect(response).toMatchObject({ statusCode: 200 });
  expect(response.headers).not.toHaveProperty('ratelimit');
  expect(measured()).toMatchObject([
    {
      endpoint: 'getMockTestingGuide',
      requestRateUnknown: 1,
      _aws: {
        CloudWatchMetrics: [
          { Metrics: [{ Name: 'durationMs' }] },
          { Dimensions: [['Stage']], Metrics: [{ Name: 'requestRateUnknown', Unit: 'Count' }] },
        ],
      },
    },
  ]);
});

describe('a key that this process has read before', () => {
  const key = generateApiKey('sbx');
  const record = {
    ...apiKeyKey(digest(key)),
    ...{ entity: 'KEY', keyId: 'k', name: 'first', partnerId: 'a-partner', partnerName: 'P', suspended: false },
    ...{ flows: ['OTC'], agreement: defaultAgreement('sandbox'), createdAt: '2026-01-01T00:00:00.000Z' },
  };
  const responseTo = (atMs: number) => {
    vi.setSystemTime(atMs);
    table.on(GetCommand).resolves({ Item: { ...record, lastUsedOn: new Date(atMs).toISOString().slice(0, 10) } });
    return call(key);
  };
  const taken = () => table.commandCalls(UpdateCommand).length;

  afterEach(() => {
    vi.useRealTimers();
  });

  it('takes from the rate while the key is read again, and once more at most when the key has ended', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const startMs = Date.UTC(2026, 0, 15, 12);
    table.on(UpdateCommand).resolves({ Attributes: { fullUs: 1 } });
    expect((await responseTo(startMs)).statusCode).toBe(200);
    expect(table.calls().map(({ args: [command] }) => command instanceof GetCommand)).toEqual([true, false]);
    table.resetHistory();
    expect((await responseTo(startMs + 61_000)).statusCode).toBe(200);
    expect(table.calls().map(({ args: [command] }) => command instanceof GetCommand)).toEqual([false, true]);
    Object.assign(record, { revokedAtMs: startMs + 100_000 });
    table.resetHistory();
    for (const afterMs of [130_000, 130_500, 200_000])
      expect((await responseTo(startMs + afterMs)).statusCode).toBe(401);
    expect(taken()).toBe(1);
  });
});

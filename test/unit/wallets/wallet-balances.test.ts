import { DynamoDBDocumentClient, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { readBalances } from '#functions/wallets/balance/read-balances';
import { startHttpServer } from '#local/processes/http-server';
import { type Caller, defaultAgreement } from '#shared/partners/domain/partner';
import { encodeUser } from '#shared/users/item';
import { encodeWallet, MAX_WALLETS } from '#shared/wallets/repository';
import { aUser } from '#test/support/builders/users';
import { startLoopbackSecrets } from '#test/support/servers/loopback-secrets';
import { startedForTests } from '#test/support/started-for-tests';

const ARN = 'arn:aws:secretsmanager:us-east-1:111122223333:secret:custody-AbCdEf';
const user = aUser();
const caller: Caller = {
  partnerId: user.partnerId,
  keyId: 'k',
  partnerName: 'P',
  suspended: false,
  flows: ['REGULAR'],
  agreement: defaultAgreement('production'),
  lastUsedOn: undefined,
  expiresAtMs: undefined,
  revokedAtMs: undefined,
};

const table = mockClient(DynamoDBDocumentClient);
afterAll(() => table.restore());
/** Records of the fake custodian: paths and number of requests, and the current and largest number of concurrent requests. */
const seen = { paths: new Set<string>(), calls: 0, underWay: 0, most: 0 };
const custodian = startedForTests(() =>
  startHttpServer((request, response) => {
    seen.paths.add(request.url ?? '');
    seen.calls += 1;
    seen.underWay += 1;
    seen.most = Math.max(seen.most, seen.underWay);
    setImmediate(() => {
      seen.underWay -= 1;
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"balance":"1.5"}');
    });
  }),
);
const secrets = startedForTests(startLoopbackSecrets);

beforeAll(() => {
  secrets().secrets.set(ARN, JSON.stringify({ apiKey: 'provider-key-0123456789' }));
  vi.stubEnv('STAGE', 'production');
  vi.stubEnv('TABLE_NAME', 'ramp');
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
  vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', secrets().url);
  vi.stubEnv('CUSTODY_URL', custodian().url);
  vi.stubEnv('CUSTODY_SECRET_ARN', ARN);
});
beforeEach(() => {
  Object.assign(seen, { paths: new Set(), calls: 0, underWay: 0, most: 0 });
});

it("balances of a user's wallets are read eight at a time, and cached", async () => {
  const wallets = Array.from({ length: MAX_WALLETS }, (_, slot) =>
    encodeWallet({
      id: `019bc1c5-0000-7000-8000-0000000001${String(slot).padStart(2, '0')}`,
      partnerId: user.partnerId,
      userId: user.id,
      vmType: 'EVM',
      walletAddress: `0x${String(slot).padStart(40, '0')}`,
      alias: undefined,
      slot,
      createdAtMs: 0,
    }),
  );
  table.on(GetCommand).resolves({ Item: encodeUser(user) });
  table.on(QueryCommand).resolves({ Items: wallets });
  const request = {
    caller,
    params: { userId: user.id },
    query: {},
    body: undefined,
    idempotency: undefined,
    baseUrl: '',
    nowMs: 0,
  };
  const first = await readBalances(request);
  if (!('data' in first)) throw new Error('No data');
  expect(first.data.balances).toHaveLength(MAX_WALLETS * 3);
  expect(first.data.balances[4]).toEqual({
    blockchain: 'ETH',
    flow: 'REGULAR',
    walletAddress: `0x${'1'.padStart(40, '0')}`,
    tokens: [
      { symbol: 'USDC', balance: '1.500000' },
      { symbol: 'USDT', balance: '1.500000' },
    ],
  });
  expect([seen.paths.size, seen.calls]).toEqual([MAX_WALLETS * 6, MAX_WALLETS * 6]);
  expect(seen.most).toBeLessThanOrEqual(8);
  await readBalances(request);
  expect(seen.calls).toBe(MAX_WALLETS * 6);
});

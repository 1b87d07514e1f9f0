import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import type { Answer } from '#local/partner/api-client';
import { type EndpointRow, endpointsIn } from '#shared/api/endpoints';
import { apiKeyKey, digest } from '#shared/dynamodb/keys';
import { documentClient, tableName } from '#shared/dynamodb/table';
import { issueKey } from '#shared/partners/api-keys/changes/repository';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const keyed = endpointsIn('sandbox').filter(({ scope }) => scope === 'partner');
const NIL = '00000000-0000-0000-0000-000000000000';

const running = await sharedStack();
const partner = await running.newPartner();
const userId = await partner.newUser();
const stored = await issueStoredKey('EUR', 'USDT');

/** A second key of the partner, as it was stored before these currencies were added. */
async function issueStoredKey(...later: readonly string[]): Promise<string> {
  const { partnerId } = partner;
  const { apiKey } = await issueKey({ partnerId, name: 'Stored', stage: 'sandbox', atMs: Date.now() });
  const names = Object.fromEntries(later.map((currency, index) => [`#c${index}`, currency]));
  await documentClient().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: apiKeyKey(digest(apiKey)),
      UpdateExpression: `REMOVE ${Object.keys(names)
        .map((name) => `#agreement.#ranges.${name}`)
        .join(', ')}`,
      ExpressionAttributeNames: { '#agreement': 'agreement', '#ranges': 'ranges', ...names },
    }),
  );
  return apiKey;
}

function pathOf({ id, path }: EndpointRow): string {
  const filled = path.replace('{userId}', userId).replaceAll(/\{\w+\}/g, NIL);
  return id === 'getKycDetails' ? `${filled}?userId=${userId}` : filled;
}

/** The parts of an answer that do not depend on the calls before it. */
const comparable = ({ status, body }: Answer) =>
  status < 400 ? { status } : { status, body: { ...body, requestId: undefined } };

describe('a key that was stored before a currency was added', () => {
  it.each(keyed.map((row) => [`${row.method} ${row.path}`, row] as const))('answers %s as before', async (_, row) => {
    const call = (key: string) => partner.send(row.method, pathOf(row), row.method === 'GET' ? undefined : {}, { key });
    const present = await call(partner.apiKey);
    expect(comparable(await call(stored))).toEqual(comparable(present));
    expect(present.status).toBeLessThan(500);
  });

  it('has the default range of the currency, where its partner may use it', async () => {
    const { data } = (await partner.get('/capabilities', { key: stored })).body;
    expect(data.thresholds).toContainEqual({ currency: 'EUR', min: 1, max: 500_000 });
    expect(data).toEqual((await partner.get('/capabilities')).body.data);
  });
});

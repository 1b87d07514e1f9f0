import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { type ApiClient, until } from '#local/partner/api-client';
import { addMissing, checkFeed } from '#ops/feed/check-feed';
import { encodeChanges } from '#shared/changes/item';
import { Change as changeSchema } from '#shared/changes/response-schema';
import { feedPageKey } from '#shared/dynamodb/keys';
import { documentClient, tableName } from '#shared/dynamodb/table';
import { findTransaction } from '#shared/transactions/repository';
import { lockQuote } from '#test/support/lock-quote';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

interface Change {
  readonly type: string;
  readonly id: string;
  readonly version: number;
  readonly at: string;
  readonly resource: Readonly<Record<string, unknown>>;
}

const service = await sharedStack();
const partner = await service.newPartner();

/** Reads all changes after a cursor. @returns the changes and the last cursor */
async function readOn(cursor?: string, query = ''): Promise<{ changes: Change[]; cursor: string }> {
  const changes: Change[] = [];
  let place = cursor;
  for (;;) {
    const from = place === undefined ? '' : `&cursor=${place}`;
    const { body } = await partner.get(`/changes?limit=7${query}${from}`);
    changes.push(...body.data.data);
    if (body.data.nextCursor === place) return { changes, cursor: body.data.nextCursor };
    place = body.data.nextCursor;
  }
}

describe('the changes of a partner', () => {
  it('hold a journey: each version of each resource once, as it was then', async () => {
    const userId = await partner.verifiedUser();
    const { quoteId } = await lockQuote(partner, 2000.01);
    const created = await partner.post('/cross-ramp', partner.crossRamp(userId, { quoteId }));
    const { id } = created.body.data;
    await until(async () => (await findTransaction(id))?.status === 'COMPLETED');
    const annotations = { externalId: 'late-7', metadata: { branch: 'Monterrey' } };
    const final = (await partner.send('PATCH', `/transactions/${id}`, annotations)).body.data;
    expect(final).toMatchObject(annotations);

    const { changes, cursor } = await readOn();
    let place = cursor;
    await until(async () => {
      const more = await readOn(place);
      place = more.cursor;
      changes.push(...more.changes);
      return changes.some((change) => change.id === id && change.version === final.version);
    });
    const names = changes.map(({ type, id: of, version }) => `${type} ${of} ${version}`);
    expect(new Set(names).size).toBe(names.length);
    for (const change of changes) expect(changeSchema.safeParse(change).error, JSON.stringify(change)).toBeUndefined();
    const own = changes.filter((change) => change.id === id);
    expect(own.map(({ version }) => version)).toEqual(Array.from({ length: final.version }, (_, index) => index + 1));
    expect(own.at(0)?.resource.status).toBe('PENDING');
    expect(own.at(-1)?.resource).toEqual(final);
    expect(own.at(-1)?.at).toBe(final.updatedAt);
    expect(changes.filter(({ type }) => type === 'KYC').map(({ resource }) => resource.status)).toEqual([
      'IN_PROGRESS',
      'VERIFIED',
    ]);
    const kyc = (await partner.get(`/users/${userId}/kyc`)).body.data;
    expect(changes.filter(({ type }) => type === 'KYC').at(-1)).toMatchObject({
      id: kyc.verificationId,
      version: kyc.version,
      resource: { version: kyc.version },
    });
    expect(changes.filter(({ type }) => type === 'USER').at(-1)).toMatchObject({
      id: userId,
      resource: { kycStatus: 'VERIFIED' },
    });
    expect(changes.filter(({ type }) => type === 'QUOTE')).toMatchObject([
      { id: quoteId, version: 1, resource: { quoteId, transactionId: id, sourceAmount: 2000.01 } },
    ]);
    expect(changes.filter(({ type }) => type === 'NOTIFICATION').length).toBeGreaterThan(0);
  });
});

/** Returns a time after all records in the stream. */
const later = () => Date.now() + 600_000;

async function readAllChanges(client: ApiClient): Promise<Change[]> {
  return (await client.get('/changes?limit=100')).body.data.data;
}

describe('a feed with a missing change', () => {
  it('is found by the check, which adds the latest version once', async () => {
    const client = await service.newPartner('Gap');
    const { partnerId } = client;
    const userId = await client.newUser();
    await until(async () => (await readAllChanges(client)).length === 1);
    await documentClient().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: { ...feedPageKey(partnerId, 1) },
        UpdateExpression: 'SET packed = :none',
        ExpressionAttributeValues: { ':none': encodeChanges([]).packed },
      }),
    );
    const atMs = later();
    const { missing } = await checkFeed({ partnerId, atMs });
    expect(missing).toMatchObject([{ type: 'USER', id: userId, version: 1 }]);
    await addMissing(partnerId, missing);
    await addMissing(partnerId, missing);
    expect((await readAllChanges(client)).map(({ id }) => id)).toEqual([userId]);
    expect(await checkFeed({ partnerId, atMs })).toMatchObject({ missing: [], passedOver: [] });
  });
});

/**
 * Where the writes of many creations go: runs the service's own commit for partners of Zipf sizes, with a table that takes
 * everything, and adds up the write units of each partition key.
 */
import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import * as z from 'zod/mini';
import { commit } from '#shared/transactions/create/commit';
import { newId } from '#shared/values/ids';
import { aCrossRamp } from '#test/support/builders/transactions';
import { aUser } from '#test/support/builders/users';
import { answerParent, taking } from '../processes/parent';
import { itemBytes, writeUnits } from './item-size';

/** Users of a partner take turns: enough that none of their keys is hot. */
const USERS = 500;
/** What an index entry holds: its keys, those of the item, and the entity. */
const INDEX_ENTRY = 1;

const shape = z.object({ perSecond: z.number(), seconds: z.number(), partners: z.number() });

Object.assign(process.env, { TABLE_NAME: 'simulated', STAGE: 'production' });
const table = mockClient(DynamoDBDocumentClient);
let units = new Map<string, number>();
table.on(TransactWriteCommand).callsFake(({ TransactItems = [] }) => {
  for (const { Put, Update } of TransactItems) {
    if (Put !== undefined) {
      add(String(Put.Item.PK), writeUnits(itemBytes(Put.Item), true));
      if (typeof Put.Item.duePk === 'string') add(`index ${Put.Item.duePk}`, INDEX_ENTRY);
    } else if (Update !== undefined) add(String(Update.Key.PK), writeUnits(0, true));
    else throw new Error('A creation writes by something else than puts and updates');
  }
  return {};
});

answerParent({ simulate: taking(shape, simulate) }, async () => table.restore());

/** Answers the units of each key per second, hottest first, the ten hottest of the table and of its index. */
async function simulate({ perSecond, seconds, partners }: z.infer<typeof shape>) {
  units = new Map();
  const startMs = Date.now();
  const sizes = Array.from({ length: partners }, (_, rank) => 1 / (rank + 1));
  const whole = sizes.reduce((sum, size) => sum + size, 0);
  const ids = sizes.map(() => newId(startMs));
  const users = ids.map(() => Array.from({ length: USERS }, () => newId(startMs)));
  for (const [rank, size] of sizes.entries()) {
    const partnerId = ids[rank] ?? '';
    const creations = Math.round((perSecond * seconds * size) / whole);
    for (let index = 0; index < creations; index += 1) {
      const userId = users[rank]?.[index % USERS] ?? '';
      await create(partnerId, userId, startMs + Math.floor((index * 1000 * seconds) / creations));
    }
  }
  const sum = [...units.values()].reduce((total, one) => total + one, 0);
  const keys = [...units]
    .map(([key, used]) => ({
      key: nameOf(key, ids),
      perSecond: used / seconds,
      share: used / sum,
      isIndex: key.startsWith('index '),
    }))
    .toSorted((left, right) => right.perSecond - left.perSecond);
  return {
    unitsPerSecond: sum / seconds,
    keys: [
      ...keys.filter(({ isIndex }) => !isIndex).slice(0, 5),
      ...keys.filter(({ isIndex }) => isIndex).slice(0, 1),
    ],
  };
}

async function create(partnerId: string, userId: string, atMs: number): Promise<void> {
  const next = aCrossRamp({
    id: newId(atMs),
    partnerId,
    userId,
    quoteId: newId(atMs),
    createdAtMs: atMs,
    updatedAtMs: atMs,
  });
  await commit({
    next,
    user: aUser({ id: userId, partnerId, firstName: 'Ana', lastName: 'García' }),
    response: { status: 201, text: 'x'.repeat(900) },
    scope: { partnerId, userId, key: newId(atMs), fingerprint: 'f'.repeat(64) },
    delivers: () => true,
    sandboxAmount: undefined,
  });
}

function add(key: string, used: number): void {
  units.set(key, (units.get(key) ?? 0) + used);
}

/** A key as people read it: partners by their rank in size. */
function nameOf(key: string, partnerIds: readonly string[]): string {
  return partnerIds.reduce((name, id, rank) => name.replace(id, `partner ${rank + 1}`), key);
}

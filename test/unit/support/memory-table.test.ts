/** Reads of the in-memory table have the same results as the DynamoDB engine. */
import { BatchGetCommand, PutCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { documentClient, tableName } from '#shared/dynamodb/table';
import {
  condition,
  describeBothTables,
  failure,
  get,
  invalid,
  key,
  newPartition,
  put,
  query,
  transact,
  update,
  type Values,
} from './table-cases';

describeBothTables(() => {
  describe('keys and values', () => {
    it.each<[string, Values]>([
      ['an empty partition', { PK: '', SK: 'a' }],
      ['an empty sort key', { PK: 'a', SK: '' }],
      ['no sort key', { PK: 'a' }],
      ['a number as a key', { PK: 'a', SK: 1 }],
      ['a partition of 2,049 bytes', { PK: `${'é'.repeat(1024)}a`, SK: 'a' }],
      ['a sort key of 1,025 bytes', { PK: 'a', SK: 'a'.repeat(1025) }],
      ['an index key of another type', { PK: 'a', SK: 'a', duePk: 'DUE#1', dueAt: 'soon' }],
      ['an empty index key', { PK: 'a', SK: 'a', duePk: '', dueAt: 1 }],
    ])('refuse %s', async (_, Item) => {
      expect(await failure(put(Item))).toEqual(invalid);
    });

    it('refuse a key with more or fewer attributes', async () => {
      expect(await failure(get({ ...key('a'), more: 'a' }))).toEqual(invalid);
      expect(await failure(get({ PK: 'a' }))).toEqual(invalid);
      expect(await failure(get({ PK: '', SK: 'a' }))).toEqual(invalid);
    });

    it('are kept as they are', async () => {
      const Item = {
        ...key(newPartition()),
        ...{ empty: '', zero: 0, minus: -0.5, small: 1e-7, large: Number.MAX_SAFE_INTEGER, third: 1 / 3 },
        ...{ no: false, nothing: null, list: [], map: { empty: '' }, bytes: new Uint8Array([0, 255]) },
        nested: [{ a: [1, { b: 'é' }] }],
      };
      await put(Item);
      expect(await get(key(Item.PK))).toEqual(Item);
    });

    it('leave out what is undefined', async () => {
      const Key = key(newPartition());
      await put({ ...Key, a: undefined, map: { b: undefined } });
      expect(await get(Key)).toEqual({ ...Key, map: {} });
    });

    it('add numbers exactly', async () => {
      const Key = key(newPartition());
      await put({ ...Key, a: 0.1, b: 9_007_199_254_740_990 });
      await update(Key, 'ADD a :a, b :b', { ExpressionAttributeValues: { ':a': 0.2, ':b': 1 } });
      expect(await get(Key)).toEqual({ ...Key, a: 0.3, b: 9_007_199_254_740_991 });
      const outcome = await failure(put({ ...Key }, condition('a = :v', { ':v': 0.3 })));
      expect(outcome).toEqual({ value: expect.anything() });
    });

    it('have 400 KB at most', async () => {
      const Key = key(newPartition());
      const rest = 409_600 - Buffer.byteLength(`PK${Key.PK}SK${Key.SK}text`);
      expect(await failure(put({ ...Key, text: 'a'.repeat(rest) }))).toEqual({ value: expect.anything() });
      expect(await failure(put({ ...Key, text: 'a'.repeat(rest + 1) }))).toEqual(invalid);
      const larger = failure(
        transact([{ Put: { TableName: tableName(), Item: { ...Key, text: 'a'.repeat(rest + 1) } } }]),
      );
      expect(await larger).toEqual(expect.arrayContaining([expect.stringMatching('Validation')]));
    });

    it('belong to a table', async () => {
      const call = documentClient().send(new PutCommand({ TableName: 'another', Item: key('a') }));
      expect(await failure(call)).toEqual(['ResourceNotFoundException']);
    });
  });

  describe('reads', () => {
    const page = async (PK: string, terms: Omit<QueryCommandInput, 'TableName'> = {}) => {
      const { ExpressionAttributeValues: values, ...others } = terms;
      const response = await query({
        KeyConditionExpression: 'PK = :p',
        ...others,
        ExpressionAttributeValues: { ':p': PK, ...values },
      });
      const { Items, Count, ScannedCount, LastEvaluatedKey } = response;
      return { rows: Items?.map(({ SK }) => SK).join(''), Count, ScannedCount, next: LastEvaluatedKey?.SK };
    };
    const fill = async (rows: string) => {
      const PK = newPartition();
      for (const [index, SK] of [...rows].entries()) await put({ ...key(PK, SK), even: index % 2 === 0 });
      return PK;
    };

    it('of a partition come in the order of the sort key, either way', async () => {
      const PK = await fill('cabéZ');
      expect(await page(PK)).toEqual({ rows: 'Zabcé', Count: 5, ScannedCount: 5, next: undefined });
      expect((await page(PK, { ScanIndexForward: false })).rows).toBe('écbaZ');
      expect(await page(newPartition())).toEqual({ rows: '', Count: 0, ScannedCount: 0, next: undefined });
    });

    it('go on after a limit, which may be met at the very end', async () => {
      const PK = await fill('abc');
      expect(await page(PK, { Limit: 2 })).toEqual({ rows: 'ab', Count: 2, ScannedCount: 2, next: 'b' });
      expect(await page(PK, { Limit: 2, ExclusiveStartKey: key(PK, 'b') })).toMatchObject({
        rows: 'c',
        next: undefined,
      });
      expect(await page(PK, { Limit: 3 })).toMatchObject({ rows: 'abc', next: 'c' });
      expect((await page(PK, { ExclusiveStartKey: key(PK, 'bb') })).rows).toBe('c');
      expect((await page(PK, { ExclusiveStartKey: key(PK, 'b'), ScanIndexForward: false })).rows).toBe('a');
      expect(await failure(page(PK, { Limit: 0 }))).toEqual(invalid);
    });

    it.each<[string, Values, string]>([
      ['SK BETWEEN :a AND :b', { ':a': 'b', ':b': 'c' }, 'bc'],
      ['SK >= :a', { ':a': 'c' }, 'cd'],
      ['SK > :a', { ':a': 'c' }, 'd'],
      ['SK <= :a', { ':a': 'b' }, 'ab'],
      ['SK < :a', { ':a': 'b' }, 'a'],
      ['SK = :a', { ':a': 'b' }, 'b'],
      ['begins_with(SK, :a)', { ':a': 'd' }, 'd'],
    ])('of a range: %s', async (range, ExpressionAttributeValues, rows) => {
      const PK = await fill('abcd');
      const KeyConditionExpression = `PK = :p AND ${range}`;
      expect((await page(PK, { KeyConditionExpression, ExpressionAttributeValues })).rows).toBe(rows);
    });

    it.each(['SK = :p', 'PK < :p', 'PK = :p AND even = :p', 'PK = :p AND SK > :p AND SK < :p', 'PK = :p OR SK = :p'])(
      'refuse the key condition %s',
      async (KeyConditionExpression) => {
        expect(await failure(page(newPartition(), { KeyConditionExpression }))).toEqual(invalid);
      },
    );

    it('count what a filter leaves out towards the limit', async () => {
      const PK = await fill('abcd');
      const filter = { FilterExpression: 'even = :even', ExpressionAttributeValues: { ':even': true } };
      expect(await page(PK, filter)).toEqual({ rows: 'ac', Count: 2, ScannedCount: 4, next: undefined });
      expect(await page(PK, { ...filter, Limit: 2 })).toEqual({ rows: 'a', Count: 1, ScannedCount: 2, next: 'b' });
      expect(await page(PK, { ...filter, Select: 'COUNT' })).toMatchObject({
        rows: undefined,
        Count: 2,
        ScannedCount: 4,
      });
      const byKey = { FilterExpression: 'SK = :sk', ExpressionAttributeValues: { ':sk': 'a' } };
      expect(await failure(page(PK, byKey))).toEqual(invalid);
    });

    it('end at a megabyte', async () => {
      const PK = newPartition();
      for (const SK of 'abcd') await put({ ...key(PK, SK), text: 'a'.repeat(300_000) });
      expect(await page(PK)).toMatchObject({ rows: 'abc', next: 'c' });
    });

    it('of the index are sparse, sorted by number, with its projection alone', async () => {
      const [PK, duePk] = [newPartition(), newPartition()];
      for (const [SK, dueAt] of [
        ['a', 10],
        ['b', 9],
        ['c', undefined],
        ['d', 100],
      ] as const)
        await put({ ...key(PK, SK), duePk, dueAt, entity: 'SIM', hidden: true });
      const due = { IndexName: 'byDue', KeyConditionExpression: 'duePk = :p AND dueAt < :before' };
      const values = { ExpressionAttributeValues: { ':p': duePk, ':before': 100 } };
      const { Items, LastEvaluatedKey: next } = await query({ ...due, ...values, Limit: 1 });
      expect(Items).toEqual([{ ...key(PK, 'b'), duePk, dueAt: 9, entity: 'SIM' }]);
      expect(next).toEqual({ ...key(PK, 'b'), duePk, dueAt: 9 });
      const second = await query({ ...due, ...values, ExclusiveStartKey: next });
      expect(second.Items?.map(({ SK }) => SK)).toEqual(['a']);
      await update(key(PK, 'a'), 'REMOVE duePk');
      expect((await query({ ...due, ...values })).Count).toBe(1);
      expect(await failure(query({ ...due, ...values, ConsistentRead: true }))).toEqual(invalid);
      expect(await failure(query({ ...due, ...values, IndexName: 'another' }))).toEqual(invalid);
    });

    it('of many keys return those that are there, each once', async () => {
      const PK = await fill('ab');
      const read = async (Keys: Values[]) => {
        const RequestItems = { [tableName()]: { Keys, ConsistentRead: true } };
        const { Responses } = await documentClient().send(new BatchGetCommand({ RequestItems }));
        return Responses?.[tableName()]?.map(({ SK }) => SK).toSorted();
      };
      expect(await read([key(PK, 'a'), key(PK, 'b'), key(PK, 'x')])).toEqual(['a', 'b']);
      expect(await failure(read([key(PK, 'a'), key(PK, 'a')]))).toEqual(invalid);
      expect(await failure(read([]))).toEqual(invalid);
      expect(await failure(read(Array.from({ length: 101 }, (_, index) => key(PK, `${index}-`))))).toEqual(invalid);
    });
  });
});

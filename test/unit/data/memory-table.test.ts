/** The table in memory behaves as the local engine does: the same cases, with the same results. */
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  type PutCommandInput,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentClient, tableName } from '#shared/dynamodb/table';
import { Faults } from '#test/support/handlers/faults';
import { MemoryTable } from '#test/support/handlers/table/memory-table';
import { installTable } from '#test/support/handlers/table/table-client';
import { startTable } from '#test/unit/delivery/table';

type Terms<Input> = Omit<Input, 'TableName' | 'Item' | 'Key'>;
type Action = NonNullable<TransactWriteCommandInput['TransactItems']>[number];
type Values = Record<string, unknown>;

let number = 0;
/** A partition of its own for each case. */
const newPartition = () => `CASE#${++number}`;
const key = (PK: string, SK = 'META') => ({ PK, SK });
const TableName = () => tableName();

/** What a call ends with: its error by name, with the reasons of a transaction and the items that they show. */
async function failure(call: Promise<unknown>): Promise<unknown> {
  try {
    return { value: await call };
  } catch (error) {
    if (error instanceof TransactionCanceledException)
      return error.CancellationReasons?.map(({ Code, Item }) => (Item ? [Code, unmarshall(Item)] : Code));
    if (!(error instanceof Error)) throw error;
    const shown = 'Item' in error && error.Item !== undefined ? [unmarshall(Object(error.Item))] : [];
    return [error.name, ...shown];
  }
}

const put = (Item: Values, terms: Terms<PutCommandInput> = {}) =>
  documentClient().send(new PutCommand({ TableName: TableName(), Item, ...terms }));
const update = (Key: Values, UpdateExpression: string, terms: Terms<UpdateCommandInput> = {}) =>
  documentClient().send(new UpdateCommand({ TableName: TableName(), Key, UpdateExpression, ...terms }));
const remove = (Key: Values, terms = {}) =>
  documentClient().send(new DeleteCommand({ TableName: TableName(), Key, ...terms }));
const get = async (Key: Values) =>
  (await documentClient().send(new GetCommand({ TableName: TableName(), Key, ConsistentRead: true }))).Item;
const query = (terms: Omit<QueryCommandInput, 'TableName'>) =>
  documentClient().send(new QueryCommand({ TableName: TableName(), ...terms }));
const transact = (TransactItems: Action[], ClientRequestToken?: string) =>
  documentClient().send(
    new TransactWriteCommand({ TransactItems, ...(ClientRequestToken === undefined ? {} : { ClientRequestToken }) }),
  );

const condition = (ConditionExpression: string, values?: Values, names?: Record<string, string>) => ({
  ConditionExpression,
  ...(values === undefined ? {} : { ExpressionAttributeValues: values }),
  ...(names === undefined ? {} : { ExpressionAttributeNames: names }),
});
const refused = ['ConditionalCheckFailedException'];
const invalid = ['ValidationException'];

async function startMemory() {
  process.env.TABLE_NAME = 'delivery-test';
  const { restore } = installTable(new MemoryTable('delivery-test'), new Faults());
  return { stop: async () => restore() };
}

describe.each([
  { name: 'the table in memory', start: startMemory },
  { name: 'the local engine', start: startTable },
])('$name', ({ start }) => {
  let table: { stop(): Promise<void> };
  beforeAll(async () => {
    table = await start();
  });
  afterAll(() => table.stop());

  describe('conditions', () => {
    const stored = { letter: 'b', number: 5, flag: true, nothing: null, list: [1, 'a'], map: { a: 1 } };

    it.each<[string, Values | undefined, boolean]>([
      ['attribute_exists(PK)', undefined, true],
      ['attribute_not_exists(PK)', undefined, false],
      ['attribute_not_exists(absent)', undefined, true],
      ['letter = :v', { ':v': 'b' }, true],
      ['letter = :v', { ':v': 5 }, false],
      ['#number = :v', { ':v': 5 }, true],
      ['#number <> :v', { ':v': 6 }, true],
      ['#number < :v', { ':v': 10 }, true],
      ['#number <= :v', { ':v': 5 }, true],
      ['#number > :v', { ':v': 5 }, false],
      ['#number >= :v', { ':v': 4.5 }, true],
      ['#number < :v', { ':v': '9' }, false],
      ['absent < :v', { ':v': 9 }, false],
      ['absent = :v', { ':v': 9 }, false],
      ['absent <> :v', { ':v': 9 }, true],
      ['flag = :v', { ':v': true }, true],
      ['nothing = :v', { ':v': null }, true],
      ['#list = :v', { ':v': [1, 'a'] }, true],
      ['#list = :v', { ':v': ['a', 1] }, false],
      ['#map = :v', { ':v': { a: 1 } }, true],
      ['letter BETWEEN :a AND :b', { ':a': 'a', ':b': 'b' }, true],
      ['begins_with(letter, :v)', { ':v': 'b' }, true],
      ['begins_with(#number, :v)', { ':v': '5' }, false],
      ['letter = :v OR #number = :n AND flag = :f', { ':v': 'b', ':n': 0, ':f': true }, true],
      ['(letter = :v OR #number = :n) AND flag = :f', { ':v': 'b', ':n': 0, ':f': false }, false],
      ['attribute_not_exists(absent) AND (attribute_not_exists(letter) OR letter < :v)', { ':v': 'c' }, true],
    ])('%s of %o: %s', async (expression, values, holds) => {
      const Key = key(newPartition());
      await put({ ...Key, ...stored });
      const named = Object.fromEntries(
        ['number', 'list', 'map'].flatMap((name) => (expression.includes(`#${name}`) ? [[`#${name}`, name]] : [])),
      );
      const terms = condition(expression, values, Object.keys(named).length > 0 ? named : undefined);
      const outcome = await failure(
        update(Key, 'SET touched = :yes', {
          ...terms,
          ExpressionAttributeValues: { ...values, ':yes': true },
        }),
      );
      expect(outcome).toEqual(holds ? { value: expect.anything() } : refused);
      expect((await get(Key))?.touched).toBe(holds ? true : undefined);
    });

    it('compare an item that is not there as one without attributes', async () => {
      const Key = key(newPartition());
      expect(await failure(remove(Key, condition('attribute_exists(PK)')))).toEqual(refused);
      expect(await failure(remove(Key, condition('attribute_not_exists(PK)')))).toEqual({ value: expect.anything() });
      expect(await failure(remove(Key))).toEqual({ value: expect.anything() });
    });

    it('show the item that stood against them, where asked for', async () => {
      const Key = key(newPartition());
      await put({ ...Key, a: 1 });
      const terms = {
        ...condition('attribute_not_exists(PK)'),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      } as const;
      expect(await failure(put({ ...Key, a: 2 }, terms))).toEqual([...refused, { ...Key, a: 1 }]);
      const none = { ...condition('attribute_exists(PK)'), ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;
      expect(await failure(put(key(newPartition()), none))).toEqual(refused);
    });

    it.each<[string, Values | undefined, Record<string, string> | undefined]>([
      ['a = ', undefined, undefined],
      ['', undefined, undefined],
      ['a = :v)', { ':v': 1 }, undefined],
      ['a == :v', { ':v': 1 }, undefined],
      ['a = :v', undefined, undefined],
      ['#a = :v', { ':v': 1 }, undefined],
      ['attribute_not_exists(a) OR a = :v', { ':v': 1, ':unused': 1 }, undefined],
      ['attribute_not_exists(a) OR a = :v', { ':v': 1 }, { '#unused': 'b' }],
      ['status = :v', { ':v': 1 }, undefined],
    ])('refuse "%s" with %o and %o', async (expression, values, names) => {
      const outcome = await failure(put(key(newPartition()), condition(expression, values, names)));
      expect(outcome).toEqual(invalid);
    });
  });

  describe('updates', () => {
    it.each<[string, Values | undefined, Values]>([
      ['SET a = :v', { ':v': 'x' }, { a: 'x', b: 2 }],
      ['SET c = a', undefined, { a: 1, b: 2, c: 1 }],
      ['SET a = b, b = a', undefined, { a: 2, b: 1 }],
      ['SET a = a + :v', { ':v': 2.5 }, { a: 3.5, b: 2 }],
      ['SET c = if_not_exists(c, :v)', { ':v': 9 }, { a: 1, b: 2, c: 9 }],
      ['SET a = if_not_exists(a, :v)', { ':v': 9 }, { a: 1, b: 2 }],
      ['REMOVE a, absent', undefined, { b: 2 }],
      ['ADD a :v', { ':v': -3 }, { a: -2, b: 2 }],
      ['ADD c :v', { ':v': 3 }, { a: 1, b: 2, c: 3 }],
      ['ADD c :v SET a = :w REMOVE b', { ':v': 3, ':w': 0 }, { a: 0, c: 3 }],
    ])('%s with %o', async (expression, values, after) => {
      const Key = key(newPartition());
      await put({ ...Key, a: 1, b: 2 });
      const terms = values === undefined ? {} : { ExpressionAttributeValues: values };
      const { Attributes } = await update(Key, expression, { ...terms, ReturnValues: 'ALL_NEW' });
      expect(Attributes).toEqual({ ...Key, ...after });
      expect(await get(Key)).toEqual({ ...Key, ...after });
    });

    it.each<[string, Values | undefined]>([
      ['SET a = absent', undefined],
      ['SET a = absent + :v', { ':v': 1 }],
      ['SET a = letter + :v', { ':v': 1 }],
      ['SET PK = :v', { ':v': 'x' }],
      ['SET a = :v, a = :v', { ':v': 'x' }],
      ['SET a = :v SET b = :v', { ':v': 'x' }],
      ['SET a :v', { ':v': 'x' }],
      ['MOVE a', undefined],
      ['ADD letter :v', { ':v': 1 }],
    ])('refuse %s with %o', async (expression, values) => {
      const Key = key(newPartition());
      await put({ ...Key, a: 1, letter: 'l' });
      const terms = values === undefined ? {} : { ExpressionAttributeValues: values };
      expect(await failure(update(Key, expression, terms))).toEqual(invalid);
      expect(await get(Key)).toEqual({ ...Key, a: 1, letter: 'l' });
    });

    it('make the item that is not there', async () => {
      const Key = key(newPartition());
      await update(Key, 'ADD a :v', { ExpressionAttributeValues: { ':v': 1 } });
      expect(await get(Key)).toEqual({ ...Key, a: 1 });
    });

    it('return what they are asked for', async () => {
      const Key = key(newPartition());
      const set = async (ReturnValues: NonNullable<UpdateCommandInput['ReturnValues']>, a: number) => {
        const terms = { ExpressionAttributeValues: { ':v': a }, ReturnValues };
        return (await update(Key, 'SET a = :v REMOVE b', terms)).Attributes;
      };
      await put({ ...Key, a: 1, b: 2, c: 3 });
      expect(await set('ALL_OLD', 2)).toEqual({ ...Key, a: 1, b: 2, c: 3 });
      expect(await set('UPDATED_OLD', 3)).toEqual({ a: 2 });
      expect(await set('UPDATED_NEW', 4)).toEqual({ a: 4 });
      expect(await set('NONE', 5)).toBeUndefined();
      expect((await put({ ...Key, a: 6 }, { ReturnValues: 'ALL_OLD' })).Attributes).toEqual({ ...Key, a: 5, c: 3 });
      expect((await remove(Key, { ReturnValues: 'ALL_OLD' })).Attributes).toEqual({ ...Key, a: 6 });
      expect(await failure(put({ ...Key }, { ReturnValues: 'ALL_NEW' }))).toEqual(invalid);
    });
  });

  describe('transactions', () => {
    const TableNameOf = () => ({ TableName: TableName() });
    const absent = 'attribute_not_exists(PK)';
    const putAction = (Item: Values, terms = {}): Action => ({ Put: { ...TableNameOf(), Item, ...terms } });

    it('write all of their actions', async () => {
      const PK = newPartition();
      await put({ ...key(PK, 'b'), a: 1 });
      await put(key(PK, 'c'));
      await put(key(PK, 'd'));
      await transact([
        putAction({ ...key(PK, 'a'), a: 0 }, { ConditionExpression: absent }),
        {
          Update: {
            ...TableNameOf(),
            Key: key(PK, 'b'),
            UpdateExpression: 'ADD a :v',
            ExpressionAttributeValues: { ':v': 1 },
          },
        },
        { Delete: { ...TableNameOf(), Key: key(PK, 'c') } },
        { ConditionCheck: { ...TableNameOf(), Key: key(PK, 'd'), ConditionExpression: 'attribute_exists(PK)' } },
      ]);
      const { Items } = await query({ KeyConditionExpression: 'PK = :p', ExpressionAttributeValues: { ':p': PK } });
      expect(Items).toEqual([{ ...key(PK, 'a'), a: 0 }, { ...key(PK, 'b'), a: 2 }, key(PK, 'd')]);
    });

    it('write none of them when a condition fails, and give the reasons by position', async () => {
      const PK = newPartition();
      await put({ ...key(PK, 'b'), a: 1 });
      const shown = { ConditionExpression: absent, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' };
      const outcome = await failure(
        transact([
          putAction(key(PK, 'a')),
          putAction({ ...key(PK, 'b'), a: 2 }, shown),
          putAction(key(PK, 'c'), {
            ConditionExpression: 'attribute_exists(PK)',
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          }),
        ]),
      );
      expect(outcome).toEqual([
        'None',
        ['ConditionalCheckFailed', { ...key(PK, 'b'), a: 1 }],
        'ConditionalCheckFailed',
      ]);
      expect(await get(key(PK, 'a'))).toBeUndefined();
    });

    it('of one token are written once, and another of the same token is refused', async () => {
      const Key = key(newPartition());
      const add = (amount: number): Action => ({
        Update: { ...TableNameOf(), Key, UpdateExpression: 'ADD a :v', ExpressionAttributeValues: { ':v': amount } },
      });
      const token = `token-${Key.PK}`;
      await transact([add(1)], token);
      await transact([add(1)], token);
      expect(await get(Key)).toEqual({ ...Key, a: 1 });
      expect(await failure(transact([add(2)], token))).toEqual(['IdempotentParameterMismatchException']);
      await transact([add(1)], `${token}-2`);
      expect(await get(Key)).toEqual({ ...Key, a: 2 });
    });

    it('with a token that failed may be sent again', async () => {
      const Key = key(newPartition());
      const token = `token-${Key.PK}`;
      const action = putAction({ ...Key, a: 1 }, { ConditionExpression: absent });
      await put(Key);
      expect(await failure(transact([action], token))).toEqual(['ConditionalCheckFailed']);
      await remove(Key);
      await transact([action], token);
      expect(await get(Key)).toEqual({ ...Key, a: 1 });
    });

    it('have 1 to 100 actions on as many items', async () => {
      const PK = newPartition();
      const puts = (count: number) => Array.from({ length: count }, (_, index) => putAction(key(PK, `row-${index}`)));
      expect(await failure(transact(puts(100)))).toEqual({ value: expect.anything() });
      expect(await failure(transact(puts(101)))).toEqual(invalid);
      expect(await failure(transact([]))).toEqual(invalid);
      expect(await failure(transact([putAction(key(PK)), putAction(key(PK))]))).toEqual(invalid);
      expect(await failure(transact([{}]))).toEqual(invalid);
    });
  });

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
        transact([{ Put: { TableName: TableName(), Item: { ...Key, text: 'a'.repeat(rest + 1) } } }]),
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
      const answer = await query({
        KeyConditionExpression: 'PK = :p',
        ...others,
        ExpressionAttributeValues: { ':p': PK, ...values },
      });
      const { Items, Count, ScannedCount, LastEvaluatedKey } = answer;
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

    it('of many keys answer those that are there, each once', async () => {
      const PK = await fill('ab');
      const read = async (Keys: Values[]) => {
        const RequestItems = { [TableName()]: { Keys, ConsistentRead: true } };
        const { Responses } = await documentClient().send(new BatchGetCommand({ RequestItems }));
        return Responses?.[TableName()]?.map(({ SK }) => SK).toSorted();
      };
      expect(await read([key(PK, 'a'), key(PK, 'b'), key(PK, 'x')])).toEqual(['a', 'b']);
      expect(await failure(read([key(PK, 'a'), key(PK, 'a')]))).toEqual(invalid);
      expect(await failure(read([]))).toEqual(invalid);
      expect(await failure(read(Array.from({ length: 101 }, (_, index) => key(PK, `${index}-`))))).toEqual(invalid);
    });
  });
});

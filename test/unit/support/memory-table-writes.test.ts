/** Writes of the in-memory table have the same results as the DynamoDB engine. */
import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { tableName } from '#shared/dynamodb/table';
import {
  type Action,
  condition,
  describeBothTables,
  failure,
  get,
  invalid,
  key,
  newPartition,
  put,
  query,
  refused,
  remove,
  transact,
  update,
  type Values,
} from './table-cases';

describeBothTables(() => {
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
    const TableNameOf = () => ({ TableName: tableName() });
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
});

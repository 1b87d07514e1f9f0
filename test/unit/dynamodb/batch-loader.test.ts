import { BatchGetCommand, DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { batchLoad } from '#shared/dynamodb/batch-loader';

const table = mockClient(DynamoDBDocumentClient);
afterAll(() => table.restore());
const key = (name: string) => ({ PK: name, SK: 'META' });

beforeAll(() => {
  process.env.TABLE_NAME = 'ramp';
});
beforeEach(() => {
  table.reset();
  table.on(GetCommand).callsFake(({ Key }) => ({ Item: { ...Key, found: 'alone' } }));
  table.on(BatchGetCommand).callsFake(({ RequestItems }) => ({
    Responses: { ramp: RequestItems.ramp.Keys.filter(({ PK }: { PK: string }) => PK !== 'none') },
  }));
});

it('reads what is requested together in one call, each item once, for every caller', async () => {
  const names = ['a', 'b', 'a', 'none', 'b'];
  expect(await Promise.all(names.map((name) => batchLoad(key(name))))).toEqual([
    key('a'),
    key('b'),
    key('a'),
    undefined,
    key('b'),
  ]);
  const [call, ...others] = table.commandCalls(BatchGetCommand);
  expect(others).toEqual([]);
  expect(call?.args[0].input.RequestItems?.ramp).toEqual({
    Keys: [key('a'), key('b'), key('none')],
    ConsistentRead: true,
  });
  expect(table.commandCalls(GetCommand)).toHaveLength(0);
});

it('includes requests later in the same turn, and reads a single item by GetItem', async () => {
  const late = Promise.resolve().then(() => batchLoad(key('a')));
  const responses = await Promise.all([batchLoad(key('a')), late]);
  expect(responses).toEqual([
    { ...key('a'), found: 'alone' },
    { ...key('a'), found: 'alone' },
  ]);
  expect(table.commandCalls(GetCommand)).toHaveLength(1);
  expect(table.calls()).toHaveLength(1);
});

it('begins no read before the last request: no caller gets what was read before it asked', async () => {
  const first = batchLoad(key('a'));
  expect(table.calls()).toHaveLength(0);
  await first;
  await batchLoad(key('a'));
  expect(table.commandCalls(GetCommand)).toHaveLength(2);
});

it('splits what exceeds the limit of a batch', async () => {
  await Promise.all(Array.from({ length: 150 }, (_, index) => batchLoad(key(`n${index}`))));
  expect(table.commandCalls(BatchGetCommand).map(({ args }) => args[0].input.RequestItems?.ramp?.Keys?.length)).toEqual(
    [100, 50],
  );
});

it('fails for all callers, and reads again for the next', async () => {
  table.on(BatchGetCommand).rejectsOnce(new Error('down'));
  const loads = ['a', 'b'].map((name) => batchLoad(key(name)));
  expect((await Promise.allSettled(loads)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await batchLoad(key('a'))).toMatchObject({ found: 'alone' });
});

import { describe, expect, it } from 'vitest';
import { compileQueueFilter, compileStreamFilter } from '#local/events/source-filter';

const outboxMark = {
  eventName: 'INSERT',
  dynamodb: { Keys: { PK: { S: 'L#1' } }, NewImage: { outbox: { S: 'OPEN' }, count: { N: '3' } } },
};

function filters(...patterns: unknown[]) {
  return { Filters: patterns.map((pattern) => ({ Pattern: JSON.stringify(pattern) })) };
}

describe('stream filter', () => {
  it.each<[string, readonly unknown[], boolean]>([
    ['no filter', [], true],
    [
      'event name and image',
      [{ eventName: ['INSERT', 'MODIFY'], dynamodb: { NewImage: { outbox: { S: ['OPEN'] } } } }],
      true,
    ],
    ['another image', [{ dynamodb: { NewImage: { outbox: { S: ['DONE'] } } } }], false],
    ['key prefix', [{ eventName: ['INSERT', 'REMOVE'], dynamodb: { Keys: { PK: { S: [{ prefix: 'L#' }] } } } }], true],
    ['one of two filters', [{ eventName: ['REMOVE'] }, { eventName: ['INSERT'] }], true],
    ['none of two filters', [{ eventName: ['REMOVE'] }, { eventName: ['MODIFY'] }], false],
    [
      'a number attribute is text on the stream',
      [{ dynamodb: { NewImage: { count: { N: [{ numeric: ['=', 3] }] } } } }],
      false,
    ],
  ])('%s', (_name, patterns, passes) => {
    expect(compileStreamFilter(filters(...patterns))(outboxMark)).toBe(passes);
  });

  it('refuses an invalid pattern', () => {
    expect(() => compileStreamFilter({ Filters: [{ Pattern: 'no json' }] })).toThrow(/must be a JSON object/);
    expect(() => compileStreamFilter(filters({ a: [{ has: 1 }] }))).toThrow(/unknown operator/);
    expect(() => compileStreamFilter({ Filters: Array(11).fill({ Pattern: '{"a":[1]}' }) })).toThrow(/at most 10/);
  });
});

describe('queue filter', () => {
  const jsonMessage = { messageId: '1', body: '{"kind":"first","n":1}' };
  const textMessage = { messageId: '2', body: 'hello' };

  it.each<[string, unknown, boolean, boolean]>([
    ['JSON body that fits', { body: { kind: ['first'] } }, true, false],
    ['JSON body that does not', { body: { kind: ['second'] } }, false, false],
    ['text body', { body: ['hello'] }, false, true],
    ['text body, any', { body: [{ prefix: '' }] }, false, true],
    ['not the body', { messageId: ['1', '2'] }, true, true],
  ])('%s', (_name, pattern, passesJson, passesText) => {
    const passes = compileQueueFilter(filters(pattern));
    expect([passes(jsonMessage), passes(textMessage)]).toEqual([passesJson, passesText]);
  });
});

import { describe, expect, it } from 'vitest';
import { compileStreamFilter, isStreamFilter } from '#local/events/source-filter';

const outboxMark = {
  eventName: 'INSERT',
  dynamodb: { Keys: { PK: { S: 'L#1' } }, NewImage: { outbox: { S: 'OPEN' }, count: { N: '3' } } },
};
const removed = { eventName: 'REMOVE', dynamodb: { Keys: { PK: { S: 'L#1' } } } };

const image = (NewImage: unknown) => ({ dynamodb: { NewImage } });
const keys = (Keys: unknown) => ({ dynamodb: { Keys } });

function filters(...patterns: unknown[]) {
  return { Filters: patterns.map((pattern) => ({ Pattern: JSON.stringify(pattern) })) };
}

describe('stream filter', () => {
  it.each<[string, readonly unknown[], boolean, boolean]>([
    ['an attribute of the new image', [image({ outbox: { S: ['OPEN'] } })], true, false],
    ['one of several values', [image({ outbox: { S: ['DONE', 'OPEN'] } })], true, false],
    ['another value', [image({ outbox: { S: ['DONE'] } })], false, false],
    ['a value that begins so', [image({ outbox: { S: ['OP'] } })], false, false],
    ['an attribute that is not there', [image({ inbox: { S: ['OPEN'] } })], false, false],
    ['a name that every object inherits', [image({ toString: { S: [{ prefix: '' }] } })], false, false],
    ['a number', [image({ count: { S: ['3'] } })], false, false],
    ['a prefix of a key', [keys({ PK: { S: [{ prefix: 'L#' }] } })], true, true],
    ['another prefix of a key', [keys({ PK: { S: [{ prefix: '#' }] } })], false, false],
    ['all parts', [{ dynamodb: { Keys: { PK: { S: ['L#1'] } }, NewImage: { outbox: { S: ['OPEN'] } } } }], true, false],
    ['one of two filters', [image({ outbox: { S: ['DONE'] } }), keys({ PK: { S: ['L#1'] } })], true, true],
  ])('%s', (_name, patterns, passesMark, passesRemoved) => {
    const passes = compileStreamFilter(filters(...patterns));
    expect([passes(outboxMark), passes(removed)]).toEqual([passesMark, passesRemoved]);
  });

  it.each([
    { eventName: ['INSERT'] },
    { eventName: ['INSERT'], ...image({ outbox: { S: ['OPEN'] } }) },
    { dynamodb: {} },
    { dynamodb: { NewImage: {} } },
    { dynamodb: { OldImage: { outbox: { S: ['OPEN'] } } } },
    image({ outbox: { S: [] } }),
    image({ outbox: { S: 'OPEN' } }),
    image({ outbox: { S: [1] } }),
    image({ outbox: ['OPEN'] }),
    image({ count: { N: ['3'] } }),
    image({ $or: [{ outbox: { S: ['OPEN'] } }] }),
    ...['suffix', 'equals-ignore-case', 'wildcard', 'cidr', 'anything-but', 'exists', 'numeric'].map((operator) =>
      image({ outbox: { S: [{ [operator]: 'OPEN' }] } }),
    ),
    image({ outbox: { S: [{ prefix: { 'equals-ignore-case': 'open' } }] } }),
    image({ outbox: { S: [{ prefix: 'O', suffix: 'N' }] } }),
  ])('%j does not run', (pattern) => {
    const Pattern = JSON.stringify(pattern);
    expect(isStreamFilter(Pattern)).toBe(false);
    expect(() => compileStreamFilter({ Filters: [{ Pattern }] })).toThrow('does not support the filter');
  });

  it.each(['no json', '', '[]', '"text"'])('%j is no pattern', (Pattern) => {
    expect(isStreamFilter(Pattern)).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { readBatchResponse } from '#local/events/batch-response';

const identifiers = new Set(['a', 'b']);

describe('response of a function to a batch', () => {
  it.each<[unknown, readonly string[]]>([
    [undefined, []],
    [null, []],
    ['', []],
    [{}, []],
    [{ batchItemFailures: null }, []],
    [{ batchItemFailures: [] }, []],
    [{ batchItemFailures: [{ itemIdentifier: 'b' }] }, ['b']],
    [{ batchItemFailures: [{ itemIdentifier: 'a' }, { itemIdentifier: 'b' }] }, ['a', 'b']],
  ])('%j', (payload, failed) => {
    expect(readBatchResponse(payload, identifiers)).toEqual({ valid: true, failed: new Set(failed) });
  });

  it.each<[unknown]>([
    ['failed'],
    [[]],
    [7],
    [{ batchItemFailures: 'a' }],
    [{ batchItemFailures: [{ itemIdentifier: '' }] }],
    [{ batchItemFailures: [{ itemIdentifier: null }] }],
    [{ batchItemFailures: [{ itemIdentifier: 'c' }] }],
    [{ batchItemFailures: [{ id: 'a' }] }],
    [{ batchItemFailures: [null] }],
  ])('%j fails the whole batch', (payload) => {
    expect(readBatchResponse(payload, identifiers)).toEqual({ valid: false });
  });
});

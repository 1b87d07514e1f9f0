import { expect, it } from 'vitest';
import { endpointDocs } from '#scripts/docs/endpoint-docs';
import { idsIn, preparedPathParams, replacedIds } from '#scripts/fuzz-document/story';

const operations = [...endpointDocs].map(([id, { example }]) => [id, example] as const);

it.each(operations)(
  '%s: the story of the fuzzer makes what its example is about',
  (id, { path = {}, query = {}, body }) => {
    const replaced = replacedIds();
    const exampleIds = [...(preparedPathParams[id] === undefined ? idsIn(path) : []), ...idsIn([query, body ?? null])];
    const left = exampleIds.filter((one) => !replaced.has(one));
    expect(left, `scripts/fuzz-document/story.ts makes nothing for these ids of the example of ${id}`).toEqual([]);
  },
);

it('the story knows no operation that does not exist', () => {
  expect(Object.keys(preparedPathParams).filter((id) => !endpointDocs.has(id))).toEqual([]);
});

import { expect, it } from 'vitest';
import { assertDescribed, propertiesIn } from '#docs/generate';
import { notesByName } from '#docs/notes/names';
import { openApiDocument } from '#docs/openapi/document';

const document = openApiDocument();

it('describes every property of requests, responses and webhooks', () => {
  expect(propertiesIn(document).length).toBeGreaterThan(900);
  expect(() => assertDescribed(document)).not.toThrow();
});

it('stops `npm run docs` at a field without a description, and says where it goes', () => {
  const limits = { type: 'array', items: { type: 'object', properties: { used: { type: 'number' } } } };
  const properties = { userId: { type: 'string', description: 'Id of the user.' }, limits };
  const undescribed = { components: { schemas: { UserLimits: { type: 'object', properties } } } };
  expect(() => assertDescribed(undescribed)).toThrow(
    /tools\/docs\/notes\/fields\.ts.*\n {2}UserLimits\.limits\n {2}UserLimits\.limits\.items\.used$/s,
  );
});

it('describes a property in whole sentences, in at most 400 characters', () => {
  const bad = propertiesIn(document).filter(([, text]) => !/^.{3,400}[.)]$/s.test(String(text)));
  expect(bad).toEqual([]);
});

it('has no note on a name that no field needs', () => {
  const used = new Set(propertiesIn(document).map(([, description]) => description));
  expect(Object.entries(notesByName).filter(([, note]) => !used.has(note))).toEqual([]);
});

it('promises no response without further fields', () => {
  expect(JSON.stringify(document)).not.toContain('"additionalProperties":false');
});

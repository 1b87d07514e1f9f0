/** Error responses for invalid input do not change if the process configures zod with English messages. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { Problem } from '#shared/api/problems';
import { parseInput } from '#shared/http/validation';

const given = z.config();
const { localeError } = given;
beforeAll(() => void z.config(z.locales.en()));
afterAll(() => void z.config({ localeError }));

const schema = z.strictObject({
  id: z.uuid(),
  size: z.int().check(z.refine((size) => size % 2 === 0, 'Must be even')),
});

/** Returns the fields of the error response to invalid input. */
function refusal(value: unknown): unknown {
  try {
    return parseInput(schema, value);
  } catch (error) {
    return error instanceof Problem ? error.details : error;
  }
}

it('names no value and no unknown member', () => {
  expect(refusal({ id: 'secret', size: 2 })).toEqual({ errors: [{ field: 'id', message: 'Is not valid' }] });
  expect(refusal({ id: crypto.randomUUID(), size: 2, secret: 1 })).toEqual({
    errors: [{ field: 'body', message: 'Is not valid' }],
  });
});

it("keeps a schema's own text", () => {
  expect(refusal({ id: crypto.randomUUID(), size: 3 })).toEqual({
    errors: [{ field: 'size', message: 'Must be even' }],
  });
});

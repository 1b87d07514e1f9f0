import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { providerAnswer, providerCallback } from '#shared/providers/verification/wire';
import { anIdentityVerification, aUser } from '#test/support/builders/users';
import { runRedocly } from '#test/support/redocly';

const CONTRACT = 'docs/providers/verification.openapi.yaml';
const folder = mkdtempSync(join(tmpdir(), 'partner-ramp-provider-'));

const documentSchema = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.looseObject({ schemas: z.record(z.string(), z.record(z.string(), z.unknown())) }),
});

let document: z.infer<typeof documentSchema>;
beforeAll(async () => {
  const bundled = join(folder, 'contract.json');
  const { exitCode, output } = await runRedocly(['bundle', CONTRACT, '--output', bundled]);
  expect(exitCode, output).toBe(0);
  document = documentSchema.parse(JSON.parse(readFileSync(bundled, 'utf8')));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Tells whether a value is valid by a schema of the contract. */
function fits(name: string, value: unknown): boolean {
  const $defs = document.components.schemas;
  const text = JSON.stringify({ $ref: `#/$defs/${name}`, $defs }).replaceAll('#/components/schemas/', '#/$defs/');
  return z.fromJSONSchema(JSON.parse(text)).safeParse(value).success;
}

const user = aUser();
const verification = anIdentityVerification(user);
const report = {
  verificationId: verification.id,
  userId: user.id,
  reference: 'case-1',
  status: 'VERIFIED',
  firstName: 'EVA',
};

describe.each([
  ['an answer', 'State', providerAnswer],
  ['a report', 'Report', providerCallback],
] as const)('%s', (_what, name, schema) => {
  const base: Readonly<Record<string, unknown>> =
    name === 'Report' ? report : { status: 'VERIFIED', reference: 'case-1' };
  it.each<[Readonly<Record<string, unknown>>, boolean]>([
    [{}, true],
    [{ status: 'REJECTED', rejectionReasons: ['BLURRED', 'EXPIRED_2'] }, true],
    [{ status: 'REVIEW_NEEDED', lastName: 'SOL', businessName: 'ACME' }, true],
    [{ status: 'MAYBE' }, false],
    [{ status: undefined }, false],
    [{ reference: '' }, false],
    [{ reference: 'a b' }, false],
    [{ reference: undefined }, false],
    [{ firstName: '' }, false],
    [{ firstName: 'x'.repeat(201) }, false],
    [{ rejectionReasons: ['a sentence'] }, false],
    [{ rejectionReasons: Array.from({ length: 21 }, () => 'A') }, false],
  ])('with %j is accepted as the contract says: %s', (overrides, taken) => {
    const value = JSON.parse(JSON.stringify({ ...base, ...overrides }));
    expect([fits(name, value), schema.safeParse(value).success]).toEqual([taken, taken]);
  });
});

it('an answer may be pending and have more fields, a report may not', () => {
  const pending = { status: 'PENDING', reference: 'case-1', queuePosition: 4 };
  expect([fits('State', pending), providerAnswer.safeParse(pending).success]).toEqual([true, true]);
  for (const wrong of [
    { ...report, status: 'PENDING' },
    { ...report, score: 1 },
    { ...report, userId: 'x' },
  ]) {
    expect([fits('Report', wrong), providerCallback.safeParse(wrong).success]).toEqual([false, false]);
  }
});

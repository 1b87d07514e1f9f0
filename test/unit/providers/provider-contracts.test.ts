import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { providerReport } from '#functions/provider-events/take/contract';
import { INTERACTIVE_LIMITS, providerClient } from '#shared/platform/providers/client';
import { providers } from '#shared/platform/providers/registry';
import { providerCallback, providerResponse } from '#shared/providers/verification/wire';
import { CONFIRMING } from '#shared/transactions/domain/reporters';
import { reportedTriggers } from '#shared/transactions/domain/triggers';
import { runRedocly } from '#test/support/redocly';
import { loopbackProviderForTests } from '#test/support/servers/loopback-provider';
import type { ContractCall } from './contract-call';

/** Contracts of the providers, and the contract of provider events. */
const names = [...providers.map(({ name }) => name), 'provider-events'] as const;
type Name = (typeof names)[number];
const folder = mkdtempSync(join(tmpdir(), 'partner-ramp-contracts-'));

const documentSchema = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.looseObject({ schemas: z.record(z.string(), z.record(z.string(), z.unknown())) }),
});
const documents = new Map<Name, z.infer<typeof documentSchema>>();

const provider = loopbackProviderForTests();
beforeAll(async () => {
  for (const name of names) {
    const bundled = join(folder, `${name}.json`);
    const contract = `docs/providers/${name}.openapi.yaml`;
    const { exitCode, output } = await runRedocly(['bundle', contract, '--output', bundled]);
    expect(exitCode, output).toBe(0);
    documents.set(name, documentSchema.parse(JSON.parse(readFileSync(bundled, 'utf8'))));
  }
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

/** Returns true if a value is valid for a schema of a contract. */
function fits(name: Name, schema: string, value: unknown): boolean {
  const $defs = documents.get(name)?.components.schemas;
  const text = JSON.stringify({ $ref: `#/$defs/${schema}`, $defs }).replaceAll('#/components/schemas/', '#/$defs/');
  return z.fromJSONSchema(JSON.parse(text)).safeParse(value).success;
}

it('pass the linter without a warning', async () => {
  const { exitCode, output } = await runRedocly([
    'lint',
    ...names.map((name) => `docs/providers/${name}.openapi.yaml`),
  ]);
  expect(exitCode, output).toBe(0);
  expect(output).not.toMatch(/\[WARNING\]|You have \d/);
});

const TX = '019bc1c5-0000-7000-8000-000000000001';

/** Loads the requests of a provider. Each provider must have some. */
async function callsOf(name: Name): Promise<readonly ContractCall[]> {
  const { calls }: { readonly calls: readonly ContractCall[] } = await import(`./calls/${name}.ts`);
  return calls;
}

const calls = (
  await Promise.all(
    providers.map(async ({ name }) => (await callsOf(name)).map((contractCall) => ({ name, ...contractCall }))),
  )
).flat();

it.each(calls)(
  '$operation of $name is called as its contract says',
  async ({ name, operation, response, sends, call }) => {
    const [schema, value] = response;
    expect(fits(name, schema, value)).toBe(true);
    provider().response = value;
    provider().seen.length = 0;
    const connection = { url: provider().url, apiKey: async () => 'provider-key-0123456789' };
    await call(providerClient(connection, INTERACTIVE_LIMITS));
    const [seen] = provider().seen;
    const pattern = new RegExp(`^${operation.replace(' /', ' /v1/').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    expect(`${seen?.method} ${seen?.path}`).toMatch(pattern);
    if (sends !== undefined) expect(fits(name, sends, JSON.parse(seen?.text ?? '')), seen?.text).toBe(true);
  },
);

it('has no operation that is never called', () => {
  for (const [name, { paths }] of documents) {
    if (name === 'provider-events') continue;
    const promised = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const called = calls.filter((one) => one.name === name).map(({ operation }) => operation);
    expect(new Set(called), name).toEqual(new Set(promised));
  }
});

describe('a report', () => {
  const base = { provider: 'banking', eventId: 'e:1', transactionId: TX, type: 'DEPOSIT_RECEIVED' };
  it.each<[Readonly<Record<string, unknown>>, boolean]>([
    [{}, true],
    [{ amount: '1500.00', currency: 'MXN', at: '2026-11-21T12:00:00.000Z' }, true],
    [{ type: 'PAYOUT_FAILED', reason: 'ACCOUNT_CLOSED_2' }, true],
    [{ type: 'CANCEL' }, false],
    [{ type: undefined }, false],
    [{ provider: 'operator' }, false],
    [{ provider: 'rates' }, true],
    [{ provider: 'partner-bank' }, false],
    [{ provider: 'Bank' }, false],
    [{ eventId: '' }, false],
    [{ eventId: 'a#b' }, false],
    [{ transactionId: 'x' }, false],
    [{ amount: 1500, currency: 'MXN' }, false],
    [{ amount: '1e3', currency: 'MXN' }, false],
    [{ amount: '1', currency: 'BTC' }, false],
    [{ reason: 'a sentence' }, false],
    [{ at: 'today' }, false],
    [{ status: 'COMPLETED' }, false],
  ])('with %j is accepted as the contract says: %s', (overrides, taken) => {
    const value = JSON.parse(JSON.stringify({ ...base, ...overrides }));
    expect([fits('provider-events', 'Report', value), providerReport.safeParse(value).success]).toEqual([taken, taken]);
  });

  it('has the types of the contract', () => {
    const type = documents.get('provider-events')?.components.schemas.Type;
    expect(type?.enum).toEqual([CONFIRMING, ...reportedTriggers]);
  });
});

const verification = {
  State: { status: 'VERIFIED', reference: 'case-1' },
  Report: { verificationId: TX, userId: TX, reference: 'case-1', status: 'VERIFIED', firstName: 'EVA' },
} as const;

describe.each([
  ['a response', 'State', providerResponse],
  ['a report', 'Report', providerCallback],
] as const)('%s of a verification', (_what, name, schema) => {
  it.each<[Readonly<Record<string, unknown>>, boolean]>([
    [{}, true],
    [{ status: 'REJECTED', rejectionReasons: ['BLURRED', 'EXPIRED_2'] }, true],
    [{ status: 'REVIEW_NEEDED', lastName: 'SOL', businessName: 'ACME' }, true],
    [{ status: 'MAYBE' }, false],
    [{ status: undefined }, false],
    [{ status: 'PENDING' }, name === 'State'],
    [{ score: 1 }, name === 'State'],
    [{ userId: 'x' }, name === 'State'],
    [{ reference: '' }, false],
    [{ reference: 'a b' }, false],
    [{ reference: undefined }, false],
    [{ firstName: '' }, false],
    [{ firstName: 'x'.repeat(201) }, false],
    [{ rejectionReasons: ['a sentence'] }, false],
    [{ rejectionReasons: Array.from({ length: 21 }, () => 'A') }, false],
  ])('with %j is accepted as the contract says: %s', (overrides, taken) => {
    const value = JSON.parse(JSON.stringify({ ...verification[name], ...overrides }));
    expect([fits('verification', name, value), schema.safeParse(value).success]).toEqual([taken, taken]);
  });
});

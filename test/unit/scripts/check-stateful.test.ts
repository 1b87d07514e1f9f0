import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AllowedChange } from '#infra/checks/stateful-changes';
import { templateSchema, toBaseline } from '#infra/checks/stateful-changes';
import { runProgram } from '#test/support/run-program';

const folder = mkdtempSync(join(tmpdir(), 'partner-ramp-baselines-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
  for (const name of ['node:child_process', '#infra/checks/stateful-check', '#infra/synthesize']) vi.doUnmock(name);
});
const baselineFile = (stage: string) => join(folder, `${stage}.json`);

/** A template with a table of this warm throughput. */
const template = (read: number, write: number) =>
  templateSchema.parse({
    Resources: {
      Table: {
        Type: 'AWS::DynamoDB::GlobalTable',
        DeletionPolicy: 'Retain',
        UpdateReplacePolicy: 'Retain',
        Properties: {
          KeySchema: [{ AttributeName: 'PK', KeyType: 'HASH' }],
          WarmThroughput: { ReadUnitsPerSecond: read, WriteUnitsPerSecond: write },
          Replicas: [],
        },
      },
    },
  });

/** The program, with templates of this warm throughput over a record of 12,000 reads and 8,000 writes in both stages. */
async function check(args: readonly string[], warm: readonly [number, number], allowed: readonly AllowedChange[] = []) {
  const record = { deployed: toBaseline(template(12_000, 8000)), today: '2026-11-25' };
  vi.doMock('node:child_process', async (original) => ({
    ...(await original<typeof import('node:child_process')>()),
    execFileSync: () => '',
  }));
  vi.doMock('#infra/checks/stateful-check', async (original) => ({
    ...(await original<typeof import('#infra/checks/stateful-check')>()),
    baselineFile,
    baselineFolder: folder,
    committedRecord: (stage: string) => ({ ...record, allowed: allowed.filter((entry) => entry.stage === stage) }),
  }));
  vi.doMock('#infra/synthesize', () => ({ statefulTemplateFor: () => template(...warm) }));
  return await runProgram(() => import('#scripts/check-stateful'), args);
}

const recorded = () => (['sandbox', 'production'] as const).map((stage) => readFileSync(baselineFile(stage), 'utf8'));

describe('the check of what must not be lost', () => {
  beforeEach(() => {
    for (const stage of ['sandbox', 'production']) writeFileSync(baselineFile(stage), 'as it was');
  });

  it('records no warm throughput that is lower than before, and names both figures', async () => {
    const { code, out } = await check(['--accept'], [12_000, 6000]);
    expect(code).toBe(1);
    expect(out.split('\n')).toEqual([
      ...['sandbox', 'production'].map(
        (stage) =>
          `${stage}: would lower the warm write units of table from 8000 to 6000 a second, which DynamoDB refuses: ` +
          'set capacity.warm to no less than is recorded; nothing recorded',
      ),
      '',
    ]);
    expect(recorded()).toEqual(['as it was', 'as it was']);
  });

  it('records one that is higher', async () => {
    const { code, out } = await check(['--accept'], [12_000, 9000]);
    expect({ code, out }).toEqual({
      code: 0,
      out: 'sandbox: 1 resources recorded\nproduction: 1 resources recorded\n',
    });
    for (const text of recorded())
      expect(JSON.parse(text)).toMatchObject({ Table: { warm: { table: { write: 9000 } } } });
  });

  it('announces a rise that an entry allows, and refuses it without one', async () => {
    const rise = 'would raise the warm write units of table from 8000 to 9000 a second';
    const entry = {
      resource: 'Table',
      change: 'warm write units of table',
      reason: 'More partners.',
      until: '2026-12-31',
    };
    const { code, out } = await check([], [12_000, 9000], [{ stage: 'sandbox', ...entry }]);
    expect(code).toBe(1);
    const lines = out.trim().split('\n');
    expect(lines.filter((line) => line.startsWith('sandbox: '))).toEqual([
      `sandbox: ${rise}, which is a deployment of its own and never goes back`,
      'sandbox: nothing would be lost',
    ]);
    expect(lines.filter((line) => line.startsWith('production: '))).toEqual([
      expect.stringMatching(new RegExp(`^production: Table .*${rise}`)),
    ]);
    expect(recorded()).toEqual(['as it was', 'as it was']);
  });
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Stack, Validations } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { stageLimits } from '#infra/capacity/limits';
import { type Load, stageLoad } from '#infra/capacity/load';
import { type AllowedChange, DATA_PART, GLOBAL_TABLE } from '#infra/checks/stateful-changes';
import { committedRecord, StatefulCheck, type StatefulRecord, statefulViolations } from '#infra/checks/stateful-check';
import type { Warmth } from '#infra/checks/warm-throughput';
import { loadStage, type StageConfig } from '#infra/config/stages';
import { DataStack } from '#infra/stacks/data-stack';
import { asObject } from '#local/template/json';
import { overfull, sharedResources } from '#ops/capacity/resources';
import { shippedStages } from '#scripts/docs/capacity';
import { at, STAGES } from '#test/infra/support/stage-templates';
import { temporaryFolder } from '#test/support/lifetime';

const shipped = shippedStages();
const TODAY = '2026-11-23';

interface Synthesis {
  readonly load?: Load;
  readonly record?: StatefulRecord;
}

/**
 * Synthesizes the data part of a stage under the check for destructive changes.
 * @returns the properties of its table
 * @throws Error with what the check found
 */
function synthesizeTable(
  config: StageConfig,
  { load, record = committedRecord(config.name) }: Synthesis = {},
): unknown {
  const outdir = temporaryFolder();
  const app = new App({ outdir, analyticsReporting: false, builtinCloudFormationValidation: false });
  const stage = new Stack(app, `PartnerRamp-${config.name}`);
  const limits = stageLimits(config, load);
  const data = new DataStack(stage, DATA_PART, { config, limits });
  Validations.of(app).addPlugins(new StatefulCheck(() => record));
  app.synth();
  return at(JSON.parse(readFileSync(join(outdir, data.templateFile), 'utf8')), 'Resources', 'Table', 'Properties');
}

const { production } = shipped;

/** Production with another decision. */
function withWarmth(warm: StageConfig['capacity']['warm']): StageConfig {
  const { warm: _shipped, ...capacity } = production.capacity;
  return { ...production, capacity: { ...capacity, ...(warm && { warm }) } };
}

/** The record of production with this warm throughput deployed. */
function deployedWith(warm: Warmth, allowed: readonly AllowedChange[] = []): StatefulRecord {
  const { deployed } = committedRecord('production');
  const { type, kept } = deployed.Table ?? { type: '', kept: {} };
  return { deployed: { ...deployed, Table: { type, kept, warm } }, allowed, today: TODAY };
}

/** Units of a transaction of the daily mix, as counted before and after a delivery's lease left the due time as it was. */
const dearer = counted({ writeUnits: 327.9, indexWrites: 33 });
const cheaper = counted({ writeUnits: 315.5, indexWrites: 22.6 });

function counted({ writeUnits, indexWrites }: Pick<Load, 'writeUnits' | 'indexWrites'>): Load {
  const load = stageLoad(production);
  const { transactions } = load;
  return { ...load, writeUnits: writeUnits * transactions, indexWrites: indexWrites * transactions };
}

const DECIDED = { table: { read: 23_000, write: 40_000 }, index: { read: 12_000, write: 8000 } };
const RECORDED: Warmth = { table: DECIDED.table, 'index byDue': DECIDED.index };

describe.each(STAGES)('warm throughput of %s', (env) => {
  const { capacity } = shipped[env];

  it('is recorded in its baseline as the settings give it', () => {
    const { table, index } = capacity.warm ?? {};
    expect(committedRecord(env).deployed.Table?.warm).toEqual({
      ...(table && { table }),
      ...(index && { 'index byDue': index }),
    });
  });

  it('serves what the stage promises', () => {
    expect(overfull(sharedResources(shipped[env]))).toEqual([]);
  });
});

describe('a release that makes writes cheaper or dearer', () => {
  it('changes no property of table and index where their warm throughput is decided', () => {
    const record = deployedWith(RECORDED);
    const before = synthesizeTable(withWarmth(DECIDED), { load: dearer, record });
    expect(synthesizeTable(withWarmth(DECIDED), { load: cheaper, record })).toEqual(before);
    expect(before).toMatchObject({
      WarmThroughput: { ReadUnitsPerSecond: 23_000, WriteUnitsPerSecond: 40_000 },
      WriteOnDemandThroughputSettings: { MaxWriteRequestUnits: 40_000 },
      GlobalSecondaryIndexes: [
        {
          WarmThroughput: { ReadUnitsPerSecond: 12_000, WriteUnitsPerSecond: 8000 },
          WriteOnDemandThroughputSettings: { MaxWriteRequestUnits: 8000 },
        },
      ],
    });
  });

  it('moves the maximum alone, above the warm throughput, where the load is more than that', () => {
    const { table, index } = stageLimits(withWarmth(DECIDED), counted({ writeUnits: 500, indexWrites: 40 }));
    // 119 transactions a second; the index gets twice what it needs.
    expect(table).toMatchObject({ warm: DECIDED.table, maximum: { write: 60_000 } });
    expect(index).toMatchObject({ warm: DECIDED.index, maximum: { write: 10_000 } });
  });

  it('sets no warm throughput where none is decided', () => {
    const table = synthesizeTable(withWarmth(undefined), { load: dearer, record: deployedWith({}) });
    expect(JSON.stringify(table)).not.toContain('WarmThroughput');
  });
});

describe('warm throughput that is changed', () => {
  const lowered = (of: 'table' | 'index', units: object) =>
    withWarmth({ ...DECIDED, [of]: { ...DECIDED[of], ...units } });

  it.each<[string, StageConfig, string]>([
    [
      'writes of the table',
      lowered('table', { write: 38_000 }),
      'warm write units of table from 40000 to 38000 a second',
    ],
    ['reads of the table', lowered('table', { read: 12_000 }), 'warm read units of table from 23000 to 12000 a second'],
    [
      'writes of the index',
      lowered('index', { write: 6000 }),
      'warm write units of index byDue from 8000 to 6000 a second',
    ],
    [
      'none of the index',
      withWarmth({ table: DECIDED.table }),
      'warm write units of index byDue from 8000 to 4000 a second',
    ],
    ['none', withWarmth(undefined), 'warm write units of table from 40000 to 4000 a second'],
  ])('ends the synthesis when it is lowered: %s', (_case, config, figures) => {
    expect(() => synthesizeTable(config, { record: deployedWith(RECORDED) })).toThrow(
      `would lower the ${figures}, which DynamoDB refuses`,
    );
  });

  const entry: AllowedChange = {
    stage: 'production',
    resource: 'Table',
    change: 'warm write units of table',
    reason: 'Four more partners at their full rate from December on.',
    until: '2026-12-31',
  };

  it('is refused when it is lowered even with an entry that allows it', () => {
    const record = deployedWith(RECORDED, [entry]);
    expect(() => synthesizeTable(lowered('table', { write: 38_000 }), { record })).toThrow('would lower');
  });

  it('is refused when it is raised unannounced, and taken with an entry', () => {
    const raised = withWarmth({ ...DECIDED, table: { ...DECIDED.table, write: 50_000 } });
    expect(() => synthesizeTable(raised, { record: deployedWith(RECORDED) })).toThrow(
      'would raise the warm write units of table from 40000 to 50000 a second, which is a deployment of its own',
    );
    expect(synthesizeTable(raised, { record: deployedWith(RECORDED, [entry]) })).toMatchObject({
      WarmThroughput: { WriteUnitsPerSecond: 50_000 },
    });
  });

  it.each([
    { WriteOnDemandThroughputSettings: { MaxWriteRequestUnits: 39_000 } },
    { Replicas: [{ Region: 'eu-west-1', ReadOnDemandThroughputSettings: { MaxReadRequestUnits: 22_000 } }] },
  ])('ends the synthesis above a maximum: %j', (properties) => {
    const table = synthesizeTable(withWarmth(DECIDED), { record: deployedWith(RECORDED) });
    const template = {
      Resources: { Table: { Type: GLOBAL_TABLE, Properties: { ...asObject(table, 'table'), ...properties } } },
    };
    expect(statefulViolations(template, { deployed: {}, allowed: [], today: TODAY }).join()).toMatch(
      /Table \(AWS::DynamoDB::GlobalTable\) has a maximum of (39000 write|22000 read) units of table, below its warm throughput of/,
    );
  });
});

describe('the setting', () => {
  it.each([
    [{ table: { read: 11_999, write: 4000 } }, /capacity\.warm\.table\.read/],
    [{ table: { read: 12_000, write: 3999 } }, /capacity\.warm\.table\.write/],
    [{ index: { read: 12_000, write: 4000 } }, /capacity\.warm\.table/],
  ])('refuses %j, which DynamoDB would', (warm, message) => {
    const path = join(temporaryFolder(), 'settings.json');
    const text = readFileSync('infra/config/sandbox.json', 'utf8');
    const { capacity, ...others } = asObject(JSON.parse(text), 'settings');
    writeFileSync(path, JSON.stringify({ ...others, capacity: { ...asObject(capacity, 'capacity'), warm } }));
    expect(() => loadStage({ env: 'sandbox', configPath: path })).toThrow(message);
  });
});

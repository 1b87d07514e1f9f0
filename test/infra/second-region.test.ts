import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { loadStage } from '#infra/config/stages';
import { at, findFunction, findResources, listAt, STAGES, stageTemplates } from '#test/infra/support/stage-templates';
import { shippedConfig, stageAssembly } from '#test/support/stage-assembly';

const [FIRST, SECOND] = ['us-east-1', 'us-west-2'];
const id = (digit: string) => `mrk-${digit.repeat(32)}`;
const keys = { records: id('1'), webhook: id('2'), link: id('3') };
const table = {
  name: 'PartnerRamp-Table',
  streamArn: `arn:aws:dynamodb:${SECOND}:111122223333:table/PartnerRamp-Table/stream/2026-11-27T00:00:00.000`,
};
const withSecond = { region: FIRST, secondRegion: { name: SECOND, keys } };
const asCopy = { region: SECOND, copyOf: { region: FIRST, keys, table, writes: false }, frozen: true };
const resources = z.object({
  Resources: z.record(z.string(), z.object({ Type: z.string(), Properties: z.unknown() })),
});

describe.each(STAGES)('a second Region of %s', (env) => {
  const one = stageTemplates(env);
  const first = stageTemplates(env, withSecond);
  const copy = stageTemplates(env, asCopy);

  it('gets a replica of the table that is kept as the first is, under the replica of its key', () => {
    const replicas = ({ stacks }: typeof first) => {
      const [found] = Object.values(stacks.Data.Resources).filter(({ Type }) => Type === 'AWS::DynamoDB::GlobalTable');
      return listAt(found?.Properties, 'Replicas');
    };
    expect(replicas(one)).toHaveLength(1);
    const [own, other, ...more] = replicas(first);
    expect(more).toEqual([]);
    const { Region, SSESpecification, ...kept } = z.looseObject({}).parse(own);
    expect(other).toMatchObject({ ...kept, Region: SECOND });
    expect(kept).toMatchObject({ PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } });
    const keyOfOther = JSON.stringify(at(other, 'SSESpecification', 'KMSMasterKeyId'));
    expect(keyOfOther).toContain(`:kms:${SECOND}:`);
    const recordsKey = findResources(first, 'AWS::KMS::Key').find(({ id }) => id.startsWith('RecordsKey'));
    expect(keyOfOther).toContain(`{"Ref":"${recordsKey?.id}"}`);
    const [stored] = findResources(first, 'AWS::DynamoDB::GlobalTable');
    expect(at(stored?.Properties, 'TimeToLiveSpecification')).toEqual({ AttributeName: 'ttl', Enabled: true });
  });

  it('gets replicas of all keys in a stack of its own, before the replica of the table', () => {
    const folder = stageAssembly({ config: { ...shippedConfig(env), ...withSecond } });
    const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'));
    const name = `PartnerRamp-${env}-SecondRegion`;
    const { Resources } = resources.parse(read(`${name}.template.json`));
    const found = Object.values(Resources).filter(({ Type }) => Type === 'AWS::KMS::ReplicaKey');
    const primaries = found.map(({ Properties }) => JSON.stringify(at(Properties, 'PrimaryKeyArn')));
    expect(primaries).toEqual(
      Object.values(keys).map((key) => expect.stringMatching(new RegExp(`:kms:${FIRST}:.*${key}`))),
    );
    for (const { Properties } of found)
      expect(listAt(Properties, 'KeyPolicy', 'Statement')).toContainEqual(
        expect.objectContaining({ Sid: 'GrantsForServicesAlone', Effect: 'Deny' }),
      );
    const artifacts = at(read('manifest.json'), 'artifacts');
    expect(listAt(artifacts, `PartnerRamp-${env}`, 'dependencies')).toContain(name);
    expect(at(artifacts, name, 'environment')).toMatch(new RegExp(`/${SECOND}$`));
  });

  it('is a stage with the replicas in place of keys and a table of its own', () => {
    expect(findResources(copy, 'AWS::DynamoDB::GlobalTable')).toEqual([]);
    expect(findResources(copy, 'AWS::KMS::Key')).toEqual([]);
    expect(findResources(copy, 'AWS::S3::Bucket')).toHaveLength(1);
    const runStep = findFunction(copy, 'runStep');
    expect(at(runStep?.Properties, 'Environment', 'Variables', 'TABLE_NAME')).toBe(table.name);
    const streams = findResources(copy, 'AWS::Lambda::EventSourceMapping').map(({ Properties }) =>
      at(Properties, 'EventSourceArn'),
    );
    expect(streams.filter((arn) => arn === table.streamArn)).toHaveLength(2);
    expect(Object.values(copy.text).join('')).toContain(keys.webhook);
  });

  it('pages where a replica lags for a quarter of an hour, in the Region that writes', () => {
    const alarmOf = (stage: typeof first) => {
      const alarms = findResources(stage, 'AWS::CloudWatch::Alarm');
      return alarms.find(({ Properties }) => Properties.AlarmName === `PartnerRamp-${env}-replica-behind`)?.Properties;
    };
    const alarm = alarmOf(first);
    expect(alarm).toMatchObject({ Threshold: 60_000, EvaluationPeriods: 15, MetricName: 'ReplicationLatency' });
    expect(alarm?.AlarmDescription).toMatch(/^Page\. .*#replica-behind$/);
    expect(listAt(alarm, 'Dimensions')).toContainEqual({ Name: 'ReceivingRegion', Value: SECOND });
    expect([alarmOf(one), alarmOf(copy)]).toEqual([undefined, undefined]);
    const promoted = stageTemplates(env, { region: SECOND, copyOf: { ...asCopy.copyOf, writes: true } });
    expect(listAt(alarmOf(promoted), 'Dimensions')).toContainEqual({ Name: 'ReceivingRegion', Value: FIRST });
  });

  it('tells the one function that orders money which Region writes first, in both Regions, and no other stage', () => {
    const named = (stage: typeof first) =>
      findResources(stage, 'AWS::Lambda::Function').flatMap(({ id, Properties }) => {
        const value = at(Properties, 'Environment', 'Variables', 'FIRST_WRITING_REGION');
        return value === undefined ? [] : [[id.replace(/Function[0-9A-F]{8}$/, ''), value]];
      });
    expect(named(first)).toEqual([['runStep', FIRST]]);
    expect(named(copy)).toEqual([['runStep', FIRST]]);
    expect(named(one)).toEqual([]);
    for (const stage of [first, copy]) expect(at(stage.stacks.Stage.Outputs, 'FirstRegion', 'Value')).toBe(FIRST);
    expect(one.stacks.Stage.Outputs).not.toHaveProperty('FirstRegion');
  });
});

describe('settings of a second Region', () => {
  const folder = mkdtempSync(join(tmpdir(), 'partner-ramp-regions-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const load = (changes: object) => {
    const configPath = join(folder, 'stage.json');
    const shipped: unknown = JSON.parse(readFileSync('infra/config/production.example.json', 'utf8'));
    writeFileSync(configPath, JSON.stringify({ ...z.looseObject({}).parse(shipped), ...changes }));
    return loadStage({ env: 'production', configPath });
  };
  const copyOf = asCopy.copyOf;
  const secretsOf = (region: string) => {
    const { providers } = z.looseObject({ providers: z.unknown() }).parse(shippedConfig('production'));
    return JSON.parse(JSON.stringify(providers).replaceAll(/:secretsmanager:[\w-]+:/g, `:secretsmanager:${region}:`));
  };

  it('are refused where a Region is not named, names itself, or depends on the other', () => {
    expect(() => load({ secondRegion: withSecond.secondRegion, region: undefined })).toThrow('names its own');
    expect(() => load({ secondRegion: withSecond.secondRegion, region: SECOND })).toThrow('its own Region');
    const both = { region: SECOND, copyOf, secondRegion: { name: FIRST, keys } };
    expect(() => load(both)).toThrow('a copy has no copy');
    expect(() => load({ region: SECOND, copyOf, restoredTable: table })).toThrow('a copy uses the replica');
    expect(() => load({ region: SECOND, copyOf, providers: secretsOf(FIRST) })).toThrow('replicate it to this Region');
  });

  it('keep a copy frozen until it was promoted', () => {
    const settings = { region: SECOND, providers: secretsOf(SECOND) };
    expect(load({ ...settings, copyOf }).frozen).toBe(true);
    expect(load({ ...settings, copyOf: { ...copyOf, writes: true } }).frozen).toBeUndefined();
  });
});

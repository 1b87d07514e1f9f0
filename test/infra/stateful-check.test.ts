import { App, NestedStack, Stack, Validations } from 'aws-cdk-lib';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { describe, expect, it } from 'vitest';
import {
  type AllowedChange,
  allowedChangesSchema,
  statefulTemplate,
  templateSchema,
  toBaseline,
} from '#infra/checks/stateful-changes';
import { committedRecord, StatefulCheck, statefulViolations } from '#infra/checks/stateful-check';
import { temporaryFolder } from '#test/support/lifetime';
import { STAGES, stageTemplates } from './support/stage-templates';

const TODAY = '2026-11-21';
const keep = { DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' };
const replica = {
  Region: { Ref: 'AWS::Region' },
  SSESpecification: { KMSMasterKeyId: 'a-key' },
  PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
  DeletionProtectionEnabled: true,
};
const table = {
  Type: 'AWS::DynamoDB::GlobalTable',
  ...keep,
  Properties: {
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: [{ AttributeName: 'PK', KeyType: 'HASH' }],
    AttributeDefinitions: [
      { AttributeName: 'PK', AttributeType: 'S' },
      { AttributeName: 'due', AttributeType: 'N' },
    ],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'byDue',
        KeySchema: [{ AttributeName: 'due', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ],
    TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
    StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
    WarmThroughput: { ReadUnitsPerSecond: 12_000, WriteUnitsPerSecond: 8000 },
    WriteOnDemandThroughputSettings: { MaxWriteRequestUnits: 8000 },
    Replicas: [replica],
  },
};
const files = {
  Type: 'AWS::S3::Bucket',
  ...keep,
  Properties: { VersioningConfiguration: { Status: 'Enabled' }, LifecycleConfiguration: { Rules: [] } },
};
const key = { Type: 'AWS::KMS::Key', ...keep, Properties: { KeySpec: 'HMAC_256', Description: 'tokens' } };
const template = { Resources: { Table: table, Files: files, Key: key } };
const deployed = toBaseline(templateSchema.parse(template));

const withResources = (others: object) => ({ Resources: { ...template.Resources, ...others } });
const withTable = (properties: object, attributes: object = {}) =>
  withResources({ Table: { ...table, ...attributes, Properties: { ...table.Properties, ...properties } } });
const withFiles = (properties: object) => withResources({ Files: { ...files, Properties: properties } });
const withReplicas = (...Replicas: object[]) => withTable({ Replicas });
const violations = (wanted: object, allowed: readonly AllowedChange[] = []): string[] =>
  statefulViolations(wanted, { deployed, allowed, today: TODAY });

const allowing = (change: string, until: string): AllowedChange => ({
  stage: 'production',
  resource: 'Table',
  change,
  reason: 'The table was copied and is no longer read.',
  until,
});

describe('the check on the stateful stack', () => {
  it.each<[string, object]>([
    ['nothing', template],
    ['retention that begins after the first deployment', withTable({}, { DeletionPolicy: 'RetainExceptOnCreate' })],
    ['another description and billing', withTable({ BillingMode: 'PROVISIONED', Tags: [] })],
    [
      'an index and its attribute more',
      withTable({
        AttributeDefinitions: [
          ...table.Properties.AttributeDefinitions,
          { AttributeName: 'owner', AttributeType: 'S' },
        ],
        GlobalSecondaryIndexes: [
          ...table.Properties.GlobalSecondaryIndexes,
          {
            IndexName: 'byOwner',
            KeySchema: [{ AttributeName: 'owner', KeyType: 'HASH' }],
            Projection: { ProjectionType: 'ALL' },
          },
        ],
      }),
    ],
    ['a replica in another Region', withReplicas(replica, { ...replica, Region: 'eu-west-1' })],
    ['the same keys in another order of words', withTable({ KeySchema: [{ KeyType: 'HASH', AttributeName: 'PK' }] })],
  ])('passes %s', (_name, wanted) => {
    expect(violations(wanted)).toEqual([]);
  });

  it.each<[string, object, string]>([
    [
      'the removal of a table',
      { Resources: { Files: files, Key: key } },
      'Table (AWS::DynamoDB::GlobalTable) would be removed',
    ],
    [
      'another logical id, which is a removal and an unknown one',
      { Resources: { Files: files, Key: key, Table2: table } },
      'Table (AWS::DynamoDB::GlobalTable) would be removed',
    ],
    ['another type under the id', withResources({ Table: key }), 'Table (AWS::DynamoDB::GlobalTable)'],
    ['another key', withTable({ KeySchema: [{ AttributeName: 'SK', KeyType: 'HASH' }] }), 'KeySchema'],
    ['a name', withTable({ TableName: 'ramp' }), 'TableName'],
    [
      'another type of a key',
      withTable({ AttributeDefinitions: [{ AttributeName: 'PK', AttributeType: 'N' }] }),
      'Attribute PK',
    ],
    ['an index less', withTable({ GlobalSecondaryIndexes: [] }), 'Index byDue'],
    ['a local index', withTable({ LocalSecondaryIndexes: [{ IndexName: 'x' }] }), 'LocalSecondaryIndexes'],
    ['another attribute of expiry', withTable({ TimeToLiveSpecification: { AttributeName: 'at' } }), 'TimeToLive'],
    ['another stream', withTable({ StreamSpecification: { StreamViewType: 'KEYS_ONLY' } }), 'StreamSpecification'],
    ['no recovery', withReplicas({ ...replica, PointInTimeRecoverySpecification: {} }), 'PointInTimeRecovery'],
    ['no protection', withReplicas({ ...replica, DeletionProtectionEnabled: false }), 'DeletionProtectionEnabled'],
    [
      'a second replica without protection',
      withReplicas(replica, { ...replica, Region: 'eu-west-1', DeletionProtectionEnabled: false }),
      'DeletionProtectionEnabled',
    ],
    ['another key of a replica', withReplicas({ ...replica, SSESpecification: {} }), "Replica in the stage's Region"],
    ['a replica less', withReplicas(), "Replica in the stage's Region"],
    ['deletion with the stack', withTable({}, { DeletionPolicy: 'Delete' }), 'DeletionPolicy'],
    [
      'files that expire',
      withFiles({
        ...files.Properties,
        LifecycleConfiguration: { Rules: [{ ExpirationInDays: 1, Status: 'Enabled' }] },
      }),
      'LifecycleConfiguration',
    ],
    ['files without versions', withFiles({ LifecycleConfiguration: { Rules: [] } }), 'Versioning'],
    [
      'a key of another kind',
      withResources({ Key: { ...key, Properties: { KeySpec: 'SYMMETRIC_DEFAULT' } } }),
      'KeySpec',
    ],
    [
      'a key that becomes one for several Regions, which no key does',
      withResources({ Key: { ...key, Properties: { ...key.Properties, MultiRegion: true } } }),
      'MultiRegion',
    ],
    ['what is not recorded', withResources({ Key2: key }), 'Key2 (AWS::KMS::Key) is not in the baseline'],
  ])('fails on %s', (_name, wanted, message) => {
    expect(violations(wanted).join('\n')).toContain(message);
  });

  it('fails on a type that it does not know', () => {
    const cluster = withResources({ Cluster: { Type: 'AWS::RDS::DBCluster' } });
    expect(() => violations(cluster)).toThrow(/does not say what must stay of AWS::RDS::DBCluster/);
  });

  const renamed = withTable({ TableName: 'ramp' });

  it('passes what an entry allows, until its last day', () => {
    expect(violations(renamed, [allowing('TableName', '2026-12-31')])).toEqual([]);
    expect(violations(renamed, [allowing('TableName', TODAY)])).toEqual([]);
  });

  it('fails on what an entry no longer allows', () => {
    expect(violations(renamed, [allowing('TableName', '2026-11-20')])).toEqual([
      'Table (AWS::DynamoDB::GlobalTable) would lose or replace what TableName keeps; the entry that allowed it ended on 2026-11-20',
    ]);
  });

  it('applies an entry to no other change, and asks to remove it afterwards', () => {
    expect(violations(renamed, [allowing('KeySchema', '2026-12-31')])).toEqual([
      expect.stringContaining('no entry of allowed-changes.json allows it'),
      'allowed-changes.json: KeySchema of Table is no change; take the entry out',
    ]);
    expect(violations(template, [allowing('TableName', '2026-12-31')])).toHaveLength(1);
  });

  it.each([{ reason: '' }, { reason: 'because' }, { until: 'soon' }, { until: undefined }, { stage: 'moon' }])(
    'refuses an entry with %j',
    (wrong) => {
      const entry = { ...allowing('TableName', TODAY), ...wrong };
      expect(allowedChangesSchema.safeParse([entry]).success).toBe(false);
    },
  );
});

describe('as a part of the synthesis', () => {
  it.each<[string, (stage: Stack) => void]>([
    ['its template has none of what is recorded', (stage) => void new Key(new NestedStack(stage, 'Data'), 'Another')],
    ['it is not there', () => undefined],
  ])('fails it when the data part is deployed and %s', (_case, parts) => {
    const app = new App({
      outdir: temporaryFolder(),
      analyticsReporting: false,
      builtinCloudFormationValidation: false,
    });
    const stage = new Stack(app, 'PartnerRamp-production');
    new Queue(new NestedStack(stage, 'Messaging'), 'Queue');
    parts(stage);
    Validations.of(app).addPlugins(new StatefulCheck(() => ({ deployed, allowed: [], today: TODAY })));
    expect(() => app.synth()).toThrow(/Table \(AWS::DynamoDB::GlobalTable\) would be removed/);
  });

  const stageTemplate = { Resources: { Data: { Type: 'AWS::CloudFormation::Stack', ...keep } } };
  const recorded = toBaseline(statefulTemplate(stageTemplate, template));
  it.each<[string, object, object, string]>([
    ['the data part is gone', { Resources: {} }, {}, 'Data (AWS::CloudFormation::Stack) would be removed'],
    [
      'the data part would go with its stage',
      { Resources: { Data: { Type: 'AWS::CloudFormation::Stack', DeletionPolicy: 'Delete' } } },
      template,
      'Data (AWS::CloudFormation::Stack) would lose or replace what DeletionPolicy keeps',
    ],
    [
      'the data part has another name in the stage',
      { Resources: { Data2: { Type: 'AWS::CloudFormation::Stack', ...keep } } },
      template,
      'Data (AWS::CloudFormation::Stack) would be removed',
    ],
  ])('fails it when %s', (_case, stage, data, message) => {
    const wanted = statefulTemplate(stage, data);
    const found = statefulViolations(wanted, { deployed: recorded, allowed: [], today: TODAY });
    expect(found.join('\n')).toContain(message);
  });

  it('passes another template of a part without data', () => {
    const stage = {
      Resources: {
        ...stageTemplate.Resources,
        Api: { Type: 'AWS::CloudFormation::Stack', Properties: { TemplateURL: 'another' } },
      },
    };
    const wanted = statefulTemplate(stage, template);
    expect(statefulViolations(wanted, { deployed: recorded, allowed: [], today: TODAY })).toEqual([]);
  });

  it.each(STAGES)('finds the shipped %s equal to its baseline', (env) => {
    const { text } = stageTemplates(env);
    const template = statefulTemplate(JSON.parse(text.Stage), JSON.parse(text.Data));
    expect(statefulViolations(template, committedRecord(env))).toEqual([]);
  });

  it.each(STAGES)('has every resource of %s that holds data in its baseline', (env) => {
    const { deployed: recorded } = committedRecord(env);
    expect(
      Object.values(recorded)
        .map(({ type }) => type)
        .sort(),
    ).toEqual([
      'AWS::CloudFormation::Stack',
      'AWS::DynamoDB::GlobalTable',
      'AWS::KMS::Key',
      'AWS::KMS::Key',
      'AWS::KMS::Key',
      'AWS::S3::Bucket',
    ]);
  });
});

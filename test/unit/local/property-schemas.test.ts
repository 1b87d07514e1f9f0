import { describe, expect, it } from 'vitest';
import { resourceAttributes, resourceTypes, sections, type Treatment } from '#local/template/inventory';
import type { JsonObject } from '#local/template/json';
import {
  aliasSchema,
  bucketSchema,
  busSchema,
  functionSchema,
  queueMappingSchema,
  queueSchema,
  restApiSchema,
  ruleSchema,
  scheduleSchema,
  stageSchema,
  streamMappingSchema,
  tableSchema,
} from '#local/template/property-schemas';

const PAGE = /^https:\/\/docs\.aws\.amazon\.com\/[\w/.-]+\.html$/;

describe('the inventory', () => {
  it('has a page of AWS for each property that runs', () => {
    const sourced: [name: string, source: string | undefined][] = [];
    const collect = (name: string, treatment: Treatment, page?: string): void => {
      if (treatment.kind === 'run') sourced.push([name, treatment.source ?? page]);
      if (treatment.kind === 'parts')
        for (const [part, inner] of Object.entries(treatment.parts)) collect(`${name}.${part}`, inner, page);
    };
    for (const [name, treatment] of Object.entries({ ...sections, ...resourceAttributes })) collect(name, treatment);
    for (const [type, treatment] of Object.entries(resourceTypes))
      if (treatment.kind === 'run')
        for (const [name, property] of Object.entries(treatment.properties))
          collect(`${type}.${name}`, property, treatment.source);
    expect(sourced.length).toBeGreaterThan(60);
    expect(sourced.filter(([, source]) => source === undefined || !PAGE.test(source))).toEqual([]);
  });
});

const hash = { AttributeName: 'PK', KeyType: 'HASH' };
const range = { AttributeName: 'SK', KeyType: 'RANGE' };
const attribute = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' });
const table = { KeySchema: [hash, range], AttributeDefinitions: [attribute('PK'), attribute('SK')] };
const index = { IndexName: 'by', KeySchema: [hash], Projection: { ProjectionType: 'ALL' } };
const target = { Id: 'Target0', Arn: 'arn:queue' };
const rule = {
  EventBusName: 'events',
  EventPattern: { source: ['partner-ramp'], 'detail-type': ['step.ready'] },
  Targets: [target],
};
const fn = { Handler: 'index.handler', Timeout: 15, MemorySize: 512, Code: { S3Key: 'key' } };
const source = { EventSourceArn: 'arn:source', FunctionName: 'worker' };
const stream = { ...source, StartingPosition: 'TRIM_HORIZON' };
const Pattern = '{"dynamodb":{"NewImage":{"outbox":{"S":["OPEN"]}}}}';
const cors = { AllowedOrigins: ['*'], AllowedMethods: ['PUT'] };
const schedule = { ScheduleExpression: 'rate(1 minute)', Target: { Arn: 'arn:worker', Input: '{}' } };

const schemas = {
  table: tableSchema,
  queue: queueSchema,
  bucket: bucketSchema,
  bus: busSchema,
  rule: ruleSchema,
  fn: functionSchema,
  alias: aliasSchema,
  queueMapping: queueMappingSchema,
  streamMapping: streamMappingSchema,
  schedule: scheduleSchema,
  api: restApiSchema,
  stage: stageSchema,
};
type Row = readonly [schema: keyof typeof schemas, good: JsonObject, changes: readonly JsonObject[]];

/** The properties of a resource, and changes of them that AWS refuses or that the local part does not run. */
const refused: readonly Row[] = [
  [
    'table',
    table,
    [
      { KeySchema: [range, hash] },
      { KeySchema: [hash, hash] },
      { KeySchema: [] },
      { AttributeDefinitions: [attribute('PK')] },
      { AttributeDefinitions: [attribute('PK'), attribute('SK'), attribute('more')] },
      { AttributeDefinitions: [attribute('PK'), attribute('PK')] },
      { StreamSpecification: { StreamViewType: 'NEW_IMAGE' } },
      { StreamSpecification: { StreamViewType: 'EVERYTHING' } },
      { TimeToLiveSpecification: { Enabled: true } },
      { TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: false } },
      { TimeToLiveSpecification: { AttributeName: '', Enabled: true } },
      { GlobalSecondaryIndexes: [{ ...index, KeySchema: [hash, hash] }] },
      { GlobalSecondaryIndexes: [{ ...index, Projection: { ProjectionType: 'INCLUDE' } }] },
      { GlobalSecondaryIndexes: [{ ...index, Projection: { ProjectionType: 'ALL', NonKeyAttributes: ['a'] } }] },
      { GlobalSecondaryIndexes: Array(21).fill(index) },
    ],
  ],
  [
    'queue',
    { VisibilityTimeout: 0, MessageRetentionPeriod: 60 },
    [
      { VisibilityTimeout: -1 },
      { VisibilityTimeout: 43_201 },
      { VisibilityTimeout: 1.5 },
      { VisibilityTimeout: '30' },
      { MessageRetentionPeriod: 59 },
      { MessageRetentionPeriod: 1_209_601 },
      { DelaySeconds: 1 },
      { ReceiveMessageWaitTimeSeconds: 20 },
      { QueueName: 'orders.fifo' },
      { QueueName: 'x'.repeat(81) },
      { RedrivePolicy: { deadLetterTargetArn: 'arn', maxReceiveCount: 0 } },
      { RedrivePolicy: { deadLetterTargetArn: 'arn', maxReceiveCount: 1001 } },
      { RedrivePolicy: { deadLetterTargetArn: 'arn' } },
    ],
  ],
  [
    'bucket',
    { CorsConfiguration: { CorsRules: [cors] } },
    [
      { VersioningConfiguration: { Status: 'Suspended' } },
      { BucketName: 'Files' },
      { CorsConfiguration: { CorsRules: [] } },
      { CorsConfiguration: { CorsRules: [{ ...cors, AllowedMethods: ['PATCH'] }] } },
      { CorsConfiguration: { CorsRules: [{ ...cors, AllowedMethods: ['put'] }] } },
      { CorsConfiguration: { CorsRules: [{ ...cors, AllowedOrigins: ['https://*.*.test'] }] } },
      { CorsConfiguration: { CorsRules: [{ ...cors, AllowedHeaders: ['x-*-*'] }] } },
      { CorsConfiguration: { CorsRules: [{ ...cors, ExposedHeaders: ['x-*'] }] } },
      { CorsConfiguration: { CorsRules: [{ ...cors, MaxAge: -1 }] } },
      { CorsConfiguration: { CorsRules: Array(101).fill(cors) } },
    ],
  ],
  ['bus', { Name: 'PartnerRamp-sandbox' }, [{ Name: 'default' }, { Name: 'a b' }, { Name: 'aws/partner' }]],
  [
    'rule',
    rule,
    [
      { EventPattern: { source: ['partner-ramp'] } },
      { EventPattern: { ...rule.EventPattern, detail: { status: ['x'] } } },
      { EventPattern: { ...rule.EventPattern, source: [{ prefix: 'partner' }] } },
      { EventPattern: { ...rule.EventPattern, source: [] } },
      { EventPattern: { ...rule.EventPattern, 'detail-type': [{ 'anything-but': 'x' }] } },
      { EventPattern: { ...rule.EventPattern, $or: [{}, {}] } },
      { State: 'ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS' },
      { Targets: [] },
      { Targets: Array(6).fill(target) },
      { Targets: [{ ...target, InputPath: '$.detail.id' }] },
      { Targets: [{ ...target, InputPath: '$' }] },
      { Targets: [{ ...target, InputTransformer: { InputTemplate: '{}' } }] },
      { Targets: [{ ...target, Input: '{}' }] },
    ],
  ],
  [
    'fn',
    fn,
    [
      { Timeout: 0 },
      { Timeout: 901 },
      { MemorySize: 127 },
      { MemorySize: 10_241 },
      { Handler: 'handler' },
      { Environment: { Variables: { AWS_REGION: 'x' } } },
      { Environment: { Variables: { AWS_LAMBDA_FUNCTION_NAME: 'x' } } },
      { Environment: { Variables: { LAMBDA_TASK_ROOT: 'x' } } },
      { Environment: { Variables: { '1ST': 'x' } } },
      { Environment: { Variables: { 'A-B': 'x' } } },
      { Environment: { Variables: { LONG: 'x'.repeat(4096) } } },
    ],
  ],
  ['alias', { FunctionName: 'f', Name: 'live' }, [{ Name: '1' }, { Name: '$LATEST' }, { RoutingConfig: {} }]],
  [
    'queueMapping',
    { ...source, BatchSize: 10, ScalingConfig: { MaximumConcurrency: 2 } },
    [
      { BatchSize: 0 },
      { BatchSize: 11 },
      { MaximumBatchingWindowInSeconds: 1 },
      { FilterCriteria: { Filters: [{ Pattern }] } },
      { StartingPosition: 'TRIM_HORIZON' },
      { BisectBatchOnFunctionError: true },
      { MaximumRetryAttempts: 1 },
      { ScalingConfig: { MaximumConcurrency: 1 } },
      { ScalingConfig: { MaximumConcurrency: 1001 } },
      { ScalingConfig: {} },
      { FunctionResponseTypes: ['ReportEverything'] },
    ],
  ],
  [
    'streamMapping',
    { ...stream, FilterCriteria: { Filters: [{ Pattern }] }, MaximumRetryAttempts: -1, MaximumRecordAgeInSeconds: -1 },
    [
      { StartingPosition: undefined },
      { StartingPosition: 'AT_TIMESTAMP' },
      { BatchSize: 10_001 },
      { MaximumBatchingWindowInSeconds: 301 },
      { MaximumRetryAttempts: -2 },
      { MaximumRetryAttempts: 10_001 },
      { MaximumRecordAgeInSeconds: 59 },
      { MaximumRecordAgeInSeconds: 604_801 },
      { ScalingConfig: { MaximumConcurrency: 2 } },
      { TumblingWindowInSeconds: 1 },
      { FilterCriteria: { Filters: [] } },
      { FilterCriteria: { Filters: Array(6).fill({ Pattern }) } },
      { FilterCriteria: { Filters: [{ Pattern: '{"eventName":["INSERT"]}' }] } },
    ],
  ],
  [
    'schedule',
    schedule,
    [
      { ScheduleExpression: 'rate(1 minutes)' },
      { ScheduleExpression: 'rate(5 minute)' },
      { ScheduleExpression: 'rate(0 minutes)' },
      { ScheduleExpression: 'rate(30 seconds)' },
      { ScheduleExpression: 'cron(0 12 * * ? *)' },
      { State: 'PAUSED' },
      { Target: { Arn: 'arn:worker' } },
      { Target: { Arn: 'arn:worker', Input: 'text' } },
      { Target: { Arn: 'arn:worker', Input: '{"at":"<aws.scheduler.scheduled-time>"}' } },
    ],
  ],
  [
    'api',
    { Body: {}, MinimumCompressionSize: 0 },
    [{ MinimumCompressionSize: -1 }, { MinimumCompressionSize: 10_485_761 }, { BinaryMediaTypes: ['*/*'] }],
  ],
  ['stage', { RestApiId: 'local', StageName: 'sandbox' }, [{ StageName: 'a/b' }, { Variables: { a: 'b' } }]],
];

describe.each(refused)('the properties of a %s', (name, good, changes) => {
  it('run with values that AWS documents', () => {
    expect(schemas[name].safeParse(good).error).toBeUndefined();
  });

  it.each(changes)('do not run with %j', (change) => {
    const changed = Object.entries({ ...good, ...change }).filter(([, value]) => value !== undefined);
    expect(schemas[name].safeParse(Object.fromEntries(changed)).success).toBe(false);
  });
});

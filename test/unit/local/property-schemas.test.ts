import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#local/template/json';
import { ruleSchema, streamMappingSchema } from '#local/template/property-schemas';

const target = { Id: 'Target0', Arn: 'arn:queue', InputPath: '$.detail', DeadLetterConfig: { Arn: 'arn:dead' } };
const rule = {
  EventBusName: 'events',
  State: 'ENABLED',
  EventPattern: { source: ['partner-ramp'], 'detail-type': ['step.ready'] },
  Targets: [target],
};
const stream = {
  EventSourceArn: 'arn:source',
  FunctionName: 'worker',
  FunctionResponseTypes: ['ReportBatchItemFailures'],
  BatchSize: 50,
  StartingPosition: 'TRIM_HORIZON',
  DestinationConfig: { OnFailure: { Destination: 'arn:queue' } },
};
const Pattern = '{"dynamodb":{"NewImage":{"outbox":{"S":["OPEN"]}}}}';

const schemas = { rule: ruleSchema, streamMapping: streamMappingSchema };
/** Valid properties of a resource, and changes that AWS rejects or that the local stack does not support. */
const refused: readonly (readonly [schema: keyof typeof schemas, good: JsonObject, changes: readonly JsonObject[]])[] =
  [
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
        { State: 'DISABLED' },
        { Targets: [] },
        { Targets: Array(6).fill(target) },
        { Targets: [{ ...target, InputPath: '$.detail.id' }] },
        { Targets: [{ ...target, InputPath: undefined }] },
        { Targets: [{ ...target, InputTransformer: { InputTemplate: '{}' } }] },
        { Targets: [{ ...target, Input: '{}' }] },
      ],
    ],
    [
      'streamMapping',
      {
        ...stream,
        FilterCriteria: { Filters: [{ Pattern }] },
        MaximumRetryAttempts: -1,
        MaximumRecordAgeInSeconds: -1,
      },
      [
        { StartingPosition: undefined },
        { StartingPosition: 'LATEST' },
        { FunctionResponseTypes: undefined },
        { BatchSize: 10_001 },
        { MaximumBatchingWindowInSeconds: 1 },
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

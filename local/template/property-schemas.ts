/**
 * The properties of running resources, as far as the local parts run them: any other property, form or operator stops the start.
 * Bounds of values are AWS's, and the linters of templates check them. Times in seconds.
 */
import * as z from 'zod/mini';
import { RATE } from '#local/events/schedule';
import { isStreamFilter } from '#local/events/source-filter';
import type { Resource } from './cloud-assembly';
import type { Resolver } from './intrinsics';

const optional = z.exactOptional;
const text = z.string();

const hash = z.strictObject({ AttributeName: text, KeyType: z.literal('HASH') });
const range = z.strictObject({ AttributeName: text, KeyType: z.literal('RANGE') });
/** One attribute of each type at most. An index may have up to four of each in the cloud. */
const keySchema = z.union([z.tuple([hash]), z.tuple([hash, range])]);

const projection = z.union([
  z.strictObject({ ProjectionType: z.enum(['ALL', 'KEYS_ONLY']) }),
  z.strictObject({ ProjectionType: z.literal('INCLUDE'), NonKeyAttributes: z.array(text) }),
]);

export const tableSchema = z.strictObject({
  TableName: optional(text),
  KeySchema: keySchema,
  AttributeDefinitions: z.array(z.strictObject({ AttributeName: text, AttributeType: z.enum(['S', 'N', 'B']) })),
  GlobalSecondaryIndexes: optional(
    z.array(z.strictObject({ IndexName: text, KeySchema: keySchema, Projection: projection })),
  ),
  // The fields that readers of the stream rely on.
  StreamSpecification: optional(z.strictObject({ StreamViewType: z.literal('NEW_AND_OLD_IMAGES') })),
  TimeToLiveSpecification: optional(z.strictObject({ AttributeName: text, Enabled: z.literal(true) })),
  // Nothing of a replica runs locally.
  Replicas: optional(z.array(z.strictObject({}))),
});

export const queueSchema = z.strictObject({
  // A name with .fifo is one of a FIFO queue, which orders and deduplicates.
  QueueName: optional(text.check(z.regex(/^[\w-]+$/))),
  VisibilityTimeout: optional(z.int()),
  MessageRetentionPeriod: optional(z.int()),
  RedrivePolicy: optional(z.strictObject({ deadLetterTargetArn: text, maxReceiveCount: z.int() })),
});

export const bucketSchema = z.strictObject({
  BucketName: optional(text),
  VersioningConfiguration: optional(z.strictObject({ Status: z.literal('Enabled') })),
  CorsConfiguration: optional(
    z.strictObject({
      CorsRules: z.array(
        z.strictObject({
          Id: optional(text),
          AllowedOrigins: z.array(text),
          AllowedMethods: z.array(z.enum(['GET', 'PUT', 'POST', 'DELETE', 'HEAD'])),
          AllowedHeaders: optional(z.array(text)),
          ExposedHeaders: optional(z.array(text)),
          MaxAge: optional(z.int()),
        }),
      ),
    }),
  ),
});

/** A key seals texts, which is the service's default, or makes authentication codes. */
export const kmsKeySchema = z.union([
  z.strictObject({
    KeySpec: z._default(z.literal('SYMMETRIC_DEFAULT'), 'SYMMETRIC_DEFAULT'),
    KeyUsage: optional(z.literal('ENCRYPT_DECRYPT')),
  }),
  z.strictObject({ KeySpec: z.literal('HMAC_256'), KeyUsage: z.literal('GENERATE_VERIFY_MAC') }),
]);

export const busSchema = z.strictObject({ Name: text });

/** Texts that an event must have one of. */
const wanted = z.array(text).check(z.minLength(1));

export const ruleSchema = z.strictObject({
  Name: optional(text),
  EventBusName: text,
  // Texts that equal those of the event: no operator, no other field.
  EventPattern: z.strictObject({ source: wanted, 'detail-type': wanted }),
  State: optional(z.enum(['ENABLED', 'DISABLED'])),
  Targets: z.array(
    z.strictObject({
      Id: text,
      Arn: text,
      InputPath: optional(z.literal('$.detail')),
      DeadLetterConfig: optional(z.strictObject({ Arn: text })),
    }),
  ),
});

export const functionSchema = z.strictObject({
  FunctionName: optional(text),
  Handler: text,
  /** 3 seconds is the service's default. */
  Timeout: z._default(z.int(), 3),
  MemorySize: z._default(z.int(), 128),
  Environment: optional(z.strictObject({ Variables: optional(z.record(text, text)) })),
  Code: z.strictObject({ S3Key: text }),
});

export const aliasSchema = z.strictObject({ FunctionName: text, Name: text });

const mapping = {
  EventSourceArn: text,
  FunctionName: text,
  Enabled: optional(z.boolean()),
  FunctionResponseTypes: optional(z.array(z.literal('ReportBatchItemFailures'))),
};

/** A larger batch needs a window, which no mapping of a queue has. */
export const queueMappingSchema = z.strictObject({
  ...mapping,
  BatchSize: optional(z.int().check(z.lte(10))),
  ScalingConfig: optional(z.strictObject({ MaximumConcurrency: z.int() })),
});

export const streamMappingSchema = z.strictObject({
  ...mapping,
  BatchSize: optional(z.int()),
  MaximumBatchingWindowInSeconds: optional(z.int()),
  FilterCriteria: optional(
    z.strictObject({ Filters: z.array(z.strictObject({ Pattern: text.check(z.refine(isStreamFilter)) })) }),
  ),
  StartingPosition: z.enum(['TRIM_HORIZON', 'LATEST']),
  BisectBatchOnFunctionError: optional(z.boolean()),
  MaximumRetryAttempts: optional(z.int()),
  MaximumRecordAgeInSeconds: optional(z.int()),
  DestinationConfig: optional(z.strictObject({ OnFailure: optional(z.strictObject({ Destination: text })) })),
});

/** Without an input the cloud sends an event of its own, and context attributes in it would stay as text here. */
const scheduleInput = text.check(z.refine((input) => !input.includes('<aws.scheduler.')));

export const scheduleSchema = z.strictObject({
  Name: optional(text),
  ScheduleExpression: text.check(z.regex(RATE)),
  State: optional(z.enum(['ENABLED', 'DISABLED'])),
  Target: z.strictObject({ Arn: text, Input: scheduleInput }),
});

export const restApiSchema = z.strictObject({
  Name: optional(text),
  Body: z.record(text, z.unknown()),
  MinimumCompressionSize: optional(z.int()),
});

export const stageSchema = z.strictObject({ RestApiId: text, StageName: text });

/**
 * Resolves the running properties of a resource and checks them against their schema.
 * @throws Error naming stack, logical id and property.
 */
export function readPart<Shape extends z.ZodMiniType>(
  resource: Resource,
  schema: Shape,
  resolver: Resolver,
): z.output<Shape> {
  const where = `${resource.stackName}/${resource.logicalId} (${resource.type})`;
  const result = schema.safeParse(resolver.resolve(resource.stackName, resource.properties));
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new Error(
    `${where}: property ${issue?.path.join('.') ?? ''} cannot run locally: ${issue?.message ?? 'bad value'}`,
  );
}

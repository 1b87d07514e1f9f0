/**
 * Schemas of resource properties. They accept only values that AWS documents and the local stack implements. With any other
 * value, the local stack does not start. inventory.ts contains the URLs of the AWS pages. Times are in seconds.
 */
import * as z from 'zod/mini';
import { RATE } from '#local/events/schedule';
import { isStreamFilter } from '#local/events/source-filter';
import type { Resource } from './cloud-assembly';
import type { Resolver } from './intrinsics';

const optional = z.exactOptional;
const text = z.string();

const whole = (least: number, most: number) => z.int().check(z.gte(least), z.lte(most));
const named = (pattern: RegExp) => text.check(z.regex(pattern));
const listOf = <Shape extends z.ZodMiniType>(element: Shape, least: number, most: number) =>
  z.array(element).check(z.minLength(least), z.maxLength(most));

const hash = z.strictObject({ AttributeName: text, KeyType: z.literal('HASH') });
const range = z.strictObject({ AttributeName: text, KeyType: z.literal('RANGE') });
/** One HASH attribute and at most one RANGE attribute. AWS allows up to four of each type in an index. */
const keySchema = z.union([z.tuple([hash]), z.tuple([hash, range])]);

const projection = z.union([
  z.strictObject({ ProjectionType: z.enum(['ALL', 'KEYS_ONLY']) }),
  z.strictObject({ ProjectionType: z.literal('INCLUDE'), NonKeyAttributes: listOf(text, 1, 20) }),
]);

export const tableSchema = z
  .strictObject({
    TableName: optional(named(/^[\w.-]{3,255}$/)),
    KeySchema: keySchema,
    AttributeDefinitions: z.array(z.strictObject({ AttributeName: text, AttributeType: z.enum(['S', 'N', 'B']) })),
    GlobalSecondaryIndexes: optional(
      listOf(z.strictObject({ IndexName: text, KeySchema: keySchema, Projection: projection }), 1, 20),
    ),
    // Stream consumers need both the new and the old image.
    StreamSpecification: optional(z.strictObject({ StreamViewType: z.literal('NEW_AND_OLD_IMAGES') })),
    TimeToLiveSpecification: optional(
      z.strictObject({ AttributeName: text.check(z.minLength(1), z.maxLength(255)), Enabled: z.literal(true) }),
    ),
    // The local stack ignores all properties of a replica and removes them before this check.
    Replicas: optional(z.array(z.strictObject({}))),
  })
  .check(
    z.refine(
      ({ KeySchema, GlobalSecondaryIndexes = [], AttributeDefinitions }) => {
        const keys = [KeySchema, ...GlobalSecondaryIndexes.map((index) => index.KeySchema)].flat();
        const used = new Set(keys.map(({ AttributeName }) => AttributeName));
        const defined = AttributeDefinitions.map(({ AttributeName }) => AttributeName);
        const areUsed = defined.every((name) => used.has(name));
        return areUsed && defined.length === used.size && new Set(defined).size === used.size;
      },
      { error: 'must contain exactly the attributes of the keys', path: ['AttributeDefinitions'] },
    ),
  );

export const queueSchema = z.strictObject({
  // Rejects FIFO queues (names that end in `.fifo`), because the local queues do not order or deduplicate messages.
  QueueName: optional(named(/^[\w-]{1,80}$/)),
  VisibilityTimeout: optional(whole(0, 43_200)),
  MessageRetentionPeriod: optional(whole(60, 1_209_600)),
  RedrivePolicy: optional(z.strictObject({ deadLetterTargetArn: text, maxReceiveCount: whole(1, 1000) })),
});

/** An origin or header of a CORS rule, with at most one asterisk. */
const oneAsterisk = named(/^[^*]*\*?[^*]*$/);

export const corsRuleSchema = z.strictObject({
  Id: optional(text.check(z.maxLength(255))),
  AllowedOrigins: listOf(oneAsterisk, 1, 100),
  AllowedMethods: listOf(z.enum(['GET', 'PUT', 'POST', 'DELETE', 'HEAD']), 1, 5),
  AllowedHeaders: optional(z.array(oneAsterisk)),
  ExposedHeaders: optional(z.array(named(/^[^*]+$/))),
  MaxAge: optional(whole(0, 2_147_483_647)),
});

export const bucketSchema = z.strictObject({
  BucketName: optional(named(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)),
  VersioningConfiguration: optional(z.strictObject({ Status: z.literal('Enabled') })),
  CorsConfiguration: optional(z.strictObject({ CorsRules: listOf(corsRuleSchema, 1, 100) })),
});

/** KMS keys for encryption (the default of KMS) or for message authentication codes. */
export const kmsKeySchema = z.union([
  z.strictObject({
    KeySpec: z._default(z.literal('SYMMETRIC_DEFAULT'), 'SYMMETRIC_DEFAULT'),
    KeyUsage: optional(z.literal('ENCRYPT_DECRYPT')),
  }),
  z.strictObject({ KeySpec: z.literal('HMAC_256'), KeyUsage: z.literal('GENERATE_VERIFY_MAC') }),
]);

export const busSchema = z.strictObject({ Name: named(/^(?!default$)[\w.-]{1,256}$/) });

export const ruleSchema = z.strictObject({
  Name: optional(named(/^[\w.-]{1,64}$/)),
  EventBusName: text,
  // Accepts only exact values of these two fields: the local event bus supports no operators and no other fields.
  EventPattern: z.strictObject({ source: listOf(text, 1, 100), 'detail-type': listOf(text, 1, 100) }),
  State: z.literal('ENABLED'),
  Targets: listOf(
    z.strictObject({
      Id: named(/^[\w.-]{1,64}$/),
      Arn: text,
      InputPath: z.literal('$.detail'),
      DeadLetterConfig: z.strictObject({ Arn: text }),
    }),
    1,
    5,
  ),
});

/** Variable names that the Lambda runtime sets. A template cannot set these variables. */
const RESERVED =
  /^(?:_HANDLER|_X_AMZN_TRACE_ID|AWS_(?:DEFAULT_REGION|REGION|EXECUTION_ENV|ACCESS_KEY|ACCESS_KEY_ID|SECRET_ACCESS_KEY|SESSION_TOKEN|LAMBDA_.*)|LAMBDA_(?:TASK_ROOT|RUNTIME_DIR))$/;
/** Maximum size of all variables of a function, in bytes. */
const MOST_VARIABLE_BYTES = 4096;

const variables = z.record(named(/^[a-zA-Z]\w+$/), text).check(
  z.refine((values) => !Object.keys(values).some((name) => RESERVED.test(name)), 'a name is reserved'),
  z.refine((values) => Buffer.byteLength(JSON.stringify(values)) <= MOST_VARIABLE_BYTES, 'over 4 KB'),
);

export const functionSchema = z.strictObject({
  FunctionName: optional(named(/^[\w-]{1,64}$/)),
  Handler: named(/^[\w-]+\.\w+$/),
  /** The default of Lambda is 3 seconds. */
  Timeout: z._default(whole(1, 900), 3),
  MemorySize: z._default(whole(128, 10_240), 128),
  Environment: optional(z.strictObject({ Variables: optional(variables) })),
  Code: z.strictObject({ S3Key: text }),
  // The local stack supports one layer per function. Lambda supports five.
  Layers: optional(z.tuple([text])),
});

export const layerSchema = z.strictObject({ Content: z.strictObject({ S3Key: text }) });

export const aliasSchema = z.strictObject({ FunctionName: text, Name: named(/^(?!\d+$)[\w-]{1,128}$/) });

const mapping = {
  EventSourceArn: text,
  FunctionName: text,
  Enabled: optional(z.boolean()),
  FunctionResponseTypes: z.tuple([z.literal('ReportBatchItemFailures')]),
};

/** Limited to ten messages: Lambda requires a batching window for larger batches, and the local stack has no batching window. */
export const queueMappingSchema = z.strictObject({
  ...mapping,
  BatchSize: whole(1, 10),
  ScalingConfig: z.strictObject({ MaximumConcurrency: whole(2, 1000) }),
});

export const streamMappingSchema = z.strictObject({
  ...mapping,
  BatchSize: whole(1, 10_000),
  FilterCriteria: z.strictObject({
    // AWS allows five filters, unless the quota of the account is higher.
    Filters: listOf(z.strictObject({ Pattern: text.check(z.maxLength(4096), z.refine(isStreamFilter)) }), 1, 5),
  }),
  StartingPosition: z.literal('TRIM_HORIZON'),
  BisectBatchOnFunctionError: optional(z.boolean()),
  MaximumRetryAttempts: optional(whole(-1, 10_000)),
  MaximumRecordAgeInSeconds: optional(z.union([z.literal(-1), whole(60, 604_800)])),
  DestinationConfig: z.strictObject({ OnFailure: z.strictObject({ Destination: text }) }),
});

/** Required: without `Input`, EventBridge Scheduler sends a default event, which the local stack does not support. */
const scheduleInput = text.check(
  z.refine((input) => isJson(input) && !input.includes('<aws.scheduler.'), 'must be JSON without context attributes'),
);

export const scheduleSchema = z.strictObject({
  Name: optional(named(/^[\w.-]{1,64}$/)),
  ScheduleExpression: named(RATE),
  State: optional(z.enum(['ENABLED', 'DISABLED'])),
  Target: z.strictObject({ Arn: text, Input: scheduleInput }),
});

function isJson(value: string): boolean {
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

export const restApiSchema = z.strictObject({
  Name: optional(text),
  Body: z.record(text, z.unknown()),
  MinimumCompressionSize: optional(whole(0, 10_485_760)),
});

export const stageSchema = z.strictObject({ RestApiId: text, StageName: named(/^[\w-]{1,128}$/) });

/**
 * Resolves the properties that the local stack runs, and checks them against the schema.
 * @throws Error with stack, logical id and property
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

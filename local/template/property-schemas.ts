/** The properties of running resources, as the local parts take them. Times in seconds. */
import * as z from 'zod/mini';
import type { Resource } from './cloud-assembly';
import type { Resolver } from './intrinsics';

const optional = z.exactOptional;
const text = z.string();
const number = z.number();

const keySchema = z.array(z.strictObject({ AttributeName: text, KeyType: z.enum(['HASH', 'RANGE']) }));

export const tableSchema = z.strictObject({
  TableName: optional(text),
  KeySchema: keySchema,
  AttributeDefinitions: z.array(z.strictObject({ AttributeName: text, AttributeType: z.enum(['S', 'N', 'B']) })),
  GlobalSecondaryIndexes: optional(
    z.array(
      z.strictObject({
        IndexName: text,
        KeySchema: keySchema,
        Projection: z.strictObject({
          ProjectionType: z.enum(['ALL', 'KEYS_ONLY', 'INCLUDE']),
          NonKeyAttributes: optional(z.array(text)),
        }),
      }),
    ),
  ),
  StreamSpecification: optional(
    z.strictObject({ StreamViewType: z.enum(['KEYS_ONLY', 'NEW_IMAGE', 'OLD_IMAGE', 'NEW_AND_OLD_IMAGES']) }),
  ),
  TimeToLiveSpecification: optional(z.strictObject({ AttributeName: optional(text), Enabled: z.boolean() })),
  // Nothing of a replica runs locally.
  Replicas: optional(z.array(z.strictObject({}))),
});

export const queueSchema = z.strictObject({
  QueueName: optional(text),
  VisibilityTimeout: optional(number),
  DelaySeconds: optional(number),
  MessageRetentionPeriod: optional(number),
  ReceiveMessageWaitTimeSeconds: optional(number),
  RedrivePolicy: optional(z.strictObject({ deadLetterTargetArn: text, maxReceiveCount: number })),
});

export const bucketSchema = z.strictObject({
  BucketName: optional(text),
  VersioningConfiguration: optional(z.strictObject({ Status: z.enum(['Enabled', 'Suspended']) })),
  CorsConfiguration: optional(
    z.strictObject({
      CorsRules: z.array(
        z.strictObject({
          Id: optional(text),
          AllowedOrigins: z.array(text),
          AllowedMethods: z.array(text),
          AllowedHeaders: optional(z.array(text)),
          ExposedHeaders: optional(z.array(text)),
          MaxAge: optional(number),
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

export const ruleSchema = z.strictObject({
  Name: optional(text),
  EventBusName: text,
  EventPattern: z.record(text, z.unknown()),
  State: optional(z.enum(['ENABLED', 'DISABLED'])),
  Targets: z.array(
    z.strictObject({
      Id: text,
      Arn: text,
      InputPath: optional(text),
      InputTransformer: optional(
        z.strictObject({ InputPathsMap: optional(z.record(text, text)), InputTemplate: text }),
      ),
      SqsParameters: optional(z.strictObject({ MessageGroupId: optional(text) })),
      DeadLetterConfig: optional(z.strictObject({ Arn: text })),
    }),
  ),
});

export const functionSchema = z.strictObject({
  FunctionName: optional(text),
  Handler: text,
  /** 3 seconds is the service's default. */
  Timeout: z._default(number, 3),
  MemorySize: z._default(number, 128),
  Environment: optional(z.strictObject({ Variables: optional(z.record(text, text)) })),
  Code: z.strictObject({ S3Key: text }),
});

export const aliasSchema = z.strictObject({ FunctionName: text, Name: text });

export const mappingSchema = z.strictObject({
  EventSourceArn: text,
  FunctionName: text,
  BatchSize: optional(number),
  MaximumBatchingWindowInSeconds: optional(number),
  ScalingConfig: optional(z.strictObject({ MaximumConcurrency: optional(number) })),
  FilterCriteria: optional(z.strictObject({ Filters: optional(z.array(z.strictObject({ Pattern: optional(text) }))) })),
  FunctionResponseTypes: optional(z.array(text)),
  Enabled: optional(z.boolean()),
  StartingPosition: optional(text),
  BisectBatchOnFunctionError: optional(z.boolean()),
  MaximumRetryAttempts: optional(number),
  MaximumRecordAgeInSeconds: optional(number),
  DestinationConfig: optional(z.strictObject({ OnFailure: optional(z.strictObject({ Destination: text })) })),
});

export const scheduleSchema = z.strictObject({
  Name: optional(text),
  ScheduleExpression: text,
  State: optional(z.enum(['ENABLED', 'DISABLED'])),
  Target: z.strictObject({ Arn: text, Input: optional(text) }),
});

export const restApiSchema = z.strictObject({
  Name: optional(text),
  Body: z.record(text, z.unknown()),
  BinaryMediaTypes: optional(z.array(text)),
  MinimumCompressionSize: optional(number),
});

export const gatewayResponseSchema = z.strictObject({
  RestApiId: text,
  ResponseType: text,
  StatusCode: optional(z.coerce.number()),
  ResponseParameters: optional(z.record(text, text)),
  ResponseTemplates: optional(z.record(text, text)),
});

export const stageSchema = z.strictObject({
  RestApiId: text,
  StageName: text,
  Variables: optional(z.record(text, text)),
});

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

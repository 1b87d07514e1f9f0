import type { AttributeValue, _Record as ClientRecord } from '@aws-sdk/client-dynamodb-streams';
import * as z from 'zod/mini';
import { LOCAL_REGION } from '#local/engines/local-cloud';

/** A stream record in the form of a Lambda event. */
export interface StreamRecord {
  readonly eventID: string;
  readonly eventName: string;
  readonly eventVersion: '1.1';
  readonly eventSource: 'aws:dynamodb';
  readonly awsRegion: string;
  readonly dynamodb: {
    /** Epoch seconds. */
    readonly ApproximateCreationDateTime: number;
    readonly Keys: Readonly<Record<string, unknown>>;
    readonly NewImage?: Readonly<Record<string, unknown>>;
    readonly OldImage?: Readonly<Record<string, unknown>>;
    readonly SequenceNumber: string;
    readonly SizeBytes: number;
    readonly StreamViewType: string;
  };
  readonly eventSourceARN: string;
}

const image = z.record(z.string(), z.unknown());

/** A stream record in the JSON of the local DynamoDB engine. Binary values are Base64, as in Lambda events. */
export const engineRecord = z.object({
  eventID: z.optional(z.string()),
  eventName: z.optional(z.string()),
  dynamodb: z.object({
    ApproximateCreationDateTime: z.optional(z.number()),
    Keys: z.optional(image),
    NewImage: z.optional(image),
    OldImage: z.optional(image),
    SequenceNumber: z.string(),
    SizeBytes: z.optional(z.number()),
    StreamViewType: z.optional(z.string()),
  }),
});

/** Converts a record to the form of a Lambda event. Replaces the engine's region with `LOCAL_REGION`. */
export function streamRecord(
  { eventID = '', eventName = '', dynamodb: change }: z.infer<typeof engineRecord>,
  streamArn: string,
): StreamRecord {
  return {
    eventID,
    eventName,
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: LOCAL_REGION,
    dynamodb: {
      ApproximateCreationDateTime: Math.floor(change.ApproximateCreationDateTime ?? Date.now() / 1000),
      Keys: change.Keys ?? {},
      ...(change.NewImage === undefined ? {} : { NewImage: change.NewImage }),
      ...(change.OldImage === undefined ? {} : { OldImage: change.OldImage }),
      SequenceNumber: change.SequenceNumber,
      SizeBytes: change.SizeBytes ?? 0,
      StreamViewType: change.StreamViewType ?? '',
    },
    eventSourceARN: streamArn,
  };
}

/** Converts a record of the AWS SDK client, which contains a `Date` and raw bytes, to the JSON of the local DynamoDB engine. */
export function fromClient(record: ClientRecord): z.infer<typeof engineRecord> {
  const change = record.dynamodb ?? {};
  return engineRecord.parse({
    ...record,
    dynamodb: {
      ...change,
      ApproximateCreationDateTime: (change.ApproximateCreationDateTime?.getTime() ?? Date.now()) / 1000,
      Keys: change.Keys && plainImage(change.Keys),
      NewImage: change.NewImage && plainImage(change.NewImage),
      OldImage: change.OldImage && plainImage(change.OldImage),
    },
  });
}

function plainImage(attributes: Readonly<Record<string, AttributeValue>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, plain(value)]));
}

function plain(value: AttributeValue): unknown {
  if (value.B !== undefined) return { B: base64(value.B) };
  if (value.BS !== undefined) return { BS: value.BS.map(base64) };
  if (value.L !== undefined) return { L: value.L.map(plain) };
  if (value.M !== undefined) return { M: plainImage(value.M) };
  return value;
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

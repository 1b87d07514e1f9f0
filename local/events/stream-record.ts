import type { AttributeValue, _Record as EngineRecord } from '@aws-sdk/client-dynamodb-streams';
import { LOCAL_REGION } from '#local/engines/local-cloud';

/** A stream record as a function sees it in its event. */
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

/** The engine names its own region and leaves binary values raw; functions see what the cloud would give them. */
export function streamRecord(record: EngineRecord, streamArn: string): StreamRecord {
  const change = record.dynamodb ?? {};
  if (change.SequenceNumber === undefined) throw new Error('A stream record came without a sequence number.');
  return {
    eventID: record.eventID ?? '',
    eventName: record.eventName ?? '',
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: LOCAL_REGION,
    dynamodb: {
      ApproximateCreationDateTime: Math.floor((change.ApproximateCreationDateTime?.getTime() ?? Date.now()) / 1000),
      Keys: image(change.Keys ?? {}),
      ...(change.NewImage === undefined ? {} : { NewImage: image(change.NewImage) }),
      ...(change.OldImage === undefined ? {} : { OldImage: image(change.OldImage) }),
      SequenceNumber: change.SequenceNumber,
      SizeBytes: change.SizeBytes ?? 0,
      StreamViewType: change.StreamViewType ?? '',
    },
    eventSourceARN: streamArn,
  };
}

function image(attributes: Readonly<Record<string, AttributeValue>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, plain(value)]));
}

function plain(value: AttributeValue): unknown {
  if (value.B !== undefined) return { B: base64(value.B) };
  if (value.BS !== undefined) return { BS: value.BS.map(base64) };
  if (value.L !== undefined) return { L: value.L.map(plain) };
  if (value.M !== undefined) return { M: image(value.M) };
  return value;
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

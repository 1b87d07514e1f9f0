import type { DynamoDBRecord } from 'aws-lambda';
import { decodeStreamImage } from '#shared/changes/stream/item';
import type { RecordKey } from '#shared/dynamodb/keys';
import { streamPosition } from '#shared/dynamodb/stream-position';
import type { StoredRecord } from '#shared/dynamodb/table';

/** A write of an item, as the stream brought it. */
export interface AuditCopy {
  readonly of: RecordKey;
  readonly change: 'INSERT' | 'MODIFY' | 'REMOVE';
  /** Sorts the copies of one item. */
  readonly position: string;
  /** Time of the write, epoch ms. */
  readonly atMs: number;
  /** The item after the write, or before its removal; an entry of the journal before either. */
  readonly image: StoredRecord;
}

/** Builds the copy of a record of the stream; `undefined` for a record without its keys or its item. */
export function toAuditCopy(
  { eventName: change, dynamodb, eventSourceARN }: DynamoDBRecord,
  nowMs: number,
): AuditCopy | undefined {
  const { SequenceNumber: sequence, NewImage, OldImage, Keys, ApproximateCreationDateTime: atS } = dynamodb ?? {};
  const [PK, SK] = [Keys?.PK?.S, Keys?.SK?.S];
  // Of the journal the content before a change is kept: its entries themselves are not copied.
  const image = PK?.startsWith('JOURNAL#') ? (OldImage ?? NewImage) : (NewImage ?? OldImage);
  if (sequence === undefined || change === undefined || PK === undefined || SK === undefined || image === undefined)
    return undefined;
  const position = streamPosition(eventSourceARN, sequence);
  return {
    of: { PK, SK },
    change,
    position,
    atMs: atS === undefined ? nowMs : atS * 1000,
    image: decodeStreamImage(image),
  };
}

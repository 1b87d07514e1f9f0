import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { streamPosition } from '#shared/dynamodb/stream-position';
import type { StoredRecord } from '#shared/dynamodb/table';

/** An item before and after a write, with the time of the write in epoch ms. */
export interface ItemImages {
  readonly before: StoredRecord | undefined;
  readonly after: StoredRecord;
  readonly atMs: number;
}

/** An item as a stream record carries it. */
export function decodeStreamImage(image: object): StoredRecord {
  return unmarshall(JSON.parse(JSON.stringify(image)));
}

/** The partition of the item that a record is about. */
export function readPartition({ dynamodb }: DynamoDBRecord): string | undefined {
  return dynamodb?.Keys?.PK?.S;
}

/** Returns true if a record is about a row of a list, and nothing that partners see. */
export function isListRow(record: DynamoDBRecord): boolean {
  return readPartition(record)?.startsWith('L#') === true;
}

/** A write to an item that belongs to a partner. */
export interface ItemWrite {
  readonly images: ItemImages;
  /** Partition of the table that was written. */
  readonly partition: string;
  readonly partnerId: string;
  readonly sequenceNumber: string;
  /** The `streamPosition` of the record that the item comes from. */
  readonly seq: string;
}

/** Decodes the write of a record to a partner's item; `undefined` for a deletion and for an item of no partner. */
export function decodeItemWrite({ eventName, dynamodb, eventSourceARN }: DynamoDBRecord): ItemWrite | undefined {
  const sequenceNumber = dynamodb?.SequenceNumber;
  if (sequenceNumber === undefined || dynamodb?.NewImage === undefined) return undefined;
  if (eventName !== 'INSERT' && eventName !== 'MODIFY') return undefined;
  const after = decodeStreamImage(dynamodb.NewImage);
  const { PK: partition, partnerId } = after;
  if (typeof partition !== 'string' || typeof partnerId !== 'string') return undefined;
  const before = dynamodb.OldImage === undefined ? undefined : decodeStreamImage(dynamodb.OldImage);
  const images = { before, after, atMs: (dynamodb.ApproximateCreationDateTime ?? 0) * 1000 };
  return { images, partition, partnerId, sequenceNumber, seq: streamPosition(eventSourceARN, sequenceNumber) };
}

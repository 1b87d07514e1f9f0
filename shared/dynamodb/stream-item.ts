import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { streamPosition } from '#shared/dynamodb/stream-position';
import type { StoredRecord } from '#shared/dynamodb/table';

/** Item before and after a write, with the time of the write in epoch ms. */
export interface ItemImages {
  readonly before: StoredRecord | undefined;
  readonly after: StoredRecord;
  readonly atMs: number;
}

/** Decodes the image of an item in a stream record. */
export function decodeStreamImage(image: object): StoredRecord {
  return unmarshall(JSON.parse(JSON.stringify(image)));
}

/** Returns the partition key of the item in a stream record. */
export function readPartition({ dynamodb }: DynamoDBRecord): string | undefined {
  return dynamodb?.Keys?.PK?.S;
}

/** Returns true if the stream record contains a row of a list. Partners do not see these rows. */
export function isListRow(record: DynamoDBRecord): boolean {
  return readPartition(record)?.startsWith('L#') === true;
}

/** Write to an item of a partner. */
export interface ItemWrite {
  readonly images: ItemImages;
  readonly partition: string;
  readonly partnerId: string;
  readonly sequenceNumber: string;
  /** `streamPosition` of the stream record. */
  readonly seq: string;
}

/** Decodes a stream record. Returns `undefined` for a deletion, and for an item without a partner. */
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

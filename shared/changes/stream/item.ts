import { unmarshall } from '@aws-sdk/util-dynamodb';
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

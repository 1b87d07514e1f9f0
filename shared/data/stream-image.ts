import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { RawItem } from '#shared/data/table';

/** An item before and after a write, with the time of the write in epoch ms. */
export interface Images {
  readonly before: RawItem | undefined;
  readonly after: RawItem;
  readonly atMs: number;
}

/** An item as a stream record carries it. */
export function itemOfImage(image: object): RawItem {
  return unmarshall(JSON.parse(JSON.stringify(image)));
}

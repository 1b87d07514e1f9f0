import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { RawItem } from '#shared/data/table';

/** An item as a stream record carries it. */
export function itemOfImage(image: object): RawItem {
  return unmarshall(JSON.parse(JSON.stringify(image)));
}

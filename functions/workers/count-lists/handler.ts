import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { countStore } from '#shared/data/list-counts';
import { countLists } from './count-lists';

export async function handler(event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  return countLists(countStore, event.Records);
}

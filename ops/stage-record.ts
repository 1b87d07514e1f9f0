/** The stage of a table, as the table says it. What an operator types is compared with it, and decides nothing. */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { OperationFailed } from '#ops/errors';
import { STAGE_PARTITION } from '#shared/dynamodb/keys';
import type { TableStage } from '#shared/dynamodb/stage-record';
import { documentClient } from '#shared/dynamodb/table';

/** The table does not say of which stage it is. */
export class NoStageOnRecord extends OperationFailed {}

const record = z.object({ stage: z.string() });

/**
 * Checks that a table is of the stage that the operator has named. The record of any Region counts: a frozen replica and a table that
 * is restored elsewhere have the record of their origin alone.
 * @throws OperationFailed where it is of another stage, NoStageOnRecord where it does not say of which
 */
export async function checkStageOf(TableName: string, env: TableStage): Promise<void> {
  const { Items = [] } = await documentClient().send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'PK = :partition',
      ExpressionAttributeValues: { ':partition': STAGE_PARTITION },
      ConsistentRead: true,
    }),
  );
  const records = Items.map((item) => record.parse(item));
  if (records.length === 0)
    throw new NoStageOnRecord(
      `The table ${TableName} does not say of which stage it is, so nothing was done. A deployed stage writes that within a minute after its deployment.`,
    );
  const other = records.find(({ stage }) => stage !== env);
  if (other !== undefined)
    throw new OperationFailed(`The table ${TableName} is of ${other.stage}, not of ${env}: nothing was done.`);
}

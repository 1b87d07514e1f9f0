/** The record of the stage whose table it is. The tool compares it with the stage that an operator names. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { OperationFailed } from '#ops/errors';
import { stageKey } from '#shared/dynamodb/keys';
import type { TableStage } from '#shared/dynamodb/stage-record';
import { documentClient } from '#shared/dynamodb/table';

/** The table has no record of its stage. */
export class NoStageOnRecord extends OperationFailed {}

const record = z.object({ stage: z.string() });

/**
 * Checks that a table is of the stage that the operator has named. A restored table has the record of its origin.
 * @throws OperationFailed if it is of another stage, NoStageOnRecord if it has no record
 */
export async function checkStageOf(TableName: string, env: TableStage): Promise<void> {
  const { Item } = await documentClient().send(new GetCommand({ TableName, Key: stageKey, ConsistentRead: true }));
  if (Item === undefined)
    throw new NoStageOnRecord(
      `The table ${TableName} does not say of which stage it is, so nothing was done. A deployed stage writes that within a minute after its deployment.`,
    );
  const { stage } = record.parse(Item);
  if (stage !== env)
    throw new OperationFailed(`The table ${TableName} is of ${stage}, not of ${env}: nothing was done.`);
}

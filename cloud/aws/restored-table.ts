import * as z from 'zod';
import { type AwsCaller, AwsRefusal, whenVisible } from './aws-caller';

/** Looks again and again until something is found, for as long as the caller waits. */
export type LookUntilFound = (find: () => Promise<true | undefined>) => Promise<true>;

/** The restore of a table beside itself. */
export interface TableRestore {
  readonly source: string;
  /** The name of the restored table. */
  readonly name: string;
  /** ISO 8601. */
  readonly restorePoint: string;
}

const described = z.object({
  Table: z.object({
    TableStatus: z.string(),
    DeletionProtectionEnabled: z.boolean().optional(),
  }),
});

async function describeTable(aws: AwsCaller, TableName: string) {
  return (await whenVisible(() => aws.call('dynamodb DescribeTable', { TableName }, described))).Table;
}

/** Restores a table beside itself, until the restored one is active. @throws AwsRefusal */
export async function restoreBeside(
  aws: AwsCaller,
  { source, name, restorePoint }: TableRestore,
  until: LookUntilFound,
): Promise<void> {
  const parameters = {
    SourceTableName: source,
    TargetTableName: name,
    RestoreDateTime: new Date(restorePoint),
  };
  await aws.send('dynamodb RestoreTableToPointInTime', parameters).catch((error: unknown) => {
    // A request whose answer was lost is sent again, and finds the table that it has made.
    if (!(error instanceof AwsRefusal) || error.code !== 'TableAlreadyExistsException') throw error;
  });
  await until(async () => ((await describeTable(aws, name)).TableStatus === 'ACTIVE' ? true : undefined));
}

/** Deletes a restored table, which no stack has, without its protection. One that never came to be is no fault. @throws AwsRefusal */
export async function deleteRestored(aws: AwsCaller, TableName: string, until: LookUntilFound): Promise<void> {
  const send = (operation: string, parameters: Readonly<Record<string, unknown>>) =>
    aws.send(`dynamodb ${operation}`, { TableName, ...parameters });
  await until(async () => {
    try {
      const { TableStatus, DeletionProtectionEnabled } = await describeTable(aws, TableName);
      if (TableStatus === 'DELETING') return true;
      if (DeletionProtectionEnabled === true) {
        await send('UpdateTable', { DeletionProtectionEnabled: false });
        return undefined;
      }
      await send('DeleteTable', {});
      return true;
    } catch (error) {
      if (!(error instanceof AwsRefusal)) throw error;
      if (error.code === 'ResourceNotFoundException') return true;
      // It is being made or changed.
      if (error.code === 'ResourceInUseException') return undefined;
      throw error;
    }
  });
}

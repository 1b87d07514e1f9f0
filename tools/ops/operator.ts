/** Returns the operator's name for audit records. */
import { userInfo } from 'node:os';
import { DescribeTableCommand, ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import type { Environment } from '#ops/connection';
import { existing, OperationFailed } from '#ops/errors';
import { documentClient, tableName } from '#shared/dynamodb/table';
import { requestTimeouts } from '#shared/platform/config/cloud-clients';

/** Maximum attempts of the request to STS. */
const MAX_ATTEMPTS = 4;

/** Account id of emulators. No AWS account has this id. */
const EMULATED_ACCOUNT = '000000000000';

/**
 * Returns the operator: the system user for the local stack, otherwise the caller's ARN from STS, which CloudTrail also records.
 * @throws OperationFailed if STS returns no caller, or a caller of another account than the table's
 */
export async function operatorName(environment: Environment, isEmulated: boolean): Promise<string> {
  if (environment !== 'local') return await callerOfAccount(isEmulated);
  try {
    return userInfo().username;
  } catch {
    // In a container, the operating system may have no entry for the user; then `userInfo` throws.
    return process.env.USER ?? `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/**
 * Returns the ARN of the caller, who must belong to the table's account. Refuses an emulator that forwards requests to a table in
 * AWS, because the emulator's STS could return any caller.
 */
async function callerOfAccount(isEmulated: boolean): Promise<string> {
  const owner = await accountOfTable();
  if (isEmulated && owner !== undefined && owner !== EMULATED_ACCOUNT)
    throw new OperationFailed(`Nothing was changed: the table belongs to account ${owner}, not to an emulator.`);
  const arn = await callerArn();
  if (owner === undefined || arn.split(':')[4] === owner) return arn;
  throw new OperationFailed(`Nothing was changed: you are ${arn}, but the table belongs to account ${owner}.`);
}

/** Returns the account id of the table; `undefined` if the table does not exist. */
async function accountOfTable(): Promise<string | undefined> {
  try {
    const { Table } = await documentClient().send(new DescribeTableCommand({ TableName: tableName() }));
    return existing(Table?.TableArn?.split(':')[4], 'Nothing was changed: the account of the table is unknown.');
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** Returns the caller's ARN from STS. The call needs no permission. */
async function callerArn(): Promise<string> {
  const { GetCallerIdentityCommand, STSClient, STSServiceException } = await import('@aws-sdk/client-sts');
  const client = new STSClient({ maxAttempts: MAX_ATTEMPTS, requestHandler: requestTimeouts });
  try {
    const { Arn } = await client.send(new GetCallerIdentityCommand({}));
    return existing(Arn, unknownCaller('an unreadable response'));
  } catch (error) {
    if (error instanceof OperationFailed) throw error;
    throw new OperationFailed(unknownCaller(error instanceof STSServiceException ? error.name : 'no response'));
  }
}

const unknownCaller = (reason: string) =>
  `Nothing was changed: AWS does not identify you (${reason}), and every change requires the name of an operator.`;

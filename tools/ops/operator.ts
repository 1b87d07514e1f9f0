/** The name that audit records have for who changes something. */
import { userInfo } from 'node:os';
import { DescribeTableCommand, ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import type { Environment } from '#ops/connection';
import { existing, OperationFailed } from '#ops/errors';
import { documentClient, tableName } from '#shared/dynamodb/table';
import { requestTimeouts } from '#shared/platform/config/cloud-clients';

/** Attempts of the request to STS: a response may be lost. */
const MAX_ATTEMPTS = 4;

/** The account of every emulator. AWS gives it to no one. */
const EMULATED_ACCOUNT = '000000000000';

/**
 * The operator: in the cloud the ARN that the account, and its own trail, knows the caller by; on a laptop the system's
 * user.
 * @param isEmulated whether the operator names the address of an emulator, whose STS may name any caller
 * @throws OperationFailed if the cloud does not name the caller, or names one of another account than the table's
 */
export async function operatorName(environment: Environment, isEmulated: boolean): Promise<string> {
  if (environment !== 'local') return await callerOfAccount(isEmulated);
  try {
    return userInfo().username;
  } catch {
    // A container's user may have no entry among the system's users.
    return process.env.USER ?? `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** The ARN of the caller, who must be of the table's account: an address on this machine may lead to a table of AWS. */
async function callerOfAccount(isEmulated: boolean): Promise<string> {
  const owner = await accountOfTable();
  if (isEmulated && owner !== undefined && owner !== EMULATED_ACCOUNT)
    throw new OperationFailed(`Nothing was changed: the table is of account ${owner}, and of no emulator.`);
  const arn = await callerArn();
  if (owner === undefined || arn.split(':')[4] === owner) return arn;
  throw new OperationFailed(`Nothing was changed: you are ${arn}, and the table is of account ${owner}.`);
}

/** The account of the table; `undefined` if the table is gone. */
async function accountOfTable(): Promise<string | undefined> {
  try {
    const { Table } = await documentClient().send(new DescribeTableCommand({ TableName: tableName() }));
    return existing(Table?.TableArn?.split(':')[4], 'Nothing was changed: the table has no account.');
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** The ARN of the caller by STS, which needs no permission. */
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
  `Nothing was changed: AWS does not say who you are (${reason}), and every change is put on record by name.`;

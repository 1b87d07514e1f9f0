import { ConfigurationError } from './configuration-error';

/** Statuses of a stack that never contained data; `cdk deploy` creates such a stack again. */
const WITHOUT_DATA: ReadonlySet<string> = new Set(['REVIEW_IN_PROGRESS', 'ROLLBACK_COMPLETE']);

/**
 * Refuses `--context first=true` for a deployed stage, because this flag would remove the protection of the stage's data.
 * @param environment environment of the app; infra/cdk-command.cjs sets CDK_COMMAND
 * @throws ConfigurationError
 */
export async function requireFirstDeployment(stackName: string, environment: NodeJS.ProcessEnv): Promise<void> {
  if (environment.CDK_COMMAND !== 'deploy') return;
  const status = await stackStatus(stackName, environment.CDK_DEFAULT_REGION);
  if (status === undefined || WITHOUT_DATA.has(status)) return;
  throw new ConfigurationError(
    `${stackName} is deployed (${status}): "--context first=true" would remove the protection of its data. Omit this option.`,
  );
}

/** @returns `undefined` if there is no stack of this name */
async function stackStatus(StackName: string, region: string | undefined): Promise<string | undefined> {
  const { CloudFormationClient, DescribeStacksCommand } = await import('@aws-sdk/client-cloudformation');
  const client = new CloudFormationClient(region === undefined ? {} : { region });
  try {
    const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName }));
    return stack?.StackStatus;
  } catch (error) {
    // CloudFormation has no specific error for a stack that does not exist.
    if (error instanceof Error && error.message === `Stack with id ${StackName} does not exist`) return undefined;
    throw error;
  }
}

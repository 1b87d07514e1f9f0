/** What a stage's stack says of itself: where its table, queues and bucket are. */
import { OperationFailed } from '#scripts/ops/faults';
import type { StageName } from '#shared/values/stage-name';

/** Gives an output of the stage by its name. @throws OperationFailed when the stage has none of that name */
export type StageOutputs = (name: string) => Promise<string>;

/** Outputs that are known already; `missing` ends the sentence on one that is not among them. */
export function knownOutputs(
  known: Readonly<Record<string, string | undefined>>,
  missing: string,
): StageOutputs {
  return async (name) => {
    const value = known[name];
    if (value === undefined) throw new OperationFailed(`${name} is not known here: ${missing}.`);
    return value;
  };
}

/** Outputs of the stage's stack in the account and region of the shell's credentials, read once when one is needed. */
export function deployedOutputs(stage: StageName): StageOutputs {
  const stackName = `PartnerRamp-${stage}`;
  let read: Promise<StageOutputs> | undefined;
  return async (name) => {
    read ??= describe(stackName).then((known) =>
      knownOutputs(known, `the stack ${stackName} has no such output`),
    );
    return (await read)(name);
  };
}

async function describe(stackName: string): Promise<Record<string, string>> {
  // Loaded here: a command that is given its table asks nothing of it.
  const { CloudFormationClient, CloudFormationServiceException, DescribeStacksCommand } = await import(
    '@aws-sdk/client-cloudformation'
  );
  const client = new CloudFormationClient({});
  try {
    const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName: stackName }));
    const outputs = Stacks.flatMap(({ Outputs = [] }) => Outputs);
    return Object.fromEntries(
      outputs.flatMap(({ OutputKey, OutputValue }) =>
        OutputKey === undefined || OutputValue === undefined ? [] : [[OutputKey, OutputValue]],
      ),
    );
  } catch (error) {
    // Its code for a stack that does not exist, as for any other value that it does not take.
    if (error instanceof CloudFormationServiceException && error.name === 'ValidationError')
      throw new OperationFailed(`No stack ${stackName} is here: check the account and the region.`);
    throw error;
  } finally {
    client.destroy();
  }
}

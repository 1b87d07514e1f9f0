/** Switches of a deployed stage: they stop and start its API, queues, streams and schedules. */
import { setTimeout as sleep } from 'node:timers/promises';
import { APIGatewayClient, GetStageCommand, UpdateStageCommand } from '@aws-sdk/client-api-gateway';
import {
  CloudFormationClient,
  DescribeStacksCommand,
  GetStackPolicyCommand,
  SetStackPolicyCommand,
} from '@aws-sdk/client-cloudformation';
import {
  GetEventSourceMappingCommand,
  InvokeCommand,
  LambdaClient,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda';
import { GetScheduleCommand, SchedulerClient, UpdateScheduleCommand } from '@aws-sdk/client-scheduler';
import { PurgeQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { StageOutputs } from '#ops/connection';
import { existing, OperationFailed } from '#ops/errors';
import {
  type DeployedResource,
  deployedResources,
  isDeployedFrozen,
  isStreamReader,
  longestReadS,
  longestRunS,
  ofType,
  openLimits,
  routesOf,
  single,
} from './deployed-template';
import { freezingPatches, isFrozen, limitsOfStage, thawingPatches } from './method-settings';
import type { StageSwitches, Switch, SwitchState } from './switches';

/** Stack outputs with the URLs of the queues that `stage thaw --rebuild` empties and then fills. */
const WORK_QUEUES = ['FirstAttemptsQueueUrl', 'RetriesQueueUrl', 'StepsQueueUrl'] as const;
/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_PurgeQueue.html */
const PURGE_S = 60;

/** Stack policy that denies every update of the stage's stack. */
const NO_UPDATES = JSON.stringify({
  Statement: [{ Effect: 'Deny', Action: 'Update:*', Principal: '*', Resource: '*' }],
});
/** Stack policy that allows all updates. It replaces `NO_UPDATES`, because a stack policy cannot be removed. */
const UPDATES = JSON.stringify({
  Statement: [{ Effect: 'Allow', Action: 'Update:*', Principal: '*', Resource: '*' }],
});

/** Returns the switches of a deployed stage. @throws OperationFailed if the stack is not a stage */
export async function deployedStage(
  stackName: string,
  outputs: StageOutputs,
  pause: (ms: number) => Promise<unknown> = sleep,
): Promise<StageSwitches> {
  const cloudFormation = new CloudFormationClient({});
  const lambda = new LambdaClient({});
  const resources = await deployedResources(cloudFormation, stackName);
  const lastRunS = longestRunS(resources);
  const wait = async (seconds: number, tell: (line: string) => void) => {
    tell(`Waiting ${seconds} s, because a function can still run for this time.`);
    await pause(seconds * 1000);
  };
  return {
    switches: [
      apiSwitch(resources),
      ...ofType(resources, 'AWS::Lambda::EventSourceMapping').map((found) => mappingSwitch(lambda, found)),
      ...ofType(resources, 'AWS::Scheduler::Schedule').map(scheduleSwitch),
      deploymentSwitch(cloudFormation, stackName),
    ],
    baseUrl: (await outputs('ApiUrl')).replace(/\/$/, ''),
    routes: routesOf(single(resources, 'AWS::ApiGateway::RestApi')),
    isDeployedFrozen: isDeployedFrozen(single(resources, 'AWS::ApiGateway::Stage')),
    drained: (tell) => wait(lastRunS, tell),
    streamDrained: (tell) => wait(longestReadS(resources), tell),
    async rebuild(tell) {
      const sqs = new SQSClient({ useQueueUrlAsEndpoint: false });
      for (const output of WORK_QUEUES) await sqs.send(new PurgeQueueCommand({ QueueUrl: await outputs(output) }));
      tell(`Waiting ${PURGE_S} s, because SQS can need this time to empty the queues.`);
      await pause(PURGE_S * 1000);
      const redrive = ofType(resources, 'AWS::Lambda::Function').find(({ logicalId }) =>
        logicalId.startsWith('redriveOverdueFunction'),
      );
      const FunctionName = existing(redrive?.physicalId, 'The stage has no function redriveOverdue.');
      const Payload = Buffer.from('{"rebuild":true}');
      const { FunctionError } = await lambda.send(new InvokeCommand({ FunctionName, Payload }));
      if (FunctionError !== undefined)
        throw new OperationFailed(`The queues could not be filled (${FunctionError}): see the log of redriveOverdue.`);
    },
  };
}

function apiSwitch(resources: readonly DeployedResource[]): Switch {
  const client = new APIGatewayClient({});
  const stage = single(resources, 'AWS::ApiGateway::Stage');
  const restApiId = single(resources, 'AWS::ApiGateway::RestApi').physicalId;
  const target = { restApiId, stageName: stage.physicalId };
  const open = openLimits(stage);
  const current = async () => limitsOfStage((await client.send(new GetStageCommand(target))).methodSettings);
  return {
    kind: 'api',
    name: stage.physicalId,
    async state() {
      const limits = await current();
      const frozen = [...open.keys()].filter((name) => isFrozen(limits.get(name) ?? NO_LIMIT));
      const others = [...limits.values()].filter((limit) => !isFrozen(limit));
      if (frozen.length === open.size && others.length === 0) return 'frozen';
      return frozen.length === 0 ? 'open' : 'partly';
    },
    async freeze() {
      const patchOperations = freezingPatches(open, await current());
      await client.send(new UpdateStageCommand({ ...target, patchOperations }));
    },
    async thaw() {
      const patchOperations = thawingPatches(open, await current());
      await client.send(new UpdateStageCommand({ ...target, patchOperations }));
    },
  };
}

const NO_LIMIT = { ratePerS: Number.POSITIVE_INFINITY, burst: Number.POSITIVE_INFINITY };

function mappingSwitch(client: LambdaClient, { logicalId, physicalId: UUID, properties }: DeployedResource): Switch {
  const read = async () => (await client.send(new GetEventSourceMappingCommand({ UUID }))).State ?? '';
  const enable = async (Enabled: boolean) => {
    if ((await read()) !== (Enabled ? 'Enabled' : 'Disabled'))
      await client.send(new UpdateEventSourceMappingCommand({ UUID, Enabled }));
  };
  return {
    kind: isStreamReader({ properties }) ? 'stream' : 'mapping',
    name: logicalId.replace(/[0-9A-F]{8}$/, ''),
    async state(): Promise<SwitchState> {
      const state = await read();
      if (state === 'Enabled') return 'open';
      return state === 'Disabled' ? 'frozen' : 'changing';
    },
    freeze: () => enable(false),
    thaw: () => enable(true),
  };
}

function scheduleSwitch({ logicalId, physicalId, properties }: DeployedResource): Switch {
  const client = new SchedulerClient({});
  const { GroupName } = properties;
  const target = { Name: physicalId, ...(typeof GroupName === 'string' && { GroupName }) };
  const set = async (State: 'ENABLED' | 'DISABLED') => {
    const { Arn, CreationDate, LastModificationDate, $metadata, ...schedule } = await client.send(
      new GetScheduleCommand(target),
    );
    const { FlexibleTimeWindow, ScheduleExpression, Target } = schedule;
    // UpdateSchedule resets every property that the request does not contain.
    await client.send(
      new UpdateScheduleCommand({ ...schedule, ...target, FlexibleTimeWindow, ScheduleExpression, Target, State }),
    );
  };
  return {
    kind: 'schedule',
    name: logicalId.replace(/[0-9A-F]{8}$/, ''),
    state: async () => ((await client.send(new GetScheduleCommand(target))).State === 'DISABLED' ? 'frozen' : 'open'),
    freeze: () => set('DISABLED'),
    thaw: () => set('ENABLED'),
  };
}

function deploymentSwitch(client: CloudFormationClient, StackName: string): Switch {
  const set = async (StackPolicyBody: string) => {
    await client.send(new SetStackPolicyCommand({ StackName, StackPolicyBody }));
  };
  return {
    kind: 'deployments',
    name: StackName,
    async state() {
      const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName }));
      if (Stacks[0]?.StackStatus?.endsWith('_IN_PROGRESS')) return 'changing';
      const { StackPolicyBody } = await client.send(new GetStackPolicyCommand({ StackName }));
      return StackPolicyBody?.includes('Deny') ? 'frozen' : 'open';
    },
    freeze: () => set(NO_UPDATES),
    thaw: () => set(UPDATES),
  };
}

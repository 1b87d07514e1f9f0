/** An in-memory stage after a deployment, with the resources that the command `stage freeze` reads and changes. */
import { randomUUID } from 'node:crypto';
import {
  APIGatewayClient,
  GetStageCommand,
  type MethodSetting,
  type PatchOperation,
  UpdateStageCommand,
} from '@aws-sdk/client-api-gateway';
import {
  CloudFormationClient,
  DescribeStacksCommand,
  GetStackPolicyCommand,
  GetTemplateCommand,
  ListStackResourcesCommand,
  SetStackPolicyCommand,
} from '@aws-sdk/client-cloudformation';
import {
  GetEventSourceMappingCommand,
  InvokeCommand,
  LambdaClient,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda';
import {
  GetScheduleCommand,
  SchedulerClient,
  UpdateScheduleCommand,
  type UpdateScheduleCommandInput,
} from '@aws-sdk/client-scheduler';
import { PurgeQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { startHttpServer } from '#local/processes/http-server';
import { at, findResources, listAt, STACKS, type StageTemplates } from '#test/infra/support/stage-templates';

/** Number of responses in which an event source mapping reports that it is still updating. */
const CHANGING_FOR = 2;

export type DeployedFake = Awaited<ReturnType<typeof deployFake>>;

/** Deploys the templates to fake AWS clients. The API runs on loopback and applies the throttling limits of its methods. */
export async function deployFake(templates: StageTemplates) {
  const root = `PartnerRamp-${templates.config.name}`;
  const mocks = {
    cloudFormation: mockClient(CloudFormationClient),
    gateway: mockClient(APIGatewayClient),
    lambda: mockClient(LambdaClient),
    scheduler: mockClient(SchedulerClient),
    queues: mockClient(SQSClient),
  };
  /** Changes in order. */
  const changes: string[] = [];
  /** Errors to return for the next changes. */
  const refusals: Error[] = [];
  const change = (what: string) => {
    const refusal = refusals.shift();
    if (refusal !== undefined) throw refusal;
    changes.push(what);
  };

  let stackStatus = 'UPDATE_COMPLETE';
  let stackPolicy: string | undefined;
  mocks.cloudFormation.on(DescribeStacksCommand).callsFake(() => ({ Stacks: [{ StackStatus: stackStatus }] }));
  mocks.cloudFormation.on(GetStackPolicyCommand).callsFake(() => ({ StackPolicyBody: stackPolicy }));
  mocks.cloudFormation.on(SetStackPolicyCommand).callsFake(({ StackPolicyBody }: { StackPolicyBody: string }) => {
    change('deployments');
    stackPolicy = StackPolicyBody;
  });
  const stackAt = (name: string) => STACKS.find((stack) => name === (stack === 'Stage' ? root : arn(stack))) ?? 'Stage';
  mocks.cloudFormation.on(GetTemplateCommand).callsFake(({ StackName }: { StackName: string }) => ({
    TemplateBody: templates.text[stackAt(StackName)],
  }));
  mocks.cloudFormation.on(ListStackResourcesCommand).callsFake((input: { StackName: string; NextToken?: string }) => {
    const all = Object.entries(templates.stacks[stackAt(input.StackName)].Resources).map(([id, { Type }]) => ({
      LogicalResourceId: id,
      ResourceType: Type,
      PhysicalResourceId: Type === 'AWS::CloudFormation::Stack' ? arn(id) : physicalId(id, Type),
    }));
    // AWS lists at most a hundred resources per request.
    const start = Number(input.NextToken ?? 0);
    const end = start + 100;
    return { StackResourceSummaries: all.slice(start, end), ...(end < all.length && { NextToken: String(end) }) };
  });

  const physicalId = (id: string, type: string) =>
    type === 'AWS::ApiGateway::Stage' ? templates.config.name : `${id}-made`;

  const [stage] = findResources(templates, 'AWS::ApiGateway::Stage');
  const settings = new Map<string, MethodSetting>(
    listAt(stage?.Properties, 'MethodSettings').map((one) => {
      // Templates use `/` for the root path and `/*` for the whole stage; patch operations use `~1` and `*`.
      const path = String(at(one, 'ResourcePath')).replace(/^\//, '') || '~1';
      const limits = {
        throttlingRateLimit: Number(at(one, 'ThrottlingRateLimit')),
        throttlingBurstLimit: Number(at(one, 'ThrottlingBurstLimit')),
      };
      return [`${path}/${String(at(one, 'HttpMethod'))}`, limits];
    }),
  );
  mocks.gateway.on(GetStageCommand).callsFake(() => ({ methodSettings: Object.fromEntries(settings) }));
  mocks.gateway.on(UpdateStageCommand).callsFake(({ patchOperations }: { patchOperations: PatchOperation[] }) => {
    change('api');
    for (const operation of patchOperations) patchSettings(settings, operation);
  });

  const mappings = new Map(
    findResources(templates, 'AWS::Lambda::EventSourceMapping').map(({ id, Type, Properties }) => [
      physicalId(id, Type),
      { id, enabled: Properties.Enabled !== false, changing: 0 },
    ]),
  );
  const mappingState = (uuid: string) => {
    const mapping = mappings.get(uuid);
    if (mapping === undefined) throw Object.assign(new Error(uuid), { name: 'ResourceNotFoundException' });
    const done = mapping.enabled ? 'Enabled' : 'Disabled';
    mapping.changing -= 1;
    return { mapping, State: mapping.changing < 0 ? done : done.replace(/ed$/, 'ing') };
  };
  mocks.lambda.on(GetEventSourceMappingCommand).callsFake(({ UUID }: { UUID: string }) => {
    const { State } = mappingState(UUID);
    return { State };
  });
  mocks.lambda
    .on(UpdateEventSourceMappingCommand)
    .callsFake(({ UUID, Enabled }: { UUID: string; Enabled: boolean }) => {
      const { mapping } = mappingState(UUID);
      change(`mapping ${mapping.id}`);
      Object.assign(mapping, { enabled: Enabled, changing: CHANGING_FOR });
    });
  mocks.lambda.on(InvokeCommand).callsFake(({ FunctionName, Payload }: { FunctionName: string; Payload: Buffer }) => {
    change(`invoke ${FunctionName} ${Buffer.from(Payload).toString()}`);
    return {};
  });
  mocks.queues.on(PurgeQueueCommand).callsFake(({ QueueUrl }: { QueueUrl: string }) => change(`purge ${QueueUrl}`));

  const schedules = new Map(
    findResources(templates, 'AWS::Scheduler::Schedule').map(({ id, Type, Properties }) => {
      const name = physicalId(id, Type);
      const schedule: UpdateScheduleCommandInput = {
        Name: name,
        GroupName: 'default',
        ScheduleExpression: String(Properties.ScheduleExpression),
        Description: String(Properties.Description),
        FlexibleTimeWindow: { Mode: 'OFF' },
        Target: { Arn: 'arn:of-the-function', RoleArn: 'arn:of-the-role', Input: '{}' },
        State: Properties.State === 'DISABLED' ? 'DISABLED' : 'ENABLED',
      };
      return [name, schedule];
    }),
  );
  mocks.scheduler.on(GetScheduleCommand).callsFake(({ Name }: { Name: string }) => ({
    ...schedules.get(Name),
    Arn: `arn:${Name}`,
    CreationDate: new Date(0),
  }));
  mocks.scheduler.on(UpdateScheduleCommand).callsFake((schedule: UpdateScheduleCommandInput) => {
    change(`schedule ${schedule.Name}`);
    schedules.set(String(schedule.Name), schedule);
  });

  /** Simulates the firewall of API Gateway. If `refuses` returns true, the firewall rejects requests because of their rate. */
  const firewall = { refuses: () => false };
  const api = await startApi(settings, firewall);
  return {
    ...{ root, settings, mappings, schedules, changes, refusals, firewall },
    policy: () => stackPolicy,
    startDeployment: () => {
      stackStatus = 'UPDATE_IN_PROGRESS';
    },
    outputs: async (name: string) => (name === 'ApiUrl' ? `${api.url}/` : `https://queues/${name}`),
    /** Statuses of the requests so far, by method and path. */
    requests: api.requests,
    async stop() {
      await api.stop();
      for (const mock of Object.values(mocks)) mock.restore();
    },
  };
}

function arn(stack: string): string {
  return `arn:aws:cloudformation:eu-west-1:444455556666:stack/${stack}/made`;
}

/** Applies a patch operation: https://docs.aws.amazon.com/apigateway/latest/api/patch-operations.html#UpdateStage-Patch */
function patchSettings(settings: Map<string, MethodSetting>, { op, path = '', value }: PatchOperation): void {
  const [, resource = '', method = '', throttling, name, ...more] = path.split('/');
  const key = `${resource}/${method}`;
  if (op === 'remove' && throttling === undefined) {
    settings.delete(key);
    return;
  }
  const field = { rateLimit: 'throttlingRateLimit', burstLimit: 'throttlingBurstLimit' }[name ?? ''];
  if (op !== 'replace' || throttling !== 'throttling' || field === undefined || more.length > 0)
    throw Object.assign(new Error(`Invalid patch path ${path}`), { name: 'BadRequestException' });
  settings.set(key, { ...settings.get(key), [field]: Number(value) });
}

/**
 * Responds like API Gateway to requests without an API key: 401, or 429 if the limit of the method is 0. The firewall can refuse
 * a request first.
 */
async function startApi(settings: ReadonlyMap<string, MethodSetting>, firewall: { readonly refuses: () => boolean }) {
  const requests: { readonly route: string; readonly status: number }[] = [];
  const { url, stop } = await startHttpServer((request, response) => {
    const route = `${request.method} ${request.url}`;
    if (firewall.refuses()) {
      requests.push({ route, status: 429 });
      response.writeHead(429, { 'retry-after': '60', 'content-type': 'application/json' }).end();
      return;
    }
    const own = [...settings].find(([key]) => matches(key, request.method ?? '', request.url ?? ''))?.[1];
    const status = (own ?? settings.get('*/*'))?.throttlingRateLimit === 0 ? 429 : 401;
    requests.push({ route, status });
    response.writeHead(status, { 'x-request-id': randomUUID() }).end();
  });
  return { url, stop, requests };
}

function matches(key: string, method: string, path: string): boolean {
  const [resource = '', own] = key.split('/');
  return own === method && pathOf(resource).test(path);
}

const paths = new Map<string, RegExp>();

/** Cached per resource, because every request is compared with all resources. */
function pathOf(resource: string): RegExp {
  const known = paths.get(resource);
  if (known !== undefined) return known;
  const path = new RegExp(`^${resource.replaceAll('~1', '/').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  paths.set(resource, path);
  return path;
}

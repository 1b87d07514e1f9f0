import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APIGatewayClient, GetAccountCommand, UpdateAccountCommand } from '@aws-sdk/client-api-gateway';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import {
  CloudWatchClient,
  DescribeAlarmsCommand,
  GetDashboardCommand,
  GetMetricDataCommand,
} from '@aws-sdk/client-cloudwatch';
import { CloudWatchLogsClient, DescribeLogGroupsCommand } from '@aws-sdk/client-cloudwatch-logs';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import {
  DeleteRoleCommand,
  DetachRolePolicyCommand,
  IAMClient,
  ListAttachedRolePoliciesCommand,
  ListRolesCommand,
} from '@aws-sdk/client-iam';
import { KMSClient, ListKeysCommand } from '@aws-sdk/client-kms';
import { GetAccountSettingsCommand, LambdaClient, ListFunctionsCommand } from '@aws-sdk/client-lambda';
import { ListBucketsCommand, S3Client } from '@aws-sdk/client-s3';
import {
  ListAWSDefaultServiceQuotasCommand,
  ListServiceQuotasCommand,
  ServiceQuotasClient,
} from '@aws-sdk/client-service-quotas';
import { ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { AwsCaller } from '#cloud/aws/aws-caller';
import { GIVEN_SETTINGS, Rehearsal } from '#cloud/plan/context';
import { plan, rehearsalRun } from '#cloud/plan/plan';
import { Programs } from '#cloud/plan/programs';
import { Report } from '#cloud/plan/report';
import { runSteps } from '#cloud/plan/run-steps';
import { awaitDelivered, checkDashboard } from '#cloud/steps/dashboard';
import { listLeftOver, removeGatewayRole } from '#cloud/steps/destruction';
import { checkLogs } from '#cloud/steps/observability';
import { type CloudAnswer, refusal, type SmallCloud, startSmallCloud } from '#test/support/cloud/small-cloud';

const KEYS = { AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'AKID', AWS_SECRET_ACCESS_KEY: 'secret' };
const stops: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function server(answer: Parameters<typeof startSmallCloud>[0]): Promise<SmallCloud> {
  const started = await startSmallCloud(answer);
  stops.push(() => started.stop());
  return started;
}

/** A rehearsal in the sandbox of an account, whose stage is deployed. */
function rehearsalAt(environment: Readonly<Record<string, string>>): Rehearsal {
  const folder = mkdtempSync(join(tmpdir(), 'partner-ramp-steps-'));
  stops.push(() => rmSync(folder, { recursive: true }));
  const aws = new AwsCaller({ ...KEYS, ...environment });
  stops.push(() => aws.stop());
  const programs = new Programs({ folder, logs: folder, home: folder });
  const cloud = { name: 'account', environment: {}, aws, programs };
  return new Rehearsal({
    run: rehearsalRun,
    cloud,
    account: '123456789012',
    region: 'eu-west-1',
    functionsAtOnce: 10,
    folder,
  });
}

const OUTPUTS = {
  ...{
    TableName: 'the-table',
    FilesBucketName: 'the-files',
    FirstAttemptsQueueUrl: 'x',
    RetriesQueueUrl: 'x',
    StepsQueueUrl: 'x',
  },
  ...{ StepsDeadLettersUrl: 'x', WebhookDeadLettersUrl: 'x', OutboxDiscardedUrl: 'x', EventBusName: 'the-bus' },
};

describe('the step quotas', () => {
  /** The outcomes of the step and of those that need it, in an account with these figures and otherwise the Region's defaults. */
  async function rehearse(
    functionsAtOnce: number,
    gateway: { readonly rateLimit: number; readonly burstLimit: number },
  ) {
    const [lambda, api, quotas] = [
      mockClient(LambdaClient),
      mockClient(APIGatewayClient),
      mockClient(ServiceQuotasClient),
    ];
    stops.push(() => {
      for (const one of [lambda, api, quotas]) one.restore();
    });
    const AccountLimit = { ConcurrentExecutions: functionsAtOnce, UnreservedConcurrentExecutions: functionsAtOnce };
    lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit });
    api.on(GetAccountCommand).resolves({ throttleSettings: gateway });
    quotas
      .on(ListServiceQuotasCommand)
      .resolves({ Quotas: [] })
      .on(ListAWSDefaultServiceQuotasCommand)
      .resolves({ Quotas: [] });
    const context = rehearsalAt({});
    const { folder, account, region } = context.place;
    copyFileSync(join(import.meta.dirname, '../../../../infra/config/sandbox.json'), join(folder, GIVEN_SETTINGS));
    const begun = { id: 'x', isDry: false, commit: 'x', startedAt: new Date().toISOString() };
    const result = await runSteps({
      steps: plan
        .filter(({ id, needs = [] }) => id === 'quotas' || needs.includes('quotas'))
        .map((step) => (step.id === 'quotas' ? step : { ...step, run: async () => 'begun' })),
      selection: { kind: 'left' },
      state: { ...begun, account, region, steps: {} },
      folder,
      context,
      report: new Report(() => undefined),
      signal: new AbortController().signal,
    });
    return result.state.steps;
  }

  it('fails with every figure below the load, and keeps what needs it from being begun', async () => {
    const { quotas, ...needing } = await rehearse(10, { rateLimit: 50, burstLimit: 5000 });
    expect(quotas?.outcome).toBe('FAILED');
    expect(quotas?.answer).toMatch(/gateway: the account: 50 requests.s, \d+ are needed/);
    expect(quotas?.answer).toMatch(/functions at once: [^;]+: 10 invocations, \d+ are needed/);
    expect(quotas?.answer).toMatch(/do: .*ask Service Quotas for \d+ or more: requests a second of API Gateway/);
    expect(quotas?.answer).toMatch(/do: .*concurrent executions of Lambda/);
    expect(Object.keys(needing)).toEqual(['races', 'thirty-webhooks', 'load']);
    for (const { outcome, answer } of Object.values(needing))
      expect({ outcome, answer }).toEqual({ outcome: 'FAILED', answer: expect.stringContaining('it needs quotas') });
  });

  it('is well in an account with the usual thousand and the defaults', async () => {
    const { quotas, ...needing } = await rehearse(1000, { rateLimit: 10_000, burstLimit: 5000 });
    expect(quotas).toMatchObject({ outcome: 'passed', answer: expect.stringContaining('1000 invocations') });
    expect(Object.values(needing).map(({ answer }) => answer)).toEqual(['begun', 'begun', 'begun']);
  });
});

describe('the step permissions', () => {
  const GROUPS = 24;
  /** Calls of FilterLogEvents a second that AWS documents. */
  const RATE = 5;

  /** Answers as CloudWatch Logs does, a bucket of tokens for FilterLogEvents. @param lines by group */
  function logsService(lines: (group: string) => string) {
    let tokens = RATE;
    let filledMs = performance.now();
    return ({ operation, body }: { readonly operation: string; readonly body: string }): CloudAnswer => {
      const asked = z
        .object({ nextToken: z.string().optional(), logGroupName: z.string().optional() })
        .parse(JSON.parse(body));
      if (operation === 'DescribeLogGroups') {
        // Fifty at most are on a page; here a third of all.
        const start = Number(asked.nextToken ?? 0);
        const names = Array.from({ length: GROUPS / 3 }, (_, index) => `PartnerRamp-sandbox-Api-${start + index}`);
        const next = start + GROUPS / 3;
        const logGroups = names.map((logGroupName) => ({ logGroupName }));
        return { body: { logGroups, ...(next < GROUPS && { nextToken: `${next}` }) } };
      }
      const nowMs = performance.now();
      tokens = Math.min(RATE, tokens + ((nowMs - filledMs) / 1000) * RATE);
      filledMs = nowMs;
      if (tokens < 1) return refusal('ThrottlingException', 'Rate exceeded');
      tokens -= 1;
      // A page may be empty and have others after it.
      if (asked.nextToken === undefined) return { body: { events: [], nextToken: 'second' } };
      return { body: { events: [{ message: lines(asked.logGroupName ?? '') }] } };
    };
  }

  it('reads every group at the rate that AWS allows', async () => {
    const { url } = await server(logsService(() => '{"level":"error","message":"a failure"}'));
    const { cloud } = rehearsalAt({ AWS_ENDPOINT_URL: url });
    const target = { cloud, stage: 'sandbox', outputs: { ...OUTPUTS, ApiUrl: url }, baseUrl: url } as const;
    expect(await checkLogs(target)).toBe(`${GROUPS} lines, no call denied; errors: ${GROUPS} x a failure`);
  });

  it('finds the one group with a denial', async () => {
    const denial = '{"level":"error","deniedAction":"dynamodb:GetItem"}';
    const { url } = await server(logsService((group) => (group.endsWith('-23') ? denial : '{"level":"info"}')));
    const { cloud } = rehearsalAt({ AWS_ENDPOINT_URL: url });
    const target = { cloud, stage: 'sandbox', outputs: { ...OUTPUTS, ApiUrl: url }, baseUrl: url } as const;
    await expect(checkLogs(target)).rejects.toThrow('1 calls were denied: PartnerRamp-sandbox-Api-23');
  });
});

describe('the step dashboard', () => {
  const SEARCHES = {
    errors: `SEARCH('{PartnerRamp,Stage,code} MetricName="errors" Stage="sandbox"', 'Sum', 60)`,
    failedCalls: `SEARCH('{PartnerRamp,Stage,provider} MetricName="providerCallFailed" Stage="sandbox"', 'Sum', 60)`,
    throttles: `SEARCH('{AWS/Lambda,FunctionName} MetricName="Throttles" Partner Ramp sandbox', 'Sum', 60)`,
  };

  /** A stage whose searches find these data points, a list for each metric that is found. */
  async function look(found: Readonly<Record<string, readonly (readonly number[])[]>>, searches: readonly string[]) {
    const [watch, stacks] = [mockClient(CloudWatchClient), mockClient(CloudFormationClient)];
    stops.push(() => {
      watch.restore();
      stacks.restore();
    });
    const api = await server(() => ({ status: 401, body: { success: false, code: 'UNAUTHORIZED' } }));
    stacks.on(DescribeStacksCommand).resolves({
      Stacks: [
        {
          StackName: 'PartnerRamp-sandbox',
          CreationTime: new Date(),
          StackStatus: 'CREATE_COMPLETE',
          Outputs: Object.entries({ ...OUTPUTS, ApiUrl: api.url }).map(([OutputKey, OutputValue]) => ({
            OutputKey,
            OutputValue,
          })),
        },
      ],
    });
    const widgets = searches.map((expression) => ({ properties: { metrics: [[{ expression }]] } }));
    watch.on(GetDashboardCommand).resolves({ DashboardBody: JSON.stringify({ widgets }) });
    watch.on(GetMetricDataCommand).callsFake(({ MetricDataQueries: [query] }) => {
      const [, name = ''] = /MetricName="(\w+)"/.exec(query.Expression) ?? [];
      return { MetricDataResults: (found[name] ?? []).map((Values) => ({ Id: 'found', Label: name, Values })) };
    });
    return { answer: checkDashboard(rehearsalAt({}), 1), requests: api.requests };
  }

  it('is well in a healthy stage, in which no provider fails, and causes an error itself', async () => {
    const { answer, requests } = await look({ errors: [[1]], Throttles: [[0, 0]] }, Object.values(SEARCHES));
    expect(await answer).toMatch(/errors: 1 data point.*providerCallFailed: none.*Throttles: 2 data points/);
    expect(requests.length).toBeGreaterThan(0);
  });

  it('is not satisfied with rows that hold no data', async () => {
    const { answer } = await look({ errors: [[]], Throttles: [[0]] }, Object.values(SEARCHES));
    await expect(answer).rejects.toThrow(/data of errors/);
  });

  it('knows of every search whether a healthy stage has data for it', async () => {
    const { answer } = await look({ other: [[1]] }, [`SEARCH('{X} MetricName="other"', 'Sum', 60)`]);
    await expect(answer).rejects.toThrow(/other/);
  });
});

describe('the step metrics', () => {
  const count = async (rows: readonly (readonly number[])[]) => {
    const watch = mockClient(CloudWatchClient);
    stops.push(() => watch.restore());
    watch
      .on(GetMetricDataCommand)
      .resolves({ MetricDataResults: rows.map((Values) => ({ Id: 'found', Values: [...Values] })) });
    const { cloud } = rehearsalAt({});
    const target = { cloud, stage: 'sandbox', outputs: { ...OUTPUTS, ApiUrl: 'x' }, baseUrl: 'x' } as const;
    return await awaitDelivered(target, Date.now(), 1).then(String, ({ message }: Error) => message);
  };

  it('counts what was delivered, over all data points', async () => {
    expect(await count([[1, 2]])).toBe('3 webhooks were delivered here, and 3 counted in 2 data points');
  });

  it.each([
    ['no row', []],
    ['a row without data', [[]]],
    ['less than was delivered', [[1], [1]]],
  ])('stays open with %s', async (_, rows) => {
    expect(await count(rows)).toContain('ask again with --only metrics');
  });
});

describe("the gateway's log role, which outlives its stage", () => {
  /** An account whose gateway has this role. */
  function account(role: string) {
    const [gateway, iam] = [mockClient(APIGatewayClient), mockClient(IAMClient)];
    stops.push(() => {
      gateway.restore();
      iam.restore();
    });
    const throttleSettings = { rateLimit: 1, burstLimit: 1 };
    gateway
      .on(GetAccountCommand)
      .resolves({ cloudwatchRoleArn: `arn:aws:iam::123456789012:role/${role}`, throttleSettings })
      .on(UpdateAccountCommand)
      .resolves({});
    iam
      .on(ListAttachedRolePoliciesCommand)
      .resolves({ AttachedPolicies: [{ PolicyArn: 'arn:aws:iam::aws:policy/logs' }] })
      .on(DetachRolePolicyCommand)
      .resolves({})
      .on(DeleteRoleCommand)
      .resolves({});
    return { iam, gateway, rehearsal: rehearsalAt({}) };
  }

  it('goes with the stage that has set it', async () => {
    const RoleName = 'PartnerRamp-sandbox-ApiNest-ApiCloudWatchRole-1';
    const { iam, gateway, rehearsal } = account(RoleName);
    expect(await removeGatewayRole(rehearsal)).toContain('is removed');
    expect(gateway.commandCalls(UpdateAccountCommand)).toHaveLength(1);
    expect(iam.commandCalls(DetachRolePolicyCommand)[0]?.args[0].input).toMatchObject({ RoleName });
    expect(iam.commandCalls(DeleteRoleCommand)[0]?.args[0].input).toEqual({ RoleName });
  });

  it('is taken out of the settings by a run after one that was cut when the role was gone', async () => {
    const { iam, gateway, rehearsal } = account('PartnerRamp-sandbox-ApiNest-ApiCloudWatchRole-1');
    const gone = Object.assign(new Error('The role cannot be found.'), { name: 'NoSuchEntityException' });
    iam.on(ListAttachedRolePoliciesCommand).rejects(gone).on(DeleteRoleCommand).rejects(gone);
    expect(await removeGatewayRole(rehearsal)).toContain('is removed');
    expect(gateway.commandCalls(UpdateAccountCommand)).toHaveLength(1);
  });

  it('stays where it is of something else', async () => {
    const { iam, gateway, rehearsal } = account('PartnerRamp-production-ApiNest-ApiCloudWatchRole-1');
    expect(await removeGatewayRole(rehearsal)).toContain('no role of the gateway was of this stage');
    expect(gateway.commandCalls(UpdateAccountCommand)).toHaveLength(0);
    expect(iam.calls()).toHaveLength(0);
  });
});

describe('the step left-over', () => {
  /** An account after a rehearsal, in which these are left. */
  function account({
    roles = [],
    groups = [],
  }: {
    readonly roles?: readonly string[];
    readonly groups?: readonly string[];
  }) {
    const [formation, lambda, dynamodb] = [
      mockClient(CloudFormationClient),
      mockClient(LambdaClient),
      mockClient(DynamoDBClient),
    ];
    const [sqs, s3, kms, logs, iam] = [
      mockClient(SQSClient),
      mockClient(S3Client),
      mockClient(KMSClient),
      mockClient(CloudWatchLogsClient),
      mockClient(IAMClient),
    ];
    const watch = mockClient(CloudWatchClient);
    formation.on(DescribeStacksCommand).resolves({ Stacks: [] });
    lambda.on(ListFunctionsCommand).resolves({ Functions: [] });
    dynamodb.on(ListTablesCommand).resolves({ TableNames: [] });
    sqs.on(ListQueuesCommand).resolves({});
    s3.on(ListBucketsCommand).resolves({ Buckets: [] });
    kms.on(ListKeysCommand).resolves({ Keys: [] });
    watch.on(DescribeAlarmsCommand).resolves({});
    logs
      .on(DescribeLogGroupsCommand)
      .resolves({ logGroups: [{ logGroupName: 'another' }], nextToken: 'more' })
      .on(DescribeLogGroupsCommand, { nextToken: 'more' })
      .resolves({ logGroups: groups.map((logGroupName) => ({ logGroupName })) });
    iam
      .on(ListRolesCommand)
      .resolves({ Roles: [], IsTruncated: true, Marker: 'more' })
      .on(ListRolesCommand, { Marker: 'more' })
      .resolves({
        Roles: roles.map((RoleName) => ({ RoleName, Path: '/', RoleId: 'X', Arn: 'x', CreateDate: new Date() })),
        IsTruncated: false,
      });
    stops.push(() => {
      for (const one of [formation, lambda, dynamodb, sqs, s3, kms, logs, iam, watch]) one.restore();
    });
    return rehearsalAt({});
  }

  it('lists roles and log groups of the last page, with what removes them', async () => {
    const left = account({ roles: ['PartnerRamp-sandbox-ApiCloudWatchRole-1'], groups: ['PartnerRamp-sandbox-Api-2'] });
    const text = await listLeftOver(left).then(String, ({ message }: Error) => message);
    expect(text).toContain('aws iam delete-role --role-name PartnerRamp-sandbox-ApiCloudWatchRole-1');
    expect(text).toContain('aws logs delete-log-group --log-group-name PartnerRamp-sandbox-Api-2');
  });

  it('is well where nothing is left but what the CDK made', async () => {
    const left = account({ roles: ['cdk-hnb659fds-deploy-role-1', 'another-role'] });
    expect(await listLeftOver(left)).toMatch(
      /^nothing of the stage.*delete-role --role-name cdk-hnb659fds-deploy-role-1/s,
    );
  });
});

/** The permissions of an operator, held against the calls that the verbs of the operator tool can make. */
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { PolicyDocument } from 'aws-cdk-lib/aws-iam';
import { beforeAll, describe, expect, it } from 'vitest';
import { operatorStatements } from '#ops/policies/operator-access';
import { bundledCalls } from '#test/support/permissions/bundled-calls';
import { evaluate } from '#test/support/permissions/simulate';
import type { Policy } from '#test/support/permissions/stage-policies';

const REPOSITORY = resolve(import.meta.dirname, '../..');
const ACCOUNT = '444455556666';
const place = { partition: 'aws', region: 'eu-west-1', account: ACCOUNT } as const;
const documentOf = (stage: 'sandbox' | 'production'): Policy =>
  new PolicyDocument({ statements: operatorStatements({ ...place, stage }) }).toJSON();
const arn = (service: string, resource: string) => `arn:aws:${service}:eu-west-1:${ACCOUNT}:${resource}`;

const STACK = 'PartnerRamp-sandbox';
const table = arn('dynamodb', `table/${STACK}-Data-TableCD117FA1-1ABC`);
const stream = `${table}/stream/2026-11-22T09:00:00.000`;
const queue = arn('sqs', `${STACK}-Messaging-Queuessteps-1ABC`);
const bucket = 'arn:aws:s3:::partnerramp-sandbox-data-files8e6940b8-1abc';
const pruned = arn('lambda', `function:${STACK}-Api-1-listUsersFunction-1`);
const stack = arn('cloudformation', `stack/${STACK}/0f`);

const KEY_POLICY = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Principal: { AWS: `arn:aws:iam::${ACCOUNT}:root` }, Action: 'kms:*', Resource: '*' }],
};

type Call = readonly [action: string, resource: string];

/** The calls of IAM by command; one that is missing here fails the test. */
const COMMANDS: Readonly<Record<string, readonly Call[]>> = {
  GetCommand: [['dynamodb:GetItem', table]],
  BatchGetCommand: [['dynamodb:BatchGetItem', table]],
  QueryCommand: [
    ['dynamodb:Query', table],
    ['dynamodb:Query', `${table}/index/byDue`],
  ],
  DescribeTableCommand: [['dynamodb:DescribeTable', table]],
  PutCommand: [['dynamodb:PutItem', table]],
  UpdateCommand: [['dynamodb:UpdateItem', table]],
  TransactWriteCommand: ['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'].map((action) => [
    `dynamodb:${action}`,
    table,
  ]),
  paginateGetMetricData: [['cloudwatch:GetMetricData', '*']],
  GetRecordsCommand: [['dynamodb:GetRecords', stream]],
  GetShardIteratorCommand: [['dynamodb:GetShardIterator', stream]],
  GetQueueAttributesCommand: [['sqs:GetQueueAttributes', queue]],
  ReceiveMessageCommand: [['sqs:ReceiveMessage', queue]],
  SendMessageBatchCommand: [['sqs:SendMessage', queue]],
  DeleteMessageCommand: [['sqs:DeleteMessage', queue]],
  DeleteObjectCommand: [['s3:DeleteObject', `${bucket}/people/u/kyc/f`]],
  DeleteObjectsCommand: [
    ['s3:DeleteObject', `${bucket}/people/u/kyc/f`],
    ['s3:DeleteObjectVersion', `${bucket}/people/u/kyc/f`],
  ],
  ListObjectVersionsCommand: [['s3:ListBucketVersions', bucket]],
  paginateListObjectsV2: [['s3:ListBucket', bucket]],
  DescribeStacksCommand: [['cloudformation:DescribeStacks', stack]],
  GetTemplateCommand: [['cloudformation:GetTemplate', stack]],
  paginateListStackResources: [['cloudformation:ListStackResources', stack]],
  paginateListAliases: [['lambda:ListAliases', pruned]],
  paginateListVersionsByFunction: [['lambda:ListVersionsByFunction', pruned]],
  DeleteFunctionCommand: [['lambda:DeleteFunction', `${pruned}:3`]],
  // On a laptop alone.
  ListTablesCommand: [],
  // The part of the queue client that workers use.
  ChangeMessageVisibilityCommand: [],
};

/** The calls of the AWS command line by which an operator finds a hot key (docs/runbook.md). */
const RUNBOOK: readonly Call[] = [
  ['dynamodb:UpdateContributorInsights', table],
  ['dynamodb:UpdateContributorInsights', `${table}/index/byDue`],
  ['dynamodb:DescribeContributorInsights', table],
  [
    'cloudwatch:GetInsightRuleReport',
    arn('cloudwatch', `insight-rule/DynamoDBContributorInsights-PKC-${STACK}-Data-TableCD117FA1-1ABC-1`),
  ],
];

let made: readonly string[];
beforeAll(async () => {
  // The freeze and the restore have policies of their own.
  const nouns = readdirSync(resolve(REPOSITORY, 'ops/commands')).map((file) => file.replace(/\.ts$/, ''));
  made = await bundledCalls(nouns.filter((noun) => noun !== 'stage' && noun !== 'restore'));
});

const decision = (identityPolicy: Policy, [action, resource]: Call, context: Record<string, string | string[]> = {}) =>
  evaluate({
    request: { action, resource, context },
    principal: `arn:aws:iam::${ACCOUNT}:role/operator`,
    account: ACCOUNT,
    identityPolicy,
    // The policy that a key has by default: the account's own policies decide.
    ...(action.startsWith('kms:') && { resourcePolicy: KEY_POLICY }),
  });

describe('an operator of the sandbox', () => {
  it('may make every call of a verb and of the runbook, and no other', async () => {
    expect(made.filter((name) => COMMANDS[name] === undefined)).toEqual([]);
    const calls = [...made.flatMap((name) => COMMANDS[name] ?? []), ...RUNBOOK];
    for (const call of calls) expect(await decision(documentOf('sandbox'), call), call.join(' ')).toBe('Allowed');
    const needed = new Set(calls.map(([action]) => action));
    const allowing = operatorStatements({ ...place, stage: 'sandbox' }).filter(({ effect }) => effect === 'Allow');
    const granted = allowing.flatMap(({ actions }) => actions);
    expect(granted.filter((action) => !needed.has(action) && !action.startsWith('kms:'))).toEqual([]);
  });

  it.each(['kms:Decrypt', 'kms:GenerateDataKey', 'kms:ReEncryptTo'])(
    'may %s through the table alone',
    async (action) => {
      const key: Call = [action, arn('kms', 'key/0f')];
      const through = { 'kms:ViaService': 'dynamodb.eu-west-1.amazonaws.com' };
      expect(await decision(documentOf('sandbox'), key, through)).toBe('Allowed');
      expect(await decision(documentOf('sandbox'), key)).toMatch(/Denied$/);
    },
  );

  it.each([
    ['AUDIT#one', 'UpdateItem', true, 'ExplicitlyDenied'],
    ['AUDIT#one', 'DeleteItem', true, 'ExplicitlyDenied'],
    ['AUDIT#one', 'PutItem', true, 'Allowed'],
    ['APPROVAL#one', 'UpdateItem', true, 'Allowed'],
    ['APPROVAL#one', 'UpdateItem', false, 'ExplicitlyDenied'],
    ['APPROVAL#one', 'PutItem', false, 'Allowed'],
    ['TX#one', 'UpdateItem', false, 'Allowed'],
    ['JOURNAL#2026-01-01#1', 'UpdateItem', true, 'ExplicitlyDenied'],
    ['JOURNAL#2026-01-01#1', 'PutItem', true, 'Allowed'],
    ['AUDIT_COPY#2026-01-01', 'PutItem', true, 'ExplicitlyDenied'],
    ['AUDIT_COPY#2026-01-01', 'DeleteItem', true, 'ExplicitlyDenied'],
    ['STAGE', 'PutItem', true, 'ExplicitlyDenied'],
    ['STAGE', 'UpdateItem', true, 'ExplicitlyDenied'],
    ['STAGE', 'DeleteItem', true, 'ExplicitlyDenied'],
    ['STAGE', 'Query', false, 'Allowed'],
  ] as const)('on %s may %s or not', async (key, action, decides, expected) => {
    const statements = operatorStatements({ ...place, stage: 'sandbox' }, decides);
    const policy: Policy = new PolicyDocument({ statements }).toJSON();
    const context = { 'dynamodb:LeadingKeys': [key] };
    expect(await decision(policy, [`dynamodb:${action}`, table], context)).toBe(expected);
  });

  it('may touch nothing of production', async () => {
    // AWS gives figures of an account, and of no stage alone.
    const named = Object.values(COMMANDS).flatMap((calls) => calls.filter(([, resource]) => resource !== '*'));
    for (const call of named) {
      const elsewhere = call[1].replace(STACK, 'PartnerRamp-production').replace('-sandbox-', '-production-');
      expect(await decision(documentOf('sandbox'), [call[0], elsewhere]), call[0]).toMatch(/Denied$/);
    }
  });
});

it.each(['s3:DeleteObjectVersion', 's3:BypassGovernanceRetention', 's3:PutObjectRetention'])(
  'an operator of production may not %s',
  async (action) => {
    const object = `${bucket.replace('-sandbox-', '-production-')}/people/u/signatures/s.json`;
    expect(await decision(documentOf('production'), [action, object])).toMatch(/Denied$/);
    expect(await decision(documentOf('production'), ['s3:DeleteObject', object])).toBe('Allowed');
  },
);

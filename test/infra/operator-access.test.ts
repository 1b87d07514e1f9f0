/** Permissions of operators, compared with the AWS requests of the operator tool. */
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freezeStatements, operatorStatements, restoreStatements } from '#ops/policies/operator-access';
import { allowing, bundledCalls, type Call, writtenStatements } from '#test/infra/support/statements';

const ACCOUNT = '444455556666';
const place = { stage: 'sandbox', partition: 'aws', region: 'eu-west-1', account: ACCOUNT } as const;
const arn = (service: string, resource: string) => `arn:aws:${service}:eu-west-1:${ACCOUNT}:${resource}`;
const inProduction = ([action, resource]: Call): Call => [
  action,
  resource.replaceAll('PartnerRamp-sandbox', 'PartnerRamp-production').replaceAll(/([-/])sandbox\b/g, '$1production'),
];

const STACK = 'PartnerRamp-sandbox';
const table = arn('dynamodb', `table/${STACK}-Data-TableCD117FA1-1ABC`);
const stream = `${table}/stream/2026-11-22T09:00:00.000`;
const queue = arn('sqs', `${STACK}-Messaging-Queuessteps-1ABC`);
const bucket = 'arn:aws:s3:::partnerramp-sandbox-data-files8e6940b8-1abc';
const pruned = arn('lambda', `function:${STACK}-Api-1-listUsersFunction-1`);
const stack = arn('cloudformation', `stack/${STACK}/0f`);

/** IAM actions by SDK command. A missing command fails the test. */
const COMMANDS: Readonly<Record<string, readonly Call[]>> = {
  DescribeTableCommand: [['dynamodb:DescribeTable', table]],
  GetCommand: [['dynamodb:GetItem', table]],
  BatchGetCommand: [['dynamodb:BatchGetItem', table]],
  QueryCommand: [
    ['dynamodb:Query', table],
    ['dynamodb:Query', `${table}/index/byDue`],
  ],
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
  // This request needs no permission.
  GetCallerIdentityCommand: [],
  // Used only on a laptop.
  ListTablesCommand: [],
  // The queue client contains this command, but only workers use it.
  ChangeMessageVisibilityCommand: [],
};

/** AWS CLI commands that find a hot key (docs/runbook.md). */
const RUNBOOK: readonly Call[] = [
  ['dynamodb:UpdateContributorInsights', table],
  ['dynamodb:UpdateContributorInsights', `${table}/index/byDue`],
  ['dynamodb:DescribeContributorInsights', table],
  [
    'cloudwatch:GetInsightRuleReport',
    arn('cloudwatch', `insight-rule/DynamoDBContributorInsights-PKC-${STACK}-Data-TableCD117FA1-1ABC-1`),
  ],
];

const copy = `${table}-restored`;
const schedule = arn('scheduler', `schedule/default/${STACK}-Messaging-redriveOverdue-1ABC`);
const gateway = 'arn:aws:apigateway:eu-west-1::/restapis/a1b2c3/stages/sandbox';

/** AWS requests of tools/ops/stage and `restore compare`. The ARNs have the form that they have in a deployed stage. */
const FREEZE: Readonly<Record<string, readonly Call[]>> = {
  cloudformation: [
    ...['DescribeStacks', 'GetStackPolicy', 'SetStackPolicy'].map((name): Call => [`cloudformation:${name}`, stack]),
    ...['ListStackResources', 'GetTemplate'].map(
      (name): Call => [`cloudformation:${name}`, arn('cloudformation', `stack/${STACK}-Api-1ABC/0f`)],
    ),
  ],
  switches: [
    ['apigateway:GET', gateway],
    ['apigateway:PATCH', gateway],
    ['lambda:GetEventSourceMapping', arn('lambda', 'event-source-mapping:0f')],
    ['lambda:UpdateEventSourceMapping', arn('lambda', 'event-source-mapping:0f')],
    ['scheduler:GetSchedule', schedule],
    ['scheduler:UpdateSchedule', schedule],
    ['iam:PassRole', `arn:aws:iam::${ACCOUNT}:role/${STACK}-Messaging-Role-1ABC`],
  ],
  queues: [
    ['sqs:PurgeQueue', queue],
    ['lambda:InvokeFunction', arn('lambda', `function:${STACK}-Messaging-1-redriveOverdueFunction-1`)],
  ],
  tables: [
    ['dynamodb:Scan', table],
    ['dynamodb:BatchGetItem', copy],
  ],
};

/** IAM actions by SDK command of `restore prepare` and `restore compare`. A missing command fails the test. */
const RESTORE: Readonly<Record<string, readonly Call[]>> = {
  DescribeTableCommand: [['dynamodb:DescribeTable', copy]],
  UpdateTableCommand: [['dynamodb:UpdateTable', copy]],
  DescribeTimeToLiveCommand: [['dynamodb:DescribeTimeToLive', copy]],
  UpdateTimeToLiveCommand: [['dynamodb:UpdateTimeToLive', copy]],
  UpdateContinuousBackupsCommand: [['dynamodb:UpdateContinuousBackups', copy]],
  TagResourceCommand: [['dynamodb:TagResource', copy]],
  // `restore compare` scans the replaced table and looks up its items in the restored table (`copy`).
  ScanCommand: [['dynamodb:Scan', table]],
  BatchGetCommand: [['dynamodb:BatchGetItem', copy]],
  // The operator tool reads the item `STAGE`, to check to which stage a table belongs.
  GetCommand: [
    ['dynamodb:GetItem', table],
    ['dynamodb:GetItem', copy],
  ],
  // The audit record.
  TransactWriteCommand: [['dynamodb:PutItem', table]],
  DescribeStacksCommand: [['cloudformation:DescribeStacks', stack]],
  // This request needs no permission.
  GetCallerIdentityCommand: [],
  // Used only on a laptop.
  ListTablesCommand: [],
};

/**
 * Requests of step 2 of case B in docs/disaster-recovery.md, and the permissions that a restore requires on the restored table
 * (`copy`).
 */
const RESTORED: readonly Call[] = [
  ['dynamodb:DescribeContinuousBackups', table],
  ['dynamodb:RestoreTableToPointInTime', table],
  ['dynamodb:RestoreTableFromBackup', `${table}/backup/0123`],
  ...['BatchWriteItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'Scan', 'UpdateItem'].map(
    (action): Call => [`dynamodb:${action}`, copy],
  ),
];

const ofVerbs = writtenStatements(operatorStatements(place));
const ofFreeze = writtenStatements(freezeStatements(place));
/** All statements that `tools/ops/policies/operator-policy.ts` prints. */
const all = [...ofVerbs, ...ofFreeze, ...writtenStatements(restoreStatements(place))];

describe('an operator of the sandbox', () => {
  it('may make every call that a verb can make, none of them in production, and none that no verb makes', async () => {
    const nouns = readdirSync(resolve(import.meta.dirname, '../../tools/ops/commands')).map((file) =>
      file.replace('.ts', ''),
    );
    // Freeze and restore have separate policies.
    const made = await bundledCalls(nouns.filter((noun) => noun !== 'stage' && noun !== 'restore'));
    expect(made.filter((name) => COMMANDS[name] === undefined)).toEqual([]);
    const calls = [...made.flatMap((name) => COMMANDS[name] ?? []), ...RUNBOOK];
    expect(calls.filter((call) => allowing(ofVerbs, call).length === 0)).toEqual([]);
    // AWS returns metrics of the whole account. Calls for metrics (resource `*`) can therefore not be limited to a stage.
    const named = calls.filter(([, resource]) => resource !== '*').map(inProduction);
    expect(named.filter((call) => allowing(ofVerbs, call).length > 0)).toEqual([]);
    const needed = new Set(calls.map(([action]) => action));
    const granted = ofVerbs.flatMap(({ Effect, Action }) => (Effect === 'Allow' ? Action : []));
    expect(granted.filter((action) => !needed.has(action) && !action.startsWith('kms:'))).toEqual([]);
  });

  it('uses keys through the table alone', () => {
    for (const action of ['kms:Decrypt', 'kms:GenerateDataKey', 'kms:ReEncryptTo'])
      expect(allowing(ofVerbs, [action, arn('kms', 'key/0f')])).toEqual([
        expect.objectContaining({
          Condition: { StringEquals: { 'kms:ViaService': 'dynamodb.eu-west-1.amazonaws.com' } },
        }),
      ]);
  });

  it('neither changes records and entries of the books, nor writes the record of the stage and copies', () => {
    const writes = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'];
    const changes = ['UpdateItem', 'DeleteItem'];
    const denials = [
      [writes, { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': ['STAGE', 'AUDIT_COPY#*'] } }],
      [changes, onlyKeysLike(['AUDIT#*', 'JOURNAL#*'])],
      // A role that may only propose cannot decide proposals.
      [changes, onlyKeysLike('APPROVAL#*')],
    ];
    const denied = (decides: boolean) =>
      writtenStatements(operatorStatements(place, decides))
        .filter(({ Effect }) => Effect === 'Deny')
        .map(({ Action, Condition }) => [Action.map((action) => action.replace('dynamodb:', '')), Condition]);
    expect(denied(false)).toEqual(denials);
    expect(denied(true)).toEqual(denials.slice(0, 2));
  });

  it('freezes the stage, and not production', () => {
    const calls = Object.values(FREEZE).flat();
    expect(calls.filter((call) => allowing(ofFreeze, call).length === 0)).toEqual([]);
    const elsewhere = calls.filter(([, resource]) => !resource.includes('event-source-mapping')).map(inProduction);
    expect(elsewhere.filter((call) => allowing(ofFreeze, call).length > 0)).toEqual([]);
  });

  it.each([
    ['lambda:UpdateEventSourceMapping', { ArnLike: { 'lambda:FunctionArn': arn('lambda', `function:${STACK}-*`) } }],
    ['iam:PassRole', { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } }],
  ])('may %s for what is of the stage alone', (action, Condition) => {
    expect(ofFreeze.filter(({ Action }) => Action.includes(action))).toEqual([expect.objectContaining({ Condition })]);
  });

  it('restores the table next to it, and changes or deletes no other', async () => {
    const made = await bundledCalls(['restore']);
    expect(new Set(made)).toEqual(new Set(Object.keys(RESTORE)));
    const calls = [...Object.values(RESTORE).flat(), ...RESTORED];
    expect(calls.filter((call) => allowing(all, call).length === 0)).toEqual([]);
    expect(calls.map(inProduction).filter((call) => allowing(all, call).length > 0)).toEqual([]);
    const needed = new Set(calls.map(([action]) => action));
    const prepares = restoreStatements(place).find(({ sid }) => sid === 'PrepareCopy');
    expect(prepares?.actions.filter((action) => !needed.has(action))).toEqual([]);
    const others: Call[] = [
      ...['UpdateTable', 'UpdateTimeToLive', 'UpdateContinuousBackups', 'DeleteTable'].map(
        (action): Call => [`dynamodb:${action}`, table],
      ),
      ['dynamodb:DeleteTable', copy],
    ];
    expect(others.filter((call) => allowing(all, call).length > 0)).toEqual([]);
  });

  it('lets DynamoDB use a key for the copy, and grants it to no one else', () => {
    expect(allowing(all, ['kms:CreateGrant', arn('kms', 'key/0f')])).toEqual([
      expect.objectContaining({
        Condition: {
          Bool: { 'kms:GrantIsForAWSResource': 'true' },
          StringEquals: { 'kms:ViaService': 'dynamodb.eu-west-1.amazonaws.com' },
        },
      }),
    ]);
  });
});

function onlyKeysLike(partitions: string | readonly string[]) {
  return {
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [partitions].flat() },
    Null: { 'dynamodb:LeadingKeys': 'false' },
  };
}

it('an operator of production deletes files, and neither their versions nor their locks', () => {
  const object = `${bucket.replace('-sandbox-', '-production-')}/people/u/signatures/s.json`;
  const statements = writtenStatements(operatorStatements({ ...place, stage: 'production' }));
  const may = (action: string) => allowing(statements, [action, object]).length > 0;
  expect(may('s3:DeleteObject')).toBe(true);
  for (const action of ['s3:DeleteObjectVersion', 's3:BypassGovernanceRetention', 's3:PutObjectRetention'])
    expect(may(action), action).toBe(false);
});

/** Permissions of an operator who restores a table, by an engine that evaluates policies as IAM does. */
import { PolicyDocument } from 'aws-cdk-lib/aws-iam';
import { beforeAll, describe, expect, it } from 'vitest';
import { freezeStatements } from '#ops/policies/freeze-access';
import { operatorStatements } from '#ops/policies/operator-access';
import { restoreStatements } from '#ops/policies/restore-access';
import { bundledCalls } from '#test/support/permissions/bundled-calls';
import { evaluate } from '#test/support/permissions/simulate';
import type { Policy } from '#test/support/permissions/stage-policies';

const ACCOUNT = '444455556666';
const place = { stage: 'sandbox', partition: 'aws', region: 'eu-west-1', account: ACCOUNT } as const;
/** All that `ops/policies/operator-policy.ts` prints. */
const policy: Policy = new PolicyDocument({
  statements: [...operatorStatements(place), ...freezeStatements(place), ...restoreStatements(place)],
}).toJSON();
const KEY_POLICY = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Principal: { AWS: `arn:aws:iam::${ACCOUNT}:root` }, Action: 'kms:*', Resource: '*' }],
};

const table = (stage: string) => `arn:aws:dynamodb:eu-west-1:${ACCOUNT}:table/PartnerRamp-${stage}-Data-Table-1ABC`;
const key = `arn:aws:kms:eu-west-1:${ACCOUNT}:key/0f`;

type Call = readonly [action: string, resource: string];

/** Calls on the stage's own table: steps 2 and 4 of case B in docs/disaster-recovery.md. */
const onTable = (stage: string): Call[] => [
  ['dynamodb:DescribeContinuousBackups', table(stage)],
  ['dynamodb:RestoreTableToPointInTime', table(stage)],
  ['dynamodb:RestoreTableFromBackup', `${table(stage)}/backup/0123`],
];

/** Permissions on the copy that DynamoDB requires of the caller of a restore. */
const onCopy = (stage: string): Call[] =>
  ['BatchWriteItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'Scan', 'UpdateItem'].map((action) => [
    `dynamodb:${action}`,
    `${table(stage)}-restored`,
  ]);

/** The calls of IAM by command of `restore prepare` and `restore compare`; one that is missing here fails the test. */
const commands = (stage: string): Readonly<Record<string, readonly Call[]>> => {
  const [own, copy] = [table(stage), `${table(stage)}-restored`];
  return {
    DescribeTableCommand: [['dynamodb:DescribeTable', copy]],
    UpdateTableCommand: [['dynamodb:UpdateTable', copy]],
    DescribeTimeToLiveCommand: [['dynamodb:DescribeTimeToLive', copy]],
    UpdateTimeToLiveCommand: [['dynamodb:UpdateTimeToLive', copy]],
    UpdateContinuousBackupsCommand: [['dynamodb:UpdateContinuousBackups', copy]],
    TagResourceCommand: [['dynamodb:TagResource', copy]],
    // The table that was replaced is read whole, and its items looked up in the copy.
    ScanCommand: [['dynamodb:Scan', own]],
    BatchGetCommand: [['dynamodb:BatchGetItem', copy]],
    // The record of its stage.
    QueryCommand: [
      ['dynamodb:Query', own],
      ['dynamodb:Query', copy],
    ],
    // The audit record.
    TransactWriteCommand: [['dynamodb:PutItem', own]],
    DescribeStacksCommand: [
      ['cloudformation:DescribeStacks', `arn:aws:cloudformation:eu-west-1:${ACCOUNT}:stack/PartnerRamp-${stage}/0f`],
    ],
    // On a laptop alone.
    ListTablesCommand: [],
  };
};

let made: readonly string[];
beforeAll(async () => {
  made = await bundledCalls(['restore']);
});

const decision = ([action, resource]: Call, context: Record<string, string> = {}) =>
  evaluate({
    request: { action, resource, context },
    principal: `arn:aws:iam::${ACCOUNT}:role/operator`,
    account: ACCOUNT,
    identityPolicy: policy,
    ...(action.startsWith('kms:') && { resourcePolicy: KEY_POLICY }),
  });

describe('an operator of the sandbox who restores its table', () => {
  it.each([...onTable('sandbox'), ...onCopy('sandbox')])('may %s on %s', async (...call) =>
    expect(await decision(call)).toBe('Allowed'),
  );

  it.each([...onTable('production'), ...onCopy('production')])('may not %s on %s', async (...call) =>
    expect(await decision(call)).toBe('ImplicitlyDenied'),
  );

  it('may make every call of the verbs of the restore, none of them in production, and prepares with no other', async () => {
    expect(new Set(made)).toEqual(new Set(Object.keys(commands('sandbox'))));
    for (const call of Object.values(commands('sandbox')).flat())
      expect(await decision(call), call.join(' ')).toBe('Allowed');
    for (const call of Object.values(commands('production')).flat())
      expect(await decision(call), call.join(' ')).toBe('ImplicitlyDenied');
    const needed = new Set(
      [...onCopy('sandbox'), ...Object.values(commands('sandbox')).flat()].map(([action]) => action),
    );
    const prepares = restoreStatements(place).find(({ sid }) => sid === 'PrepareCopy');
    expect(prepares?.actions.filter((action) => !needed.has(action))).toEqual([]);
  });

  it.each([
    ['dynamodb:UpdateTable', table('sandbox')],
    ['dynamodb:UpdateTimeToLive', table('sandbox')],
    ['dynamodb:UpdateContinuousBackups', table('sandbox')],
    ['dynamodb:DeleteTable', table('sandbox')],
    ['dynamodb:DeleteTable', `${table('sandbox')}-restored`],
  ] satisfies Call[])('may not %s on %s', async (...call) => expect(await decision(call)).toBe('ImplicitlyDenied'));

  it('may let DynamoDB use a key for the copy, and grant it to no one else', async () => {
    const through = { 'kms:ViaService': 'dynamodb.eu-west-1.amazonaws.com' };
    const call: Call = ['kms:CreateGrant', key];
    expect(await decision(call, { ...through, 'kms:GrantIsForAWSResource': 'true' })).toBe('Allowed');
    expect(await decision(call, { ...through, 'kms:GrantIsForAWSResource': 'false' })).toBe('ImplicitlyDenied');
    expect(await decision(call, { 'kms:GrantIsForAWSResource': 'true' })).toBe('ImplicitlyDenied');
  });

  it('may list backups, for which IAM knows no resource', async () => {
    expect(await decision(['dynamodb:ListBackups', '*'])).toBe('Allowed');
  });
});

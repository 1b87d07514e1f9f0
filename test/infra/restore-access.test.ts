/** Permissions of an operator who restores a table, by an engine that evaluates policies as IAM does. */
import { PolicyDocument } from 'aws-cdk-lib/aws-iam';
import { describe, expect, it } from 'vitest';
import { freezeStatements } from '#ops/policies/freeze-access';
import { operatorStatements } from '#ops/policies/operator-access';
import { restoreStatements } from '#ops/policies/restore-access';
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

/** Calls on the copy: what a restore asks of whoever orders it, `restore prepare` and `restore compare`. */
const onCopy = (stage: string): Call[] =>
  [
    ...['BatchWriteItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'Scan', 'UpdateItem'],
    ...['UpdateTable', 'UpdateTimeToLive', 'UpdateContinuousBackups', 'TagResource'],
    ...['DescribeTable', 'DescribeTimeToLive', 'BatchGetItem'],
  ].map((action): Call => [`dynamodb:${action}`, `${table(stage)}-restored`]);

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

import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { StagePlace } from './freeze-access';

/**
 * Allows an operator to restore the stage's table beside it, and to give the copy what a restore does not bring (docs/disaster-recovery.md).
 * The name of a copy has `-restored` after that of the table; no other table of the stage can be changed, and none deleted.
 */
export function restoreStatements({ stage, partition, region, account }: StagePlace): PolicyStatement[] {
  const table = (name: string) => `arn:${partition}:dynamodb:${region}:${account}:table/PartnerRamp-${stage}-${name}`;
  const allow = (sid: string, actions: readonly string[], resources: string[]) =>
    new PolicyStatement({ sid, actions: actions.map((action) => `dynamodb:${action}`), resources });
  return [
    allow('ReadBackups', ['DescribeContinuousBackups', 'RestoreTableToPointInTime'], [table('*')]),
    allow('RestoreDeletedTable', ['RestoreTableFromBackup'], [table('*/backup/*'), table('*-restored*')]),
    // The action takes no resource.
    allow('FindBackups', ['ListBackups'], ['*']),
    allow(
      'PrepareCopy',
      [
        // DynamoDB asks these of those who restore into a table.
        ...['BatchWriteItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'Scan', 'UpdateItem'],
        ...['DescribeTable', 'DescribeTimeToLive', 'TagResource'],
        ...['UpdateContinuousBackups', 'UpdateTable', 'UpdateTimeToLive'],
      ],
      [table('*-restored*')],
    ),
    new PolicyStatement({
      sid: 'LetCopyUseKey',
      actions: ['kms:CreateGrant'],
      // Its id is made at deployment. The key's own policy takes no other grant.
      resources: [`arn:${partition}:kms:${region}:${account}:key/*`],
      conditions: {
        Bool: { 'kms:GrantIsForAWSResource': 'true' },
        StringEquals: { 'kms:ViaService': `dynamodb.${region}.amazonaws.com` },
      },
    }),
  ];
}

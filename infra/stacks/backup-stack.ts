import { Duration } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { acknowledge } from '#infra/checks/acknowledge';
import type { StageConfig } from '#infra/config/stages';
import { compositeAlarm, metricAlarm } from '#infra/constructs/alarms/business-alarm';
import { retention } from '#infra/constructs/retention';
import { sum } from '#infra/constructs/service-metric';
import type { DataStack } from '#infra/stacks/data-stack';
import { StagePart } from '#infra/stacks/stage-part';

export interface BackupStackProps {
  readonly config: StageConfig;
  readonly backups: NonNullable<StageConfig['backups']>;
  readonly data: Pick<DataStack, 'table' | 'files'>;
}

/** Hour (UTC) of the daily backup. */
const HOUR = '3';
/** AWS managed policies for backups of a table and a bucket. They allow no restores: only operators restore data. */
const POLICIES = ['service-role/AWSBackupServiceRolePolicyForBackup', 'AWSBackupServiceRolePolicyForS3Backup'];

/** Daily backups of a stage's table and files in a locked vault, encrypted with a separate key. Copies can go to other vaults. */
export class BackupStack extends StagePart {
  constructor(scope: Construct, id: string, { config, backups, data }: BackupStackProps) {
    const removalPolicy = retention(config);
    super(scope, id, { description: `Backups of Partner Ramp (${config.name})`, removalPolicy });
    const vault = new BackupVault(this, 'Vault', {
      backupVaultName: `PartnerRamp-${config.name}`,
      // Backups use a separate key: they remain readable even if the keys of the table and the files are lost.
      encryptionKey: new Key(this, 'BackupKey', {
        description: `Partner Ramp ${config.name}: backups`,
        enableKeyRotation: true,
        removalPolicy,
      }),
      lockConfiguration: {
        minRetention: Duration.days(backups.keptDays),
        ...(backups.lockIsFinalAfterDays !== undefined && {
          changeableFor: Duration.days(backups.lockIsFinalAfterDays),
        }),
      },
      removalPolicy,
    });
    const plan = new BackupPlan(this, 'Plan', { backupVault: vault, backupPlanRules: [dailyRule(this, backups)] });
    const role = new Role(this, 'Role', {
      description: `Backups of ${config.name}`,
      assumedBy: new ServicePrincipal('backup.amazonaws.com'),
      managedPolicies: POLICIES.map((name) => ManagedPolicy.fromAwsManagedPolicyName(name)),
    });
    acknowledge(role, {
      [`AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${POLICIES[0]}]`]: MANAGED,
      [`AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${POLICIES[1]}]`]: MANAGED,
    });
    plan.addSelection('Records', {
      backupSelectionName: 'Records',
      resources: [data.table.tableArn, data.files.bucketArn].map((arn) => BackupResource.fromArn(arn)),
      role,
    });
    pageOnFailures(this, config, vault);
  }
}

const MANAGED = 'AWS maintains the permissions that backups of the table, the bucket and their keys require.';

/** Returns the rule for a daily backup and its copies. */
function dailyRule(scope: Construct, { keptDays, copies = [] }: BackupStackProps['backups']): BackupPlanRule {
  return new BackupPlanRule({
    ruleName: 'Daily',
    scheduleExpression: Schedule.cron({ hour: HOUR, minute: '0' }),
    startWindow: Duration.hours(1),
    completionWindow: Duration.hours(12),
    deleteAfter: Duration.days(keptDays),
    copyActions: copies.map((copy, at) => ({
      destinationBackupVault: BackupVault.fromBackupVaultArn(scope, `Copy${at + 1}`, copy.vaultArn),
      deleteAfter: Duration.days(copy.keptDays),
    })),
  });
}

/**
 * Pages if a backup job failed or expired, a copy failed, or no backup was completed in 26 hours. CloudWatch evaluates periods
 * below an hour for at most one day (https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html).
 */
function pageOnFailures(scope: Construct, config: StageConfig, vault: BackupVault): void {
  const period = Duration.hours(1);
  const counted = (metricName: string) =>
    new Metric({
      namespace: 'AWS/Backup',
      metricName,
      dimensionsMap: { BackupVaultName: vault.backupVaultName },
      statistic: 'Sum',
      period,
    });
  const words = {
    config,
    severity: 'page',
    name: 'backup-missing',
    impact: 'A daily backup or its copy is missing, so a loss of the account or Region costs one more day of data.',
    firstLook: 'Read the message of the failed job of the vault in AWS Backup.',
  } as const;
  const silent = { ...words, severity: 'none', section: words.name } as const;
  const failed = sum(
    {
      failed: counted('NumberOfBackupJobsFailed'),
      expired: counted('NumberOfBackupJobsExpired'),
      uncopied: counted('NumberOfCopyJobsFailed'),
    },
    period,
  );
  compositeAlarm(scope, words, {
    anyOf: [
      metricAlarm(scope, { ...silent, name: 'backup-failed' }, { metric: failed, above: 0 }),
      metricAlarm(
        scope,
        { ...silent, name: 'no-backup-completed' },
        { metric: counted('NumberOfBackupJobsCompleted'), above: 'silence', periods: 26 },
      ),
    ],
  });
}

/** Backups of a stage with the setting `backups`. */
import { describe, expect, it } from 'vitest';
import { addChecks } from '#infra/checks/add-checks';
import { backupSettings } from '#infra/config/stage-settings';
import { at, findResources, listAt, STAGES, stageTemplates } from '#test/infra/support/stage-templates';

const ELSEWHERE = 'arn:aws:backup:eu-west-1:444455556666:backup-vault:partner-ramp';
const BACKUPS = { keptDays: 35, copies: [{ vaultArn: ELSEWHERE, keptDays: 90 }] };

describe.each(STAGES)('backups of %s', (env) => {
  const stage = stageTemplates(env, { backups: BACKUPS, checks: addChecks });
  const only = (type: string) => {
    const [found, ...others] = findResources(stage, type);
    expect(others).toEqual([]);
    return found;
  };

  it('are absent where no setting asks for them', () => {
    expect(findResources(stageTemplates(env), 'AWS::Backup::BackupPlan')).toEqual([]);
  });

  it('are made each day, kept, and copied to each vault that is named', () => {
    const [rule, ...others] = listAt(only('AWS::Backup::BackupPlan')?.Properties, 'BackupPlan', 'BackupPlanRule');
    expect(others).toEqual([]);
    expect(rule).toMatchObject({
      ScheduleExpression: 'cron(0 3 * * ? *)',
      Lifecycle: { DeleteAfterDays: 35 },
      CopyActions: [{ DestinationBackupVaultArn: ELSEWHERE, Lifecycle: { DeleteAfterDays: 90 } }],
    });
  });

  it('are of the table and the files, by a role that backs up and restores nothing', () => {
    const selection = at(only('AWS::Backup::BackupSelection')?.Properties, 'BackupSelection');
    expect(listAt(selection, 'Resources')).toHaveLength(2);
    const [role] = findResources(stage, 'AWS::IAM::Role').filter(
      ({ Properties }) => Properties.Description === `Backups of ${env}`,
    );
    expect(JSON.stringify(role?.Properties.ManagedPolicyArns)).toMatch(/ForBackup.*ForS3Backup/);
    expect(JSON.stringify(role?.Properties)).not.toContain('Restore');
  });

  it('lie in a vault with a key of its own, locked for as long as they are kept', () => {
    const vault = only('AWS::Backup::BackupVault');
    expect(vault?.Properties).toMatchObject({ LockConfiguration: { MinRetentionDays: 35 } });
    expect(at(vault?.Properties, 'LockConfiguration')).not.toHaveProperty('ChangeableForDays');
    expect(JSON.stringify(vault?.Properties.EncryptionKeyArn)).toContain('BackupKey');
    expect(vault?.DeletionPolicy).toBe(env === 'production' ? 'RetainExceptOnCreate' : 'Delete');
    const final = stageTemplates(env, { backups: { keptDays: 35, lockIsFinalAfterDays: 3 } });
    const [locked] = findResources(final, 'AWS::Backup::BackupVault');
    expect(locked?.Properties).toMatchObject({ LockConfiguration: { MinRetentionDays: 35, ChangeableForDays: 3 } });
  });

  it('page if one fails, ends late or is not copied, or none is completed in 26 hours', () => {
    const [page] = findResources(stage, 'AWS::CloudWatch::CompositeAlarm').filter(
      ({ id }) => id === 'BackupMissingAlarm',
    );
    expect(page?.Properties.AlarmDescription).toMatch(/^Page\. /);
    const rule = JSON.stringify(page?.Properties.AlarmRule);
    for (const part of ['BackupFailedAlarm', 'NoBackupCompletedAlarm']) expect(rule).toContain(part);
    const alarm = (id: string) => findResources(stage, 'AWS::CloudWatch::Alarm').find((one) => one.id === id);
    const metrics = JSON.stringify(alarm('BackupFailedAlarm')?.Properties.Metrics);
    for (const name of ['BackupJobsFailed', 'BackupJobsExpired', 'CopyJobsFailed']) expect(metrics).toContain(name);
    expect(alarm('NoBackupCompletedAlarm')?.Properties).toMatchObject({
      ...{ MetricName: 'NumberOfBackupJobsCompleted', Period: 3600, EvaluationPeriods: 26, Threshold: 1 },
      ...{ ComparisonOperator: 'LessThanThreshold', TreatMissingData: 'breaching' },
    });
  });

  it('have no finding of the rule packs', () => {
    expect(JSON.parse(stage.validation ?? '')).toHaveProperty('pluginReports', []);
  });
});

it.each([
  [{ keptDays: 0 }, 'keptDays'],
  [{ keptDays: 35, lockIsFinalAfterDays: 2 }, 'lockIsFinalAfterDays'],
  [{ keptDays: 35, copies: [{ vaultArn: 'partner-ramp', keptDays: 90 }] }, 'copies.0.vaultArn'],
  [{ keptDays: 35, copies: [BACKUPS.copies[0], BACKUPS.copies[0]] }, 'copies'],
])('settings %j are refused by %s', (settings, path) => {
  const { error } = backupSettings.safeParse(settings);
  expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
});

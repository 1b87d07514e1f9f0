/** Evidence that a stage keeps where its settings ask for it. */
import { describe, expect, it } from 'vitest';
import { addChecks } from '#infra/checks/add-checks';
import { evidenceSettings } from '#infra/config/evidence-settings';
import { at, findResources, listAt, STAGES, stageTemplates } from '#test/infra/support/stage-templates';

const EVIDENCE = { trail: { lockedDays: 400 }, lockAlarm: true, firewallLogs: true } as const;

describe.each(STAGES)('evidence of %s', (env) => {
  const stage = stageTemplates(env, { evidence: EVIDENCE, firewall: {}, checks: addChecks });
  const [trail] = findResources(stage, 'AWS::CloudTrail::Trail');
  const selectors = listAt(trail?.Properties, 'AdvancedEventSelectors');
  const selector = (name: string) => selectors.find((one) => at(one, 'Name') === name);

  it('has the data events of table and files, but for those of its own functions', () => {
    expect(selectors).toHaveLength(3);
    expect(trail?.Properties).not.toHaveProperty('EventSelectors');
    for (const [name, type] of [
      ['table', 'AWS::DynamoDB::Table'],
      ['files', 'AWS::S3::Object'],
    ] as const) {
      const fields = listAt(selector(name), 'FieldSelectors');
      expect(fields).toEqual([
        { Field: 'eventCategory', Equals: ['Data'] },
        { Field: 'resources.type', Equals: [type] },
        { Field: 'resources.ARN', StartsWith: [expect.anything()] },
        { Field: 'userIdentity.arn', NotStartsWith: [expect.anything()] },
      ]);
      expect(JSON.stringify(fields[3])).toContain(`:assumed-role/PartnerRamp-${env}-`);
    }
    expect(listAt(selector('changes'), 'FieldSelectors')).toContainEqual({ Field: 'readOnly', Equals: ['false'] });
  });

  it('keeps its files whole: validated, versioned, locked, and gone the day after', () => {
    expect(trail?.Properties).toMatchObject({ EnableLogFileValidation: true, IsLogging: true });
    const [bucket] = findResources(stage, 'AWS::S3::Bucket').filter(({ id }) => id.startsWith('TrailFiles'));
    expect(bucket?.Properties).toMatchObject({
      ObjectLockEnabled: true,
      ObjectLockConfiguration: { Rule: { DefaultRetention: { Mode: 'GOVERNANCE', Days: 400 } } },
      VersioningConfiguration: { Status: 'Enabled' },
      LifecycleConfiguration: { Rules: [{ ExpirationInDays: 401 }] },
    });
    expect(bucket?.DeletionPolicy).toBe(env === 'production' ? 'RetainExceptOnCreate' : 'Delete');
  });

  it('rings when a protection is taken off, or somebody tries', () => {
    const [filter] = findResources(stage, 'AWS::Logs::MetricFilter').filter(({ id }) => id.startsWith('LocksTouched'));
    const pattern = String(filter?.Properties.FilterPattern);
    // The longest that the service takes.
    expect(pattern.length).toBeLessThanOrEqual(1024);
    for (const call of ['ScheduleKeyDeletion', 'PutObjectRetention', 'StopLogging', 'UpdateTerminationProtection'])
      expect(pattern).toContain(`"${call}"`);
    expect(pattern).toContain(
      '(($.eventName = "UpdateTable") && ($.requestParameters.deletionProtectionEnabled IS FALSE))',
    );
    expect(pattern).not.toContain('errorCode');
    const alarms = findResources(stage, 'AWS::CloudWatch::Alarm');
    const alarm = alarms.find(({ Properties }) => Properties.AlarmName === `PartnerRamp-${env}-lock-touched`);
    expect(alarm?.Properties).toMatchObject({
      MetricName: at(filter?.Properties, 'MetricTransformations', 0, 'MetricName'),
      Threshold: 0,
      AlarmDescription: expect.stringContaining('docs/runbook.md#lock-touched'),
    });
  });

  it('logs what the firewall refuses, without paths, queries and keys, for no longer than the access log', () => {
    const [logging] = findResources(stage, 'AWS::WAFv2::LoggingConfiguration');
    const redacted = listAt(logging?.Properties, 'RedactedFields');
    expect(redacted).toEqual(expect.arrayContaining([{ UriPath: {} }, { QueryString: {} }]));
    for (const Name of ['partner-api-key', 'referer', 'origin', 'cookie'])
      expect(redacted).toContainEqual({ SingleHeader: { Name } });
    expect(logging?.Properties.LoggingFilter).toMatchObject({
      DefaultBehavior: 'DROP',
      Filters: [{ Behavior: 'KEEP', Conditions: [{ ActionCondition: { Action: 'BLOCK' } }] }],
    });
    const groups = findResources(stage, 'AWS::Logs::LogGroup');
    const group = groups.find(({ Properties }) => Properties.LogGroupName === `aws-waf-logs-PartnerRamp-${env}`);
    expect(group?.Properties).toMatchObject({ RetentionInDays: 30 });
  });

  it('has no finding that is not acknowledged', () => {
    expect(JSON.parse(stage.validation ?? '')).toHaveProperty('pluginReports', []);
  });

  it('is not kept without the setting', () => {
    const without = stageTemplates(env);
    for (const type of ['AWS::CloudTrail::Trail', 'AWS::WAFv2::LoggingConfiguration'])
      expect(findResources(without, type)).toEqual([]);
    expect(without.added).not.toHaveProperty('Evidence');
  });
});

it.each([
  [{ lockAlarm: true }, /needs evidence\.trail/],
  [{ trail: { lockedDays: 0 } }, /lockedDays/],
  [{ trail: {} }, /lockedDays/],
])('refuses %j', (settings, message) => {
  expect(evidenceSettings.safeParse(settings).error?.message).toMatch(message);
});

import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ENDPOINT_GROUPS, endpointGroupFor } from '#infra/stacks/endpoint-group';
import { endpoints, endpointsIn } from '#shared/api/endpoints';
import {
  at,
  findFunction,
  findResources,
  listAt,
  STAGES,
  stageTemplates,
  target,
} from '#test/infra/support/stage-templates';

const GRADUAL = {
  'canary-10-percent-5-minutes': 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
  'linear-10-percent-every-minute': 'CodeDeployDefault.LambdaLinear10PercentEvery1Minute',
  'linear-10-percent-every-2-minutes': 'CodeDeployDefault.LambdaLinear10PercentEvery2Minutes',
} as const;
const ways = Object.keys(GRADUAL).filter((way): way is keyof typeof GRADUAL => way in GRADUAL);

describe.each(STAGES)('endpoints of %s', (env) => {
  const stage = stageTemplates(env);
  const aliases = findResources(stage, 'AWS::Lambda::Alias');

  it.each(endpointsIn(env))('$id is called by its live version, in the stack of its folder', (row) => {
    const own = findResources(stage, 'AWS::Lambda::Function', [endpointGroupFor(row)]).find(
      ({ id }) => id === findFunction(stage, row.id)?.id,
    );
    expect(own).toBeDefined();
    const [alias, ...others] = aliases.filter(({ Properties }) => target(at(Properties, 'FunctionName')) === own?.id);
    expect(others).toEqual([]);
    expect(at(alias?.Properties, 'Name')).toBe('live');
    const version = findResources(stage, 'AWS::Lambda::Version').find(
      ({ id }) => id === target(at(alias?.Properties, 'FunctionVersion')),
    );
    expect(target(at(version?.Properties, 'FunctionName'))).toBe(own?.id);
  });

  it('gets a new version with every change of its code or settings', () => {
    const findId = (changed: typeof stage): string | undefined =>
      target(
        at(
          findResources(changed, 'AWS::Lambda::Alias').find(
            ({ Properties }) => target(at(Properties, 'FunctionName')) === findFunction(changed, 'createUser')?.id,
          )?.Properties,
          'FunctionVersion',
        ),
      );
    expect(findId(stageTemplates(env))).toBe(findId(stage));
    expect(findId(stageTemplates(env, { logLevel: 'warn' }))).not.toBe(findId(stage));
  });
});

describe('releases', () => {
  it('are gradual in production and at once in the sandbox, as shipped', () => {
    expect(stageTemplates('production').config.rollout).toBe('linear-10-percent-every-minute');
    const sandbox = stageTemplates('sandbox');
    expect(findResources(sandbox, 'AWS::CodeDeploy::DeploymentGroup')).toEqual([]);
    expect(findResources(sandbox, 'AWS::Lambda::Alias').filter(({ UpdatePolicy }) => UpdatePolicy)).toEqual([]);
  });

  describe.each(ways)('%s', (rollout) => {
    const stage = stageTemplates('production', { rollout });
    const groups = findResources(stage, 'AWS::CodeDeploy::DeploymentGroup');
    const alarmNames = new Set(
      findResources(stage, 'AWS::CloudWatch::Alarm').map(({ Properties }) => at(Properties, 'AlarmName')),
    );

    it('shifts every endpoint by its own deployment group', () => {
      const used = findResources(stage, 'AWS::Lambda::Alias').map(({ UpdatePolicy }) =>
        target(at(UpdatePolicy, 'CodeDeployLambdaAliasUpdate', 'DeploymentGroupName')),
      );
      expect(used.toSorted()).toEqual(groups.map(({ id }) => id).toSorted());
      expect(new Set(used).size).toBe(endpointsIn('production').length);
    });

    it.each(groups)('$id rolls back automatically on an alarm', ({ Properties }) => {
      expect(Properties).toMatchObject({
        DeploymentConfigName: GRADUAL[rollout],
        DeploymentStyle: { DeploymentType: 'BLUE_GREEN', DeploymentOption: 'WITH_TRAFFIC_CONTROL' },
        AutoRollbackConfiguration: { Enabled: true },
        AlarmConfiguration: { Enabled: true, IgnorePollAlarmFailure: false },
      });
      const events = listAt(Properties, 'AutoRollbackConfiguration', 'Events');
      expect(events).toEqual(expect.arrayContaining(['DEPLOYMENT_STOP_ON_ALARM', 'DEPLOYMENT_FAILURE']));
      const alarms = listAt(Properties, 'AlarmConfiguration', 'Alarms').map((alarm) => at(alarm, 'Name'));
      expect(alarms).toHaveLength(2);
      expect(alarms.filter((name) => !alarmNames.has(name))).toEqual([]);
      expect(alarms).toContain('PartnerRamp-production-answers-failing');
    });

    it('watches the errors of the alias that it shifts, and every 5xx of the API', () => {
      for (const { id, Properties } of groups) {
        const [own] = listAt(Properties, 'AlarmConfiguration', 'Alarms').map((alarm) => at(alarm, 'Name'));
        const alarm = findResources(stage, 'AWS::CloudWatch::Alarm').find(
          (found) => at(found.Properties, 'AlarmName') === own,
        );
        expect(alarm?.Properties).toMatchObject({
          MetricName: 'Errors',
          Namespace: 'AWS/Lambda',
          Threshold: 0,
        });
        const row = id.replace(/LiveDeployment[0-9A-F]{8}$/, '');
        expect(own).toBe(`PartnerRamp-production-${row}-failing`);
        const [name, resource] = listAt(alarm?.Properties, 'Dimensions');
        expect(target(at(name, 'Value'))).toBe(findFunction(stage, row)?.id);
        expect(JSON.stringify(at(resource, 'Value'))).toContain(':live');
      }
      const api = findResources(stage, 'AWS::CloudWatch::Alarm').find(
        ({ Properties }) => at(Properties, 'AlarmName') === 'PartnerRamp-production-answers-failing',
      );
      expect(api?.Properties).toMatchObject({
        MetricName: '5XXError',
        Namespace: 'AWS/ApiGateway',
        Statistic: 'Sum',
      });
      const [restApi] = findResources(stage, 'AWS::ApiGateway::RestApi');
      expect(at(restApi?.Properties, 'Name')).toBe('PartnerRamp-production');
      expect(listAt(api?.Properties, 'Dimensions')).toContainEqual({
        Name: 'ApiName',
        Value: 'PartnerRamp-production',
      });
    });
  });
});

describe('stacks of the endpoints', () => {
  it('each have endpoints, and every folder is in one', () => {
    expect(new Set(endpoints.map(endpointGroupFor))).toEqual(new Set(ENDPOINT_GROUPS));
    const folders = readdirSync(resolve(import.meta.dirname, '../../functions')).filter((name) => name !== 'workers');
    for (const folder of folders) expect(ENDPOINT_GROUPS).toContain(endpointGroupFor({ folder }));
  });

  it('must be named for a folder that has none', () => {
    expect(() => endpointGroupFor({ folder: 'moon/land' })).toThrow(
      /functions\/moon\/land has no stack: .*endpoint-group\.ts/,
    );
  });
});

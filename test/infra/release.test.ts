import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadStage } from '#infra/config/stages';
import { MAX_GRADUAL_RELEASES, movesMoney } from '#infra/constructs/gradual-release';
import { ENDPOINT_GROUPS, endpointGroupFor } from '#infra/stacks/endpoint-group';
import { endpoints, endpointsIn } from '#shared/contract/endpoints';
import {
  at,
  entriesAt,
  findFunction,
  findResources,
  listAt,
  STACKS,
  STAGES,
  type StageTemplates,
  stageTemplates,
  target,
} from '#test/infra/support/stage-templates';
import { frozenStage, nextRelease, otherSettings, releasedBy } from '#test/infra/support/stage-variants';

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
    expect(findId(frozenStage(env))).toBe(findId(stage));
    expect(findId(otherSettings(env))).not.toBe(findId(stage));
  });
});

describe.each(STAGES)('versions of %s', (env) => {
  const stage = stageTemplates(env);

  it('outlive the release that replaces them, but not one that is rolled back', () => {
    const versions = findResources(stage, 'AWS::Lambda::Version');
    expect(versions).toHaveLength(endpointsIn(env).length);
    for (const { DeletionPolicy, UpdateReplacePolicy } of versions)
      expect([DeletionPolicy, UpdateReplacePolicy]).toEqual(['RetainExceptOnCreate', 'Retain']);
  });

  it('are all new in a release that changes shared code, and the same again in a release of the earlier commit', () => {
    const ids = (of: typeof stage) => findResources(of, 'AWS::Lambda::Version').map(({ id }) => id);
    const next = nextRelease(env);
    expect(ids(next)).toHaveLength(ids(stage).length);
    expect(ids(next).filter((id) => ids(stage).includes(id))).toEqual([]);
    expect(ids(frozenStage(env))).toEqual(ids(stage));
  });
});

/** Operations that lock a quote, or create or change a transaction. */
const MONEY = [
  'createQuote',
  'createCrossRampQuote',
  'createCrossRamp',
  'updateTransaction',
  'cancelTransaction',
  'createOnRamp',
  'createOffRamp',
  'executeOffRamp',
  'provideInformation',
  'takeProviderEvent',
];

describe('endpoints that move money', () => {
  it('are known by their folder and method', () => {
    const found = endpoints.filter(movesMoney).map(({ id }) => id);
    expect(found.toSorted()).toEqual(MONEY.toSorted());
  });

  it('are in one nested stack, which is then released after the others', () => {
    expect(new Set(endpoints.filter(movesMoney).map(endpointGroupFor))).toEqual(new Set(['Payments']));
  });

  it.each(STAGES)('have alarms in %s, however it is released', (env) => {
    for (const rollout of ['all-at-once', ...ways] as const)
      expect(alarmsOf(releasedBy(env, rollout)).map(({ name }) => name)).toEqual(expect.arrayContaining(WATCHED));
  });
});

/** Alarms that roll back a release. */
const WATCHED = ['money-operations-failing', 'money-operations-crashing', 'release-failing'];

function alarmsOf(stage: StageTemplates) {
  return findResources(stage, 'AWS::CloudWatch::Alarm').map((alarm) => ({
    ...alarm,
    name: String(at(alarm.Properties, 'AlarmName')).replace(`PartnerRamp-${stage.config.name}-`, ''),
  }));
}

describe('releases', () => {
  it('are gradual in production and at once in the sandbox, as shipped', () => {
    expect(stageTemplates('production').config.rollout).toBe('linear-10-percent-every-minute');
    const sandbox = stageTemplates('sandbox');
    expect(findResources(sandbox, 'AWS::CodeDeploy::DeploymentGroup')).toEqual([]);
    expect(findResources(sandbox, 'AWS::Lambda::Alias').filter(({ UpdatePolicy }) => UpdatePolicy)).toEqual([]);
  });

  it.each(STAGES.flatMap((env) => ways.map((rollout) => ({ env, rollout }))))(
    'of $env by $rollout have at most ten deployment groups, and every other alias has no update policy',
    ({ env, rollout }) => {
      const stage = releasedBy(env, rollout);
      const groups = findResources(stage, 'AWS::CodeDeploy::DeploymentGroup');
      expect(groups.length).toBeLessThanOrEqual(MAX_GRADUAL_RELEASES);
      expect(MAX_GRADUAL_RELEASES).toBeLessThanOrEqual(10);
      const aliases = findResources(stage, 'AWS::Lambda::Alias');
      expect(aliases).toHaveLength(endpointsIn(env).length);
      const gradual = aliases.filter(({ UpdatePolicy }) => UpdatePolicy !== undefined);
      const names = gradual.map(({ Properties }) => rowOf(target(at(Properties, 'FunctionName')) ?? '', 'Function'));
      expect(names.toSorted()).toEqual(MONEY.toSorted());
      const used = gradual.map(({ UpdatePolicy }) =>
        target(at(UpdatePolicy, 'CodeDeployLambdaAliasUpdate', 'DeploymentGroupName')),
      );
      expect(used.toSorted()).toEqual(groups.map(({ id }) => id).toSorted());
    },
  );

  describe.each(ways)('%s', (rollout) => {
    const stage = releasedBy('production', rollout);
    const groups = findResources(stage, 'AWS::CodeDeploy::DeploymentGroup');
    const alarms = alarmsOf(stage);

    it.each(groups)('$id rolls back automatically on an alarm', ({ Properties }) => {
      expect(Properties).toMatchObject({
        DeploymentConfigName: GRADUAL[rollout],
        DeploymentStyle: { DeploymentType: 'BLUE_GREEN', DeploymentOption: 'WITH_TRAFFIC_CONTROL' },
        AutoRollbackConfiguration: { Enabled: true },
        AlarmConfiguration: { Enabled: true, IgnorePollAlarmFailure: false },
      });
      const events = listAt(Properties, 'AutoRollbackConfiguration', 'Events');
      expect(events).toEqual(expect.arrayContaining(['DEPLOYMENT_STOP_ON_ALARM', 'DEPLOYMENT_FAILURE']));
    });

    it.each(groups)('$id watches failures of operations that move money and of all, which exist before it', (group) => {
      const watched = listAt(group.Properties, 'AlarmConfiguration', 'Alarms').map((alarm) => at(alarm, 'Name'));
      expect(watched).toEqual(WATCHED.map((name) => `PartnerRamp-production-${name}`));
      const own = alarms.filter(({ name }) => name.startsWith('money-operations-')).map(({ id }) => id);
      expect(own).toHaveLength(2);
      expect(listAt(group, 'DependsOn')).toEqual(expect.arrayContaining(own));
      // The alarm of all endpoints is in the parent template; the nested stack depends on it.
      expect(listAt(stage.stacks.Api.Resources.Payments, 'DependsOn')).toContain('ReleaseFailingAlarm');
      expect(stage.stacks.Api.Resources.ReleaseFailingAlarm?.Type).toBe('AWS::CloudWatch::Alarm');
    });

    it('move callers of functions that move money last, so that the alarms watch all others too', () => {
      const aliases = findResources(stage, 'AWS::Lambda::Alias', ['Payments']);
      const atOnce = aliases.filter(({ UpdatePolicy }) => UpdatePolicy === undefined).map(({ id }) => id);
      expect(atOnce.length).toBeGreaterThan(10);
      for (const alias of aliases)
        if (alias.UpdatePolicy !== undefined)
          expect(listAt(alias, 'DependsOn').toSorted()).toEqual(expect.arrayContaining(atOnce));
    });
  });
});

describe.each(STAGES)('the alarms that roll a release of %s back', (env) => {
  const stage = stageTemplates(env);
  const alarms = new Map(alarmsOf(stage).map(({ name, Properties }) => [name, Properties]));

  it('count crashes by the alias of each function, at most ten, and unexpected errors by its log', () => {
    const crashing = alarms.get('money-operations-crashing');
    const metrics = listAt(crashing, 'Metrics').flatMap((one) => listAt(one, 'MetricStat', 'Metric'));
    expect(metrics.map((metric) => at(metric, 'MetricName'))).toEqual(MONEY.map(() => 'Errors'));
    expect(metrics.length).toBeLessThanOrEqual(10);
    const functions = metrics.map((metric) => target(at(metric, 'Dimensions', 0, 'Value')));
    expect(functions.toSorted()).toEqual(MONEY.map((id) => findFunction(stage, id)?.id).toSorted());
    for (const metric of metrics) expect(JSON.stringify(at(metric, 'Dimensions', 1, 'Value'))).toContain(':live');
    const filters = findResources(stage, 'AWS::Logs::MetricFilter', ['Payments']);
    for (const { Properties } of filters)
      expect(Properties).toMatchObject({
        FilterPattern: '{ $.unexpectedFailure > 0 }',
        MetricTransformations: [
          { MetricName: 'moneyOperationFailed', Dimensions: [{ Key: 'Stage', Value: '$.Stage' }] },
        ],
      });
    const logs = filters.map(({ Properties }) => target(Properties.LogGroupName));
    const ofFunctions = MONEY.map((id) => target(at(findFunction(stage, id)?.Properties, 'LoggingConfig', 'LogGroup')));
    expect(logs.toSorted()).toEqual(ofFunctions.toSorted());
    for (const name of ['money-operations-failing', 'money-operations-crashing'])
      expect(alarms.get(name)).toMatchObject({ Threshold: 0, EvaluationPeriods: 1, TreatMissingData: 'notBreaching' });
  });

  it('count the same of all endpoints, and nothing that a third party can cause', () => {
    expect(alarms.get('release-failing')).toMatchObject({
      ...{ Namespace: 'PartnerRamp', MetricName: 'unexpectedFailure', Dimensions: [{ Name: 'Stage', Value: env }] },
      ...{ Threshold: 5, TreatMissingData: 'notBreaching' },
    });
    // A crashed function cannot count its own failure. The gateway then returns 502 or 504, which functions never return.
    const filters = findResources(stage, 'AWS::Logs::MetricFilter').filter(
      ({ Properties }) => at(Properties, 'MetricTransformations', 0, 'MetricName') === 'unexpectedFailure',
    );
    expect(filters).toMatchObject([{ Properties: { FilterPattern: '{ ($.status = "502") || ($.status = "504") }' } }]);
  });
});

describe('an alarm', () => {
  it('has a logical id that follows from its name alone, so that its construct may move', () => {
    for (const env of STAGES)
      for (const { id, name } of alarmsOf(stageTemplates(env)))
        expect(id).toBe(`${name.replaceAll(/(^|-)(.)/g, (_all, _dash, letter) => letter.toUpperCase())}Alarm`);
  });
});

describe('a deployment of production with --context rollout=all-at-once', () => {
  const configPath = 'infra/config/production.example.json';
  const { rollout } = loadStage({ env: 'production', configPath, rollout: 'all-at-once' });
  const usual = stageTemplates('production');
  const emergency = stageTemplates('production', { rollout });

  it('has no CodeDeploy, and every alias moves at once', () => {
    const types = STACKS.flatMap((stack) => Object.values(emergency.stacks[stack].Resources).map(({ Type }) => Type));
    expect(types.filter((type) => type.startsWith('AWS::CodeDeploy'))).toEqual([]);
    expect(findResources(emergency, 'AWS::Lambda::Alias').filter(({ UpdatePolicy }) => UpdatePolicy)).toEqual([]);
  });

  it('differs in nothing else: the same resources with the same properties', () => {
    for (const stack of STACKS) expect(withoutReleases(emergency, stack), stack).toEqual(withoutReleases(usual, stack));
    expect(emergency.text.Data).toBe(usual.text.Data);
    expect(emergency.text.Messaging).toBe(usual.text.Messaging);
  });
});

/** Returns a template without CodeDeploy resources, update policies and `DependsOn`. */
function withoutReleases(stage: StageTemplates, stack: (typeof STACKS)[number]) {
  const kept = Object.entries(stage.stacks[stack].Resources)
    .filter(([id, { Type }]) => !(Type.startsWith('AWS::CodeDeploy') || id.startsWith('ReleasesRole')))
    .map(([id, { UpdatePolicy: _policy, DependsOn: _order, ...resource }]) => {
      if (resource.Type !== 'AWS::CloudFormation::Stack') return [id, resource];
      // The URL of a nested template contains the hash of its content, and the nested template has parameters for CodeDeploy.
      const { TemplateURL: _url, Parameters: parameters = {}, ...rest } = resource.Properties;
      const own = entriesAt({ parameters }, 'parameters').filter(([name]) => !name.includes('Releases'));
      return [id, { ...resource, Properties: { ...rest, parameters: Object.fromEntries(own) } }];
    });
  return Object.fromEntries(kept);
}

/** Returns the endpoint id at the start of a logical id. */
function rowOf(id: string, after: string): string {
  return id.replace(new RegExp(`${after}[0-9A-F]{8}$`), '');
}

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

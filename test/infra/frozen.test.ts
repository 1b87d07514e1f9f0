import { describe, expect, it } from 'vitest';
import { OPEN_METHOD_SETTINGS } from '#infra/constructs/frozen';
import { at, findResources, listAt, STAGES, stageTemplates } from '#test/infra/support/stage-templates';
import { frozenStage } from '#test/infra/support/stage-variants';

/** Properties that may differ in a frozen stage, by resource type. All other properties must be equal. */
const SWITCHES: Readonly<Record<string, string>> = {
  'AWS::ApiGateway::Stage': 'MethodSettings',
  'AWS::Lambda::EventSourceMapping': 'Enabled',
  'AWS::Scheduler::Schedule': 'State',
};

describe.each(STAGES)('%s, deployed frozen', (env) => {
  const open = stageTemplates(env);
  const frozen = frozenStage(env);
  const properties = (stage: typeof open, type: string, name: string) =>
    findResources(stage, type).map(({ Properties }) => Properties[name]);

  it('refuses every request, on routes with limits of their own too', () => {
    const settings = listAt(properties(frozen, 'AWS::ApiGateway::Stage', 'MethodSettings'), 0);
    expect(settings.length).toBeGreaterThan(1);
    for (const one of settings) expect(one).toMatchObject({ ThrottlingRateLimit: 0, ThrottlingBurstLimit: 0 });
  });

  it('keeps the limits that a thaw brings back', () => {
    const [stage] = findResources(frozen, 'AWS::ApiGateway::Stage');
    const limits = listAt(properties(open, 'AWS::ApiGateway::Stage', 'MethodSettings'), 0).map((one) => ({
      ResourcePath: at(one, 'ResourcePath'),
      HttpMethod: at(one, 'HttpMethod'),
      ThrottlingRateLimit: at(one, 'ThrottlingRateLimit'),
      ThrottlingBurstLimit: at(one, 'ThrottlingBurstLimit'),
    }));
    expect(at(stage?.Metadata, OPEN_METHOD_SETTINGS)).toEqual(limits);
    expect(findResources(open, 'AWS::ApiGateway::Stage')[0]?.Metadata).not.toHaveProperty(OPEN_METHOD_SETTINGS);
  });

  it('invokes nothing by a stream, a queue or a schedule', () => {
    const mappings = properties(frozen, 'AWS::Lambda::EventSourceMapping', 'Enabled');
    expect(mappings).toHaveLength(6);
    expect(new Set(mappings)).toEqual(new Set([false]));
    const schedules = properties(frozen, 'AWS::Scheduler::Schedule', 'State');
    expect(schedules).toEqual(['DISABLED']);
    expect(properties(open, 'AWS::Lambda::EventSourceMapping', 'Enabled')).toEqual(mappings.map(() => undefined));
    expect(properties(open, 'AWS::Scheduler::Schedule', 'State')).toEqual([undefined]);
  });

  it('changes nothing else', () => {
    const withoutSwitches = (stage: typeof open) =>
      Object.values(stage.stacks)
        .flatMap(({ Resources }) => Object.entries(Resources))
        // The names of nested templates differ, because their contents differ.
        .filter(([, { Type }]) => Type !== 'AWS::CloudFormation::Stack')
        .map(([id, { Type, Properties }]) => {
          const { [SWITCHES[Type] ?? '']: _switch, ...rest } = Properties;
          return [id, Type, rest];
        });
    expect(withoutSwitches(frozen)).toEqual(withoutSwitches(open));
    expect(frozen.text.Data).toBe(open.text.Data);
  });
});

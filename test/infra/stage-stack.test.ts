import { describe, expect, it } from 'vitest';
import { at, entriesAt, listAt, STAGES, stageTemplates } from '#test/infra/support/stage-templates';

const PARTS = ['Data', 'Messaging', 'Api'];

describe.each(STAGES)('the stack of %s', (env) => {
  const stage = stageTemplates(env);
  const { Resources: resources, Outputs: outputs } = stage.stacks.Stage;

  it('is the only one that is deployed', () => {
    expect(Object.keys(stage.tags)).toEqual([`PartnerRamp-${env}`]);
  });

  it('has its parts and nothing else', () => {
    expect(Object.keys(resources)).toEqual(PARTS);
    for (const { Type } of Object.values(resources)) expect(Type).toBe('AWS::CloudFormation::Stack');
  });

  it('changes the workers before the endpoints', () => {
    expect(resources.Api?.DependsOn).toEqual(['Messaging']);
    expect(resources.Messaging?.DependsOn).toBeUndefined();
  });

  it('makes the functions of one group after those of another, and those that move in steps last', () => {
    const { Resources: own } = stage.stacks.Api;
    const order = env === 'production' ? ['People', 'Integration', 'Payments'] : ['People', 'Payments', 'Integration'];
    for (const [at, name] of order.entries())
      expect(listAt(own[name], 'DependsOn').filter((one) => order.some((group) => group === one))).toEqual(
        order.slice(Math.max(0, at - 1), at),
      );
  });

  it('gives its parts what they need of the data stack, and Messaging and Api nothing of each other', () => {
    for (const part of ['Messaging', 'Api']) {
      const given = entriesAt(resources[part]?.Properties, 'Parameters').map(([, value]) => value);
      expect(given.length).toBeGreaterThan(0);
      expect(new Set(given.map((value) => at(value, 'Fn::GetAtt', 0)))).toEqual(new Set(['Data']));
    }
  });

  it('repeats those outputs of its parts that people need', () => {
    expect(Object.keys(outputs).sort()).toEqual(
      [
        ...['ApiUrl', 'DocsUrl', 'OpenApiUrl', ...(env === 'production' ? ['DomainTarget'] : [])],
        ...['TableName', 'FilesBucketName', 'WebhookKeyArn', 'LinkKeyArn', 'EventBusName'],
        ...[
          'FirstAttemptsQueueUrl',
          'RetriesQueueUrl',
          'WebhookDeadLettersUrl',
          'StepsQueueUrl',
          'StepsDeadLettersUrl',
        ],
        ...['BusUndeliveredUrl', 'OutboxDiscardedUrl'],
      ].sort(),
    );
  });

  it('exports nothing: no other stack can depend on it', () => {
    expect(Object.values(stage.text).join('')).not.toMatch(/"Export"|Fn::ImportValue/);
  });
});

describe('a stage for one account and region', () => {
  it('is for these alone, as are its parts', () => {
    const { config, environment, text } = stageTemplates('production');
    expect(config).toMatchObject({ account: '111122223333', region: 'us-east-1' });
    expect(environment).toBe('aws://111122223333/us-east-1');
    expect(text.Stage).toContain('cdk-hnb659fds-assets-111122223333-us-east-1');
  });
});

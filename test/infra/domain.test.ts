import { describe, expect, it } from 'vitest';
import { at, entriesAt, findResources, STAGES, stageTemplates, target } from '#test/infra/support/stage-templates';

const own = {
  name: 'pay.example.org',
  certificateArn: 'arn:aws:acm:eu-west-1:111122223333:certificate/11111111-1111-4111-8111-111111111111',
};

describe.each(STAGES)('domain of %s', (env) => {
  const zoned = stageTemplates(env, { domain: { ...own, hostedZone: { id: 'Z123', name: 'example.org' } } });
  const bare = stageTemplates(env, { domain: own });
  const none = stageTemplates(env, { domain: undefined });

  it('serves the stage at its root by TLS 1.2 and the configured certificate', () => {
    const [domain, ...others] = findResources(zoned, 'AWS::ApiGateway::DomainName');
    expect(others).toEqual([]);
    expect(domain?.Properties).toMatchObject({
      DomainName: own.name,
      RegionalCertificateArn: own.certificateArn,
      SecurityPolicy: 'TLS_1_2',
      EndpointConfiguration: { Types: ['REGIONAL'] },
    });
    const [mapping, ...more] = findResources(zoned, 'AWS::ApiGateway::BasePathMapping');
    expect(more).toEqual([]);
    expect(target(at(mapping?.Properties, 'DomainName'))).toBe(domain?.id);
    expect(target(at(mapping?.Properties, 'Stage'))).toBe(findResources(zoned, 'AWS::ApiGateway::Stage')[0]?.id);
    expect(at(mapping?.Properties, 'BasePath')).toBeUndefined();
  });

  it('gets its DNS record where a zone is configured', () => {
    const [record, ...others] = findResources(zoned, 'AWS::Route53::RecordSet');
    expect(others).toEqual([]);
    expect(record?.Properties).toMatchObject({ Name: `${own.name}.`, Type: 'A', HostedZoneId: 'Z123' });
    expect(findResources(bare, 'AWS::Route53::RecordSet')).toEqual([]);
    for (const stage of [zoned, bare]) expect(stage.stacks.Stage.Outputs).toHaveProperty('DomainTarget');
  });

  it('is the only address of the API, which a new deployment of it makes so', () => {
    const closed = (stage: typeof none) =>
      findResources(stage, 'AWS::ApiGateway::RestApi').map(({ Properties }) =>
        at(Properties, 'DisableExecuteApiEndpoint'),
      );
    expect([closed(zoned), closed(bare), closed(none)]).toEqual([[true], [true], [false]]);
    const deployment = (stage: typeof none) => findResources(stage, 'AWS::ApiGateway::Deployment').map(({ id }) => id);
    expect(deployment(bare)).not.toEqual(deployment(none));
  });

  it('is absent without a setting', () => {
    for (const type of ['DomainName', 'BasePathMapping'])
      expect(findResources(none, `AWS::ApiGateway::${type}`)).toEqual([]);
  });

  it('outputs the addresses of the API, its reference and its contract', () => {
    const outputs = (stage: typeof none) =>
      Object.fromEntries(entriesAt(stage.stacks.Stage.Outputs).map(([name, output]) => [name, at(output, 'Value')]));
    expect(outputs(bare)).toMatchObject({
      ApiUrl: 'https://pay.example.org/',
      DocsUrl: 'https://pay.example.org/docs',
      OpenApiUrl: 'https://pay.example.org/openapi.json',
    });
    for (const name of ['ApiUrl', 'DocsUrl', 'OpenApiUrl'])
      expect(JSON.stringify(outputs(none)[name])).toContain('execute-api');
  });
});

import { describe, expect, it } from 'vitest';
import {
  at,
  entriesAt,
  findResources,
  STAGES,
  type StageTemplates,
  stageTemplates,
  target,
} from '#test/infra/support/stage-templates';
import { nextRelease, otherSettings } from '#test/infra/support/stage-variants';

describe.each(STAGES)('domain of %s', (env) => {
  const stages = [stageTemplates(env), nextRelease(env), otherSettings(env)];
  const one = (has: (domain: StageTemplates['config']['domain']) => boolean) => {
    const found = stages.find(({ config }) => has(config.domain));
    if (found === undefined) throw new Error('No stage has such a domain');
    return found;
  };
  const zoned = one((domain) => domain?.hostedZone !== undefined);
  const bare = one((domain) => domain !== undefined && domain.hostedZone === undefined);
  const none = one((domain) => domain === undefined);

  it('takes TLS 1.3, and 1.2 with forward secrecy, at every address that it has', () => {
    for (const stage of stages) {
      const entries = ['AWS::ApiGateway::RestApi', 'AWS::ApiGateway::DomainName'].flatMap((type) =>
        findResources(stage, type),
      );
      expect(entries).toHaveLength(stage.config.domain === undefined ? 1 : 2);
      for (const { id, Properties } of entries)
        expect(Properties, id).toMatchObject({
          SecurityPolicy: 'SecurityPolicy_TLS13_1_2_PFS_PQ_2025_09',
          EndpointAccessMode: 'STRICT',
        });
    }
  });

  it('serves the stage at its root by the configured certificate', () => {
    const [domain, ...others] = findResources(zoned, 'AWS::ApiGateway::DomainName');
    expect(others).toEqual([]);
    expect(domain?.Properties).toMatchObject({
      DomainName: zoned.config.domain?.name,
      RegionalCertificateArn: zoned.config.domain?.certificateArn,
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
    const { name, hostedZone } = zoned.config.domain ?? {};
    // A DNS record for another Region can exist only if this record is weighted.
    const SetIdentifier = zoned.config.region ?? { Ref: 'AWS::Region' };
    const expected = { Name: `${name}.`, Type: 'A', HostedZoneId: hostedZone?.id, Weight: 100, SetIdentifier };
    expect(record?.Properties).toMatchObject(expected);
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
    expect(deployment(bare)).toEqual(deployment(zoned));
    expect(deployment(bare)).not.toEqual(deployment(none));
  });

  it('is absent without a setting', () => {
    for (const type of ['DomainName', 'BasePathMapping'])
      expect(findResources(none, `AWS::ApiGateway::${type}`)).toEqual([]);
  });

  it('outputs the addresses of the API, its first page and its contract', () => {
    const outputs = (stage: typeof none) =>
      Object.fromEntries(entriesAt(stage.stacks.Stage.Outputs).map(([name, output]) => [name, at(output, 'Value')]));
    expect(outputs(bare)).toMatchObject({
      ApiUrl: `https://${bare.config.domain?.name}/`,
      DocsUrl: `https://${bare.config.domain?.name}/${env === 'sandbox' ? '#quick-start' : ''}`,
      OpenApiUrl: `https://${bare.config.domain?.name}/openapi.json`,
    });
    for (const name of ['ApiUrl', 'DocsUrl', 'OpenApiUrl'])
      expect(JSON.stringify(outputs(none)[name])).toContain('execute-api');
  });
});

/** Client certificates of partners, with a separate hostname. */
import { describe, expect, it } from 'vitest';
import { stageSettings } from '#infra/config/stage-settings';
import { endpointsIn, workers } from '#shared/contract/endpoints';
import { at, findFunction, findResources, STAGES, stageTemplates, target } from './support/stage-templates';

const certificateArn = 'arn:aws:acm:eu-west-1:111122223333:certificate/11111111-1111-4111-8111-111111111111';
const MUTUAL_TLS = {
  name: 'partners.example.org',
  certificateArn,
  truststore: { bucket: 'trust-of-partners', key: 'authorities.pem', version: 'v7' },
};
const domain = {
  ...{ name: 'pay.example.org', certificateArn, mutualTls: MUTUAL_TLS },
  hostedZone: { id: 'Z123', name: 'example.org' },
};

describe.each(STAGES)('certificates of partners in %s', (env) => {
  const stage = stageTemplates(env, { domain });
  const names = findResources(stage, 'AWS::ApiGateway::DomainName');
  const named = (name: string) => names.find(({ Properties }) => at(Properties, 'DomainName') === name);
  const variables = (id: string) => at(findFunction(stage, id)?.Properties, 'Environment', 'Variables');

  it('are asked for at a name of its own, by one version of the trusted authorities', () => {
    expect(named(MUTUAL_TLS.name)?.Properties).toMatchObject({
      MutualTlsAuthentication: { TruststoreUri: 's3://trust-of-partners/authorities.pem', TruststoreVersion: 'v7' },
      SecurityPolicy: 'TLS_1_2',
      EndpointConfiguration: { Types: ['REGIONAL'] },
    });
    expect(named(MUTUAL_TLS.name)?.Properties).not.toHaveProperty('EndpointAccessMode');
    expect(named(domain.name)?.Properties).not.toHaveProperty('MutualTlsAuthentication');
    expect(names).toHaveLength(2);
  });

  it('lead to the same API, at no address of AWS', () => {
    const mappings = findResources(stage, 'AWS::ApiGateway::BasePathMapping');
    expect(mappings.map(({ Properties }) => target(at(Properties, 'DomainName'))).toSorted()).toEqual(
      names.map(({ id }) => id).toSorted(),
    );
    expect(new Set(mappings.map(({ Properties }) => target(at(Properties, 'Stage')))).size).toBe(1);
    expect(findResources(stage, 'AWS::ApiGateway::RestApi')[0]?.Properties).toMatchObject({
      DisableExecuteApiEndpoint: true,
    });
    const records = findResources(stage, 'AWS::Route53::RecordSet').map(({ Properties }) => at(Properties, 'Name'));
    expect(records.toSorted()).toEqual([`${MUTUAL_TLS.name}.`, `${domain.name}.`]);
    expect(stage.stacks.Stage.Outputs.PartnerApiUrl?.Value).toBe(`https://${MUTUAL_TLS.name}/`);
  });

  it('are required of partners and of no one else, and links of responses stay open to people', () => {
    const expected = { CLIENT_CERTIFICATES: 'REQUIRED', PAGES_BASE_URL: `https://${domain.name}` };
    for (const { id, scope } of endpointsIn(env))
      if (scope === 'partner') expect(variables(id), id).toMatchObject(expected);
      else expect(variables(id), id).not.toHaveProperty('CLIENT_CERTIFICATES');
    for (const { id } of workers) expect(variables(id), id).not.toHaveProperty('CLIENT_CERTIFICATES');
  });

  it('are not asked for without the setting', () => {
    const without = stageTemplates(env, { domain: { ...domain, mutualTls: undefined } });
    expect(JSON.stringify(without.stacks)).not.toMatch(/MutualTls|CLIENT_CERTIFICATES|PAGES_BASE_URL|PartnerApiUrl/);
  });
});

it.each([
  [{ name: domain.name }, /must differ from domain\.name/],
  [{ truststore: { ...MUTUAL_TLS.truststore, version: '' } }, /version/],
  [{ truststore: { bucket: MUTUAL_TLS.truststore.bucket, key: 'authorities.pem' } }, /version/],
  [{ truststore: { ...MUTUAL_TLS.truststore, bucket: 's3://trust' } }, /must be the name of a bucket/],
])('refuses %j', (changes, message) => {
  const parsed = stageSettings.shape.domain.safeParse({ ...domain, mutualTls: { ...MUTUAL_TLS, ...changes } });
  expect(parsed.error?.message).toMatch(message);
});

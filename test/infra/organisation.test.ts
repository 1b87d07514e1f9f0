/** Settings that adapt a stage to an organization's accounts. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { organisationSettings } from '#infra/config/stage-settings';
import { loadStage } from '#infra/config/stages';
import { at, findResources, STAGES, stageTemplates } from '#test/infra/support/stage-templates';
import { temporaryFolder } from '#test/support/lifetime';
import { shippedConfig } from '#test/support/stage-assembly';

const BOUNDARY = 'arn:aws:iam::111122223333:policy/developers/boundary';
const SETTINGS = {
  tags: { 'cost-center': '4711', owner: 'payments' },
  permissionsBoundaryArn: BOUNDARY,
  bootstrap: { qualifier: 'ramp1' },
};

describe.each(STAGES)('%s in an organisation', (env) => {
  const stage = stageTemplates(env, SETTINGS);

  it('has the tags of the organisation beside its own, on replicas too', () => {
    const tags = { ...SETTINGS.tags, service: 'partner-ramp', env };
    expect(stage.tags).toEqual({ [`PartnerRamp-${env}`]: tags });
    const [table] = findResources(stage, 'AWS::DynamoDB::GlobalTable');
    const replica = at(table?.Properties, 'Replicas', 0, 'Tags');
    expect(replica).toEqual(expect.arrayContaining(Object.entries(tags).map(([Key, Value]) => ({ Key, Value }))));
  });

  it('bounds every role', () => {
    const roles = findResources(stage, 'AWS::IAM::Role');
    expect(roles.length).toBeGreaterThan(80);
    for (const { id, Properties } of roles) expect(Properties.PermissionsBoundary, id).toBe(BOUNDARY);
    for (const { id, Properties } of findResources(stageTemplates(env), 'AWS::IAM::Role'))
      expect(Properties, id).not.toHaveProperty('PermissionsBoundary');
  });

  it("is deployed by the organisation's own preparation of the account", () => {
    expect(stage.text.Stage).toContain('cdk-ramp1-assets-');
    expect(JSON.stringify(stage.stacks)).not.toContain('hnb659fds');
  });
});

it.each([
  ['tags', { env: 'mine' }],
  ['tags', { 'aws:owner': 'me' }],
  ['tags', { owner: 'a<b' }],
  ['tags', Object.fromEntries(Array.from({ length: 31 }, (_, index) => [`tag${index}`, 'x']))],
  ['permissionsBoundaryArn', 'developers/boundary'],
  ['bootstrap', { qualifier: 'Ramp' }],
] as const)('refuses %s %j', (name, value) => {
  expect(organisationSettings[name].safeParse(value).success).toBe(false);
});

describe('a further stage', () => {
  const name = 'staging';
  const path = join(temporaryFolder(), `${name}.json`);
  const load = (changes: Readonly<Record<string, unknown>>, env: string = name) => {
    const { name: _name, ...shipped } = shippedConfig('sandbox');
    writeFileSync(path, JSON.stringify({ ...shipped, ...changes }));
    return loadStage({ env, configPath: path });
  };
  const place = { account: '444455556666', region: 'eu-west-1' };

  it('is one of the two environments, under a name of its own', () => {
    const config = load({ kind: 'sandbox', ...place });
    expect(config).toMatchObject({ name: 'sandbox', label: name });
    const stage = stageTemplates('sandbox', config);
    // The operator tool finds the stack by its environment (`--env sandbox`). The stack name therefore contains `sandbox`, not
    // the name of the additional stage.
    expect(stage.tags).toEqual({ 'PartnerRamp-sandbox': { service: 'partner-ramp', env: name } });
    expect(stage.environment).toBe('aws://444455556666/eu-west-1');
    expect(load({ kind: 'sandbox', ...place }, 'sandbox')).not.toHaveProperty('label');
  });

  it.each([
    [{ ...place }, name, /kind: must be sandbox or production for an additional stage/],
    [{ kind: 'sandbox' }, name, /account, region: an additional stage requires both/],
    [{ kind: 'production', ...place }, name, /providers\.verification: required in production/],
    [{ kind: 'sandbox', ...place }, 'production', /kind: is sandbox, but --context env is production/],
  ])('refuses %j', (changes, env, message) => expect(() => load(changes, env)).toThrow(message));

  it('has a file, and a name that is one', () => {
    expect(() => loadStage({ env: 'moon' })).toThrow(/Unknown stage/);
    for (const env of ['../moon', 'production.example', 'Moon'])
      expect(() => load({ kind: 'sandbox', ...place }, env), env).toThrow(/Unknown stage/);
  });
});

/** Fixed IP addresses for requests to partners and providers. */
import { resolve } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { stageSettings } from '#infra/config/stage-settings';
import { endpoints, endpointsIn, workers } from '#shared/contract/endpoints';
import { at, findFunction, findResources, listAt, STAGES, stageTemplates, target } from './support/stage-templates';

const EGRESS = {
  current: { addresses: ['first', 'second'], from: '2026-12-01' },
  announced: { addresses: ['first', 'third'], from: '2027-02-01' },
};
/** Modules that connect to partners or providers. */
const CALLERS = [
  'shared/webhooks/sender.ts',
  'shared/webhooks/event-bus-sender.ts',
  'shared/platform/network/guarded-request.ts',
  'shared/platform/providers/call.ts',
];

/** Returns the ids of the functions whose code contains one of the modules. */
async function callersOf(modules: readonly string[]): Promise<string[]> {
  const rows = [...endpoints, ...workers];
  const { metafile } = await build({
    absWorkingDir: resolve(import.meta.dirname, '../..'),
    entryPoints: rows.map(({ folder }) => ({ in: `functions/${folder}/handler.ts`, out: folder })),
    ...{ outdir: 'out', write: false, bundle: true, packages: 'external', platform: 'node', format: 'esm' },
    ...{ metafile: true, logLevel: 'silent' },
  });
  const inputs = (folder: string) => metafile.outputs[`out/${folder}.js`]?.inputs ?? {};
  return rows.flatMap(({ id, folder }) =>
    modules.some((module) => (inputs(folder)[module]?.bytesInOutput ?? 0) > 0) ? [id] : [],
  );
}

describe.each(STAGES)('fixed addresses of %s', (env) => {
  const stage = stageTemplates(env, { egress: EGRESS });
  const rows = [...endpointsIn(env), ...workers];
  const inNetwork = rows.filter(({ id }) => at(findFunction(stage, id)?.Properties, 'VpcConfig') !== undefined);
  const [vpc] = findResources(stage, 'AWS::EC2::VPC');

  it('are those of the functions whose code calls partners or providers, and of no other', async () => {
    const callers = await callersOf(CALLERS);
    // The sandbox simulates the providers, so only the two functions that call partners remain.
    const expected = env === 'sandbox' ? ['startKyc', 'deliverWebhook'] : callers;
    expect(inNetwork.map(({ id }) => id).toSorted()).toEqual(expected.toSorted());
    expect(callers).toEqual(expect.arrayContaining(['startKyc', 'deliverWebhook', 'runStep']));
  });

  it('are reserved for both lists, and used by a gateway in each zone of the current one', () => {
    const addresses = findResources(stage, 'AWS::EC2::EIP');
    expect(addresses.map(({ id }) => id)).toEqual(['AddressFirst', 'AddressSecond', 'AddressThird']);
    const policy = stage.config.protectData ? 'RetainExceptOnCreate' : 'Delete';
    for (const { DeletionPolicy } of addresses) expect(DeletionPolicy).toBe(policy);
    const gateways = findResources(stage, 'AWS::EC2::NatGateway');
    expect(gateways.map(({ Properties }) => target(at(Properties, 'AllocationId')))).toEqual([
      'AddressFirst',
      'AddressSecond',
    ]);
    const subnets = new Map(findResources(stage, 'AWS::EC2::Subnet').map((one) => [one.id, one.Properties]));
    const zones = gateways.map(({ Properties }) => {
      const subnet = subnets.get(target(at(Properties, 'SubnetId')) ?? '');
      return JSON.stringify(at(subnet, 'AvailabilityZone'));
    });
    expect(new Set(zones).size).toBe(2);
    for (const subnet of subnets.values()) expect(subnet.MapPublicIpOnLaunch).toBe(false);
  });

  it('lie behind private subnets, from which one way leads to the internet and another to tables of the account', () => {
    const routes = findResources(stage, 'AWS::EC2::Route').filter(({ Properties }) => at(Properties, 'NatGatewayId'));
    const tables = routes.map(({ Properties }) => target(at(Properties, 'RouteTableId')));
    expect(new Set(tables).size).toBe(2);
    const [endpoint, ...others] = findResources(stage, 'AWS::EC2::VPCEndpoint');
    expect(others).toEqual([]);
    expect(endpoint?.Properties).toMatchObject({ VpcEndpointType: 'Gateway', VpcId: { Ref: vpc?.id } });
    expect(JSON.stringify(endpoint?.Properties)).toMatch(/dynamodb.*aws:PrincipalAccount/);
    expect(listAt(endpoint?.Properties, 'RouteTableIds').map(target)).toEqual(tables);
  });

  it('let nothing in, and out what a partner may name as a port', () => {
    const [group, ...others] = findResources(stage, 'AWS::EC2::SecurityGroup');
    expect(others).toEqual([]);
    expect(at(group?.Properties, 'SecurityGroupIngress')).toBeUndefined();
    expect(findResources(stage, 'AWS::EC2::SecurityGroupIngress')).toEqual([]);
    const ports = listAt(group?.Properties, 'SecurityGroupEgress').map((rule) => [
      ...[at(rule, 'IpProtocol'), at(rule, 'FromPort'), at(rule, 'ToPort')],
    ]);
    expect(ports).toEqual([
      ['tcp', 443, 443],
      ['tcp', 1024, 65_535],
    ]);
  });

  it('are published with the announced ones, and are an output', () => {
    const variable = at(findFunction(stage, 'getPage')?.Properties, 'Environment', 'Variables', 'EGRESS_ADDRESSES');
    for (const value of [variable, stage.stacks.Stage.Outputs.EgressAddresses?.Value])
      expect(JSON.stringify(value)).toMatch(/2026-12-01.*first.*second.*announced.*2027-02-01.*first.*third/);
  });

  it('change no other function', () => {
    const shipped = stageTemplates(env);
    const known = new Set(inNetwork.map(({ id }) => id));
    for (const { id } of rows.filter((row) => !known.has(row.id) && row.id !== 'getPage'))
      expect(findFunction(stage, id), id).toEqual(findFunction(shipped, id));
    for (const type of ['VPC', 'EIP', 'NatGateway', 'VPCEndpoint', 'SecurityGroup'])
      expect(findResources(shipped, `AWS::EC2::${type}`)).toEqual([]);
    expect(shipped.stacks.Stage.Outputs).not.toHaveProperty('EgressAddresses');
  });

  it('let Lambda make interfaces by the role of a function, and not its code', () => {
    const [role] = findResources(stage, 'AWS::IAM::Role').filter(({ id }) => id.startsWith('deliverWebhookRole'));
    const text = JSON.stringify(at(role?.Properties, 'Policies', 0, 'PolicyDocument', 'Statement'));
    const statements = listAt(JSON.parse(text)).filter((one) => JSON.stringify(at(one, 'Action')).includes('ec2:'));
    expect(statements.map((one) => at(one, 'Effect'))).toEqual(['Allow', 'Deny']);
    const [allowed, denied] = statements;
    expect(at(denied, 'Action')).toEqual(at(allowed, 'Action'));
    expect(JSON.stringify(at(denied, 'Condition', 'ArnLike', 'lambda:SourceFunctionArn'))).toContain(':function:*');
    expect(at(denied, 'Resource')).toBe('*');
  });
});

describe('the setting', () => {
  const parse = (egress: unknown) =>
    stageSettings.shape.egress.safeParse(egress).error?.issues.map(({ message }) => message);

  it.each([
    [EGRESS, undefined],
    [{ current: { addresses: [], from: '2026-12-01' } }, ['Too small: expected array to have >=1 items']],
    [{ current: { addresses: ['a', 'a'], from: '2026-12-01' } }, ['must contain each name only once']],
    [{ ...EGRESS, announced: { addresses: ['a'], from: '2026-12-01' } }, ['must be later than current.from']],
    [{ current: { addresses: ['a'], from: '2026-02-30' } }, ['must be a date in the format YYYY-MM-DD']],
    [
      {
        current: { addresses: ['a', 'b', 'c'], from: '2026-12-01' },
        announced: { addresses: ['d', 'e', 'f'], from: '2027-01-01' },
      },
      ['must contain at most 5 different addresses'],
    ],
  ])('%j', (egress, problems) => {
    expect(parse(egress)).toEqual(problems);
  });
});

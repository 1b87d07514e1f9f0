import {
  CloudFormationClient,
  DescribeStacksCommand,
  GetTemplateCommand,
  ListStackResourcesCommand,
} from '@aws-sdk/client-cloudformation';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startHttpServer } from '#local/processes/http-server';
import { ops, toolOnTable } from '#test/unit/ops/tool';

const { here } = toolOnTable('--env', 'sandbox', '--json');
const cloudFormation = mockClient(CloudFormationClient);
let published: unknown;
let api: Awaited<ReturnType<typeof startHttpServer>>;

beforeAll(async () => {
  api = await startHttpServer((request, response) => {
    response.statusCode = request.url === '/guide/egress-addresses.json' ? 200 : 404;
    response.end(JSON.stringify(published));
  });
  const Outputs = [{ OutputKey: 'ApiUrl', OutputValue: `${api.url}/` }];
  const Stacks = [
    { StackName: 'PartnerRamp-sandbox', StackStatus: 'UPDATE_COMPLETE' as const, CreationTime: new Date(0), Outputs },
  ];
  cloudFormation.on(DescribeStacksCommand).resolves({ Stacks });
  cloudFormation.on(GetTemplateCommand).resolves({ TemplateBody: '{"Resources": {}}' });
});
afterAll(async () => {
  cloudFormation.restore();
  await api?.stop();
});

const list = (effectiveFrom: string, ...addresses: string[]) => ({ effectiveFrom, addresses });

const current = list('2026-01-01', '192.0.2.1');
const [announced, due] = [list('2999-01-01', '192.0.2.2'), list('2026-02-01', '192.0.2.1')];

it.each([
  ['as published', null, ['192.0.2.1'], []],
  ['with a change announced', announced, ['192.0.2.1', '192.0.2.2'], []],
  ['without one that is published', null, [], ['192.0.2.1 is published, but the stage has not reserved it']],
  ['with one on no list', null, ['192.0.2.1', '192.0.2.9'], ['192.0.2.9 is reserved, but not published']],
  [
    'with a change that is due',
    due,
    ['192.0.2.1'],
    ['the announced list of 2026-02-01 is not deployed as the current list'],
  ],
])('egress shows a stage %s', async (_, announced, reserved, faults) => {
  published = { fixed: true, current, announced };
  const StackResourceSummaries = reserved.map((PhysicalResourceId, index) => ({
    ...{ LogicalResourceId: `Address${index}`, ResourceType: 'AWS::EC2::EIP', PhysicalResourceId },
    ...{ LastUpdatedTimestamp: new Date(0), ResourceStatus: 'CREATE_COMPLETE' as const },
  }));
  cloudFormation.on(ListStackResourcesCommand).resolves({ StackResourceSummaries });
  const { code, out, error } = await ops(['egress', ...here()]);
  expect(JSON.parse(out)).toEqual({ fixed: true, current, announced, reserved, faults });
  expect({ code, error }).toEqual(
    faults.length === 0 ? { code: 0, error: '' } : { code: 1, error: `${faults.join('; ')}.\n` },
  );
});

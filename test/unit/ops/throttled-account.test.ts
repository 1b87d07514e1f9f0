import { afterEach, expect, it, vi } from 'vitest';
import { connect } from '#ops/connection';
import { type SmallCloud, startSmallCloud, xmlRefusal } from '#test/support/cloud/small-cloud';

let cloud: SmallCloud | undefined;
afterEach(async () => {
  vi.unstubAllEnvs();
  await cloud?.stop();
});

const outputs = Object.entries({ TableName: 'the-table', ApiUrl: 'https://api.example.com/' })
  .map(([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`)
  .join('');
const stacks =
  '<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackName>PartnerRamp-sandbox</StackName>' +
  `<Outputs>${outputs}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;

it('the operator tool waits for an account that throttles it four times', async () => {
  const small = await startSmallCloud(() =>
    small.requests.length <= 4 ? xmlRefusal('Throttling', 'Rate exceeded', 400) : { body: stacks },
  );
  cloud = small;
  vi.stubEnv('AWS_ENDPOINT_URL', small.url);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  for (const name of ['AWS_RETRY_MODE', 'AWS_MAX_ATTEMPTS', 'TABLE_NAME', 'STAGE']) vi.stubEnv(name, undefined);
  const connection = await connect({ env: 'sandbox', dataDir: undefined, endpoint: undefined, table: undefined });
  expect(await connection.outputs('ApiUrl')).toBe('https://api.example.com/');
  expect(process.env.TABLE_NAME).toBe('the-table');
});

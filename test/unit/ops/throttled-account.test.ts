import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, expect, it, vi } from 'vitest';
import { connect } from '#ops/connection';
import { type SmallCloud, startSmallCloud, xmlRefusal } from '#test/support/cloud/small-cloud';

const dynamodb = mockClient(DynamoDBDocumentClient);
let cloud: SmallCloud | undefined;
afterEach(async () => {
  vi.unstubAllEnvs();
  dynamodb.restore();
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
  dynamodb.on(GetCommand).resolves({ Item: { stage: 'sandbox' } });
  vi.stubEnv('AWS_ENDPOINT_URL_CLOUDFORMATION', small.url);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  for (const name of ['AWS_RETRY_MODE', 'AWS_MAX_ATTEMPTS', 'TABLE_NAME', 'STAGE']) vi.stubEnv(name, undefined);
  const connection = await connect({ env: 'sandbox', dataDir: undefined, endpoint: small.url, table: undefined });
  expect(await connection.outputs('ApiUrl')).toBe('https://api.example.com/');
  expect(process.env.TABLE_NAME).toBe('the-table');
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ACMClient, DescribeCertificateCommand } from '@aws-sdk/client-acm';
import { APIGatewayClient, GetAccountCommand } from '@aws-sdk/client-api-gateway';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetRoleCommand, IAMClient } from '@aws-sdk/client-iam';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import {
  ListAWSDefaultServiceQuotasCommand,
  ListServiceQuotasCommand,
  ServiceQuotasClient,
} from '@aws-sdk/client-service-quotas';
import { GetTopicAttributesCommand, SNSClient } from '@aws-sdk/client-sns';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { checks, conclusion, preflight, type Result, toLines } from '#cloud/preflight/preflight';

const ACCOUNT = '123456789012';
const REGION = 'us-east-1';
const EXAMPLE = resolve(import.meta.dirname, '../../../infra/config/production.example.json');
const API_KEY = 'a-key-that-no-line-may-show';
const SECRET = { apiKey: API_KEY, callbackSecrets: [`whsec_${'A'.repeat(40)}`] };

const cloud = {
  acm: mockClient(ACMClient),
  apigateway: mockClient(APIGatewayClient),
  cloudformation: mockClient(CloudFormationClient),
  dynamodb: mockClient(DynamoDBClient),
  iam: mockClient(IAMClient),
  lambda: mockClient(LambdaClient),
  quotas: mockClient(ServiceQuotasClient),
  secrets: mockClient(SecretsManagerClient),
  sns: mockClient(SNSClient),
  sts: mockClient(STSClient),
};

const folder = mkdtempSync(join(tmpdir(), 'partner-ramp-preflight-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
  // All tests in this process share the client classes.
  for (const client of Object.values(cloud)) client.restore();
});
const configPath = join(folder, 'production.json');

const settings = z.looseObject({ domain: z.looseObject({}), logs: z.looseObject({}) });

/** Returns settings with values in place of the example's placeholders. */
function ownSettings(): z.infer<typeof settings> {
  const text = readFileSync(EXAMPLE, 'utf8')
    .replaceAll('111122223333', ACCOUNT)
    .replaceAll('example.com', 'partner-ramp.test')
    .replaceAll('Z0000000EXAMPLE', 'Z0000000OWN');
  return settings.parse(JSON.parse(text));
}

/** Returns the error of a service for a missing resource, or for a resource that the caller may not see. */
const refused = (name: string) => Object.assign(new Error(`${name}: of this test`), { name });
const absentStack = Object.assign(new Error('Stack with id X does not exist'), { name: 'ValidationError' });

const toolkit = (version: string) => ({
  Stacks: [
    {
      StackName: 'CDKToolkit',
      CreationTime: new Date(),
      StackStatus: 'UPDATE_COMPLETE' as const,
      Outputs: [{ OutputKey: 'BootstrapVersion', OutputValue: version }],
    },
  ],
});

/** An account that is ready for the deployment of production. */
beforeEach(() => {
  vi.stubEnv('AWS_REGION', REGION);
  writeFileSync(configPath, JSON.stringify(ownSettings()));
  cloud.sts.on(GetCallerIdentityCommand).resolves({ Account: ACCOUNT });
  cloud.cloudformation
    .on(DescribeStacksCommand, { StackName: 'CDKToolkit' })
    .resolves(toolkit('21'))
    .on(DescribeStacksCommand, { StackName: 'PartnerRamp-production' })
    .rejects(absentStack);
  cloud.lambda
    .on(GetAccountSettingsCommand)
    .resolves({ AccountLimit: { ConcurrentExecutions: 1000, UnreservedConcurrentExecutions: 1000 } });
  cloud.apigateway.on(GetAccountCommand).resolves({ throttleSettings: { rateLimit: 10_000, burstLimit: 5000 } });
  cloud.quotas
    .on(ListServiceQuotasCommand, { ServiceCode: 'events' })
    .resolves({ Quotas: [], NextToken: 'more' })
    .on(ListServiceQuotasCommand, { ServiceCode: 'events', NextToken: 'more' })
    .resolves({ Quotas: [{ QuotaName: 'PutEvents throttle limit in transactions per second', Value: 10_000 }] })
    .on(ListServiceQuotasCommand, { ServiceCode: 'dynamodb' })
    .resolves({ Quotas: [{ QuotaName: 'Table-level write throughput limit', Value: 40_000 }] })
    .on(ListServiceQuotasCommand, { ServiceCode: 'kms' })
    .resolves({ Quotas: [] })
    .on(ListAWSDefaultServiceQuotasCommand)
    .resolves({ Quotas: [] });
  cloud.acm.on(DescribeCertificateCommand).resolves({
    Certificate: { Status: 'ISSUED', DomainName: '*.partner-ramp.test', NotAfter: new Date('2027-05-01T00:00:00Z') },
  });
  cloud.secrets.on(GetSecretValueCommand).resolves({ SecretString: JSON.stringify(SECRET) });
  cloud.sns.on(GetTopicAttributesCommand).resolves({ Attributes: { SubscriptionsConfirmed: '2' } });
});

afterEach(() => {
  vi.unstubAllEnvs();
  for (const one of Object.values(cloud)) one.reset();
});

const ask = () => preflight({ env: 'production', configPath });
const faults = (results: readonly Result[]) => results.filter(({ todo }) => todo !== undefined);

async function expectOneFault(id: string, found: string | RegExp, todo: string | RegExp): Promise<void> {
  const results = await ask();
  expect(faults(results).map((one) => one.id)).toEqual([id]);
  const [fault] = faults(results);
  expect(fault?.found).toMatch(found);
  expect(fault?.todo).toMatch(todo);
  expect(conclusion(results)).toContain(`First (${id}): ${fault?.todo}`);
  expect(results.map(toLines).join('\n')).not.toContain(API_KEY);
}

function change(by: (own: z.infer<typeof settings>) => object): void {
  const own = ownSettings();
  writeFileSync(configPath, JSON.stringify({ ...own, ...by(own) }));
}

describe('the preflight of production', () => {
  it('finds nothing in an account where nothing is missing, and asks every question', async () => {
    const results = await ask();
    expect(faults(results)).toEqual([]);
    expect(results.map(({ id }) => id)).toEqual(['settings', ...checks.map(({ id }) => id)]);
    expect(conclusion(results)).toContain('All 9 checks passed');
    for (const line of results.map(toLines)) expect(line).toMatch(/^ok {5}\S+\n {7}check .+\?\n {7}found {2}.+$/);
  });

  it('finds placeholders, and asks nothing else with them', async () => {
    const [fault, ...others] = await preflight({ env: 'production', configPath: EXAMPLE });
    expect(others).toEqual([]);
    expect(fault?.found).toContain('domain.certificateArn');
    expect(fault?.todo).toContain('production.example.json');
    expect(conclusion(fault === undefined ? [] : [fault])).toContain('8 were not run');
    change(({ domain }) => ({ domain: { ...domain, name: 'api.example.com' } }));
    await expectOneFault('settings', 'still contains the placeholder', 'change the settings');
  });

  it('finds credentials of another account', async () => {
    cloud.sts.on(GetCallerIdentityCommand).resolves({ Account: '210987654321' });
    await expectOneFault('settings', 'the credentials for 210987654321', `credentials of account ${ACCOUNT}`);
  });

  it('finds an account without the bootstrap of the CDK, and one whose version is too old', async () => {
    cloud.cloudformation.on(DescribeStacksCommand, { StackName: 'CDKToolkit' }).rejects(absentStack);
    await expectOneFault('bootstrap', 'no stack CDKToolkit', `cdk bootstrap aws://${ACCOUNT}/${REGION}`);
    cloud.cloudformation.on(DescribeStacksCommand, { StackName: 'CDKToolkit' }).resolves(toolkit('5'));
    await expectOneFault('bootstrap', 'version 5', 'cdk bootstrap');
  });

  it("looks for an organisation's own bootstrap by its name", async () => {
    change(() => ({ bootstrap: { qualifier: 'ramp1', stackName: 'RampToolkit' } }));
    cloud.cloudformation.on(DescribeStacksCommand, { StackName: 'RampToolkit' }).rejects(absentStack);
    await expectOneFault('bootstrap', 'no stack RampToolkit', '--qualifier ramp1 --toolkit-stack-name RampToolkit');
  });

  it("looks at the certificate of the partners' own name too", async () => {
    const truststore = { bucket: 'trust-of-partners', key: 'authorities.pem', version: 'v7' };
    change(({ domain }) => {
      const { certificateArn } = z.looseObject({ certificateArn: z.string() }).parse(domain);
      return { domain: { ...domain, mutualTls: { name: 'partners.elsewhere.test', certificateArn, truststore } } };
    });
    await expectOneFault('certificate', 'ISSUED', /partners\.elsewhere\.test .*domain\.mutualTls\.certificateArn/);
  });

  it('finds that what the stage reserves leaves too little', async () => {
    cloud.lambda
      .on(GetAccountSettingsCommand)
      .resolves({ AccountLimit: { ConcurrentExecutions: 1000, UnreservedConcurrentExecutions: 150 } });
    await expectOneFault('concurrency', 'others have reserved 850', /Concurrent executions.*capacity\.reserved/);
  });

  it('finds an account of ten invocations at once', async () => {
    cloud.lambda
      .on(GetAccountSettingsCommand)
      .resolves({ AccountLimit: { ConcurrentExecutions: 10, UnreservedConcurrentExecutions: 10 } });
    expect(faults(await ask()).map(({ id }) => id)).toEqual(['concurrency', 'quotas']);
  });

  it('finds a quota below what the stage promises, on the last page of its list', async () => {
    cloud.quotas
      .on(ListServiceQuotasCommand, { ServiceCode: 'events', NextToken: 'more' })
      .resolves({ Quotas: [{ QuotaName: 'PutEvents throttle limit in transactions per second', Value: 200 }] });
    await expectOneFault(
      'quotas',
      /event bus: requests with one event each: 200 requests.s, 1\d{3} are needed/,
      /PutEvents of EventBridge/,
    );
  });

  it('takes the default of the Region for a quota that the account has no value of', async () => {
    cloud.quotas
      .on(ListAWSDefaultServiceQuotasCommand, { ServiceCode: 'events' })
      .resolves({ Quotas: [{ QuotaName: 'Invocations throttle limit in transactions per second', Value: 450 }] });
    await expectOneFault('quotas', '450 events/s (the default of the Region)', /invocations of EventBridge/);
  });

  it('finds settings of the table above its quota, with which DynamoDB refuses the deployment', async () => {
    cloud.quotas
      .on(ListServiceQuotasCommand, { ServiceCode: 'dynamodb' })
      .resolves({ Quotas: [{ QuotaName: 'Table-level write throughput limit', Value: 38_500 }] });
    await expectOneFault(
      'quotas',
      /writes of a table, or of its index: 38500 units.s, 40000 are needed/,
      /DynamoDB refuses a table above this quota/,
    );
  });

  it('finds nothing that keeps a sandbox from a new account, and says what its load needs', async () => {
    cloud.cloudformation.on(DescribeStacksCommand, { StackName: 'PartnerRamp-sandbox' }).rejects(absentStack);
    cloud.lambda
      .on(GetAccountSettingsCommand)
      .resolves({ AccountLimit: { ConcurrentExecutions: 10, UnreservedConcurrentExecutions: 10 } });
    const results = await preflight({ env: 'sandbox' });
    expect(faults(results)).toEqual([]);
    const quotas = results.find(({ id }) => id === 'quotas');
    expect(quotas?.later).toContain('concurrent executions of Lambda');
    expect(quotas && toLines(quotas)).toMatch(/^ok .*\n.*\n.*\n {7}later {2}ask Service Quotas/);
    expect(conclusion(results)).toMatch(/the stage can be deployed.*under "later"/);
  });

  it('finds a certificate that does not exist', async () => {
    cloud.acm.on(DescribeCertificateCommand).rejects(refused('ResourceNotFoundException'));
    await expectOneFault('certificate', 'there is no certificate arn:', 'in us-east-1 into domain');
  });

  it('finds the log role of another, and a role that is missing where the stage sets none', async () => {
    cloud.apigateway.on(GetAccountCommand).resolves({
      cloudwatchRoleArn: `arn:aws:iam::${ACCOUNT}:role/platform-gateway-logs`,
      throttleSettings: { rateLimit: 10_000, burstLimit: 5000 },
    });
    cloud.iam.on(GetRoleCommand).resolves({});
    await expectOneFault('gateway-log-role', 'platform-gateway-logs', 'logs.setsGatewayRole to false');
    change(({ logs }) => ({ logs: { ...logs, setsGatewayRole: false } }));
    expect(faults(await ask())).toEqual([]);
    cloud.iam.on(GetRoleCommand).rejects(refused('NoSuchEntityException'));
    await expectOneFault('gateway-log-role', 'no longer exists', 'logs.setsGatewayRole to true');
  });

  it.each([
    ['is not validated', { Status: 'PENDING_VALIDATION' as const }, /^PENDING_VALIDATION/, /validate the certificate/],
    [
      'is for another name',
      { Status: 'ISSUED' as const, DomainName: 'www.else.test' },
      /www\.else\.test/,
      /api\.partner-ramp\.test/,
    ],
  ])('finds a certificate that %s', async (_, certificate, found, todo) => {
    cloud.acm
      .on(DescribeCertificateCommand)
      .resolves({ Certificate: { DomainName: 'api.partner-ramp.test', ...certificate } });
    await expectOneFault('certificate', found, todo);
  });

  it('finds a certificate of another Region', async () => {
    change(({ domain }) => ({
      domain: { ...domain, certificateArn: `arn:aws:acm:eu-west-1:${ACCOUNT}:certificate/00000000-0000-4000-8000-1` },
    }));
    await expectOneFault('certificate', 'in eu-west-1, but the API is in us-east-1', 'in us-east-1 into domain');
  });

  it('finds a secret of another form, one that is denied and one that is absent, by its setting', async () => {
    const SecretId = `arn:aws:secretsmanager:${REGION}:${ACCOUNT}:secret:partner-ramp/custody-AbCdEf`;
    const own = () => cloud.secrets.on(GetSecretValueCommand, { SecretId });
    own().resolves({ SecretString: JSON.stringify({ key: API_KEY }) });
    await expectOneFault('secrets', 'providers.custody: wrong format', /"apiKey"/);
    own().rejects(refused('AccessDeniedException'));
    await expectOneFault('secrets', 'providers.custody: AccessDeniedException', 'secretsmanager:GetSecretValue');
    own().rejects(refused('ResourceNotFoundException'));
    await expectOneFault(
      'secrets',
      'providers.custody: there is no such secret',
      'create the secret of providers.custody',
    );
  });

  it.each([
    ['reaches no one', { SubscriptionsConfirmed: '0', SubscriptionsPending: '1' }, /confirm one/],
    ['no alarm can use', { SubscriptionsConfirmed: '1', KmsMasterKeyId: 'alias/aws/sns' }, /your own key/],
  ])('finds a topic that %s', async (_, Attributes, todo) => {
    cloud.sns.on(GetTopicAttributesCommand).resolves({ Attributes });
    await expectOneFault('alarm-topics', 'partner-ramp-alarms', todo);
  });

  it('finds too few addresses for the network, and a list of addresses that was not announced', async () => {
    const first = { addresses: ['first'], from: '2026-01-01' };
    const second = { addresses: ['first', 'second'], from: '2026-02-01' };
    for (const ServiceCode of ['ec2', 'vpc'])
      cloud.quotas.on(ListServiceQuotasCommand, { ServiceCode }).resolves({ Quotas: [] });
    change(() => ({ egress: { current: second } }));
    expect(faults(await ask())).toEqual([]);
    cloud.quotas
      .on(ListServiceQuotasCommand, { ServiceCode: 'ec2' })
      .resolves({ Quotas: [{ QuotaName: 'EC2-VPC Elastic IPs', Value: 1 }] });
    await expectOneFault('egress', 'Elastic IP addresses: 1', /2 or more Elastic IP addresses/);
    cloud.quotas.on(ListServiceQuotasCommand, { ServiceCode: 'ec2' }).resolves({ Quotas: [] });
    const publish = (current: typeof first, announced: typeof first | undefined) => {
      const listed = ({ addresses, from: effectiveFrom }: typeof first) => ({ effectiveFrom, addresses });
      const EgressAddresses = {
        current: listed(current),
        announced: announced === undefined ? null : listed(announced),
      };
      const Outputs = [{ OutputKey: 'EgressAddresses', OutputValue: JSON.stringify(EgressAddresses) }];
      cloud.cloudformation.on(DescribeStacksCommand, { StackName: 'PartnerRamp-production' }).resolves({
        Stacks: [
          { StackName: 'PartnerRamp-production', CreationTime: new Date(), StackStatus: 'UPDATE_COMPLETE', Outputs },
        ],
      });
    };
    publish(first, undefined);
    await expectOneFault('egress', 'the list of 2026-01-01 is published', 'announce the list of 2026-02-01 first');
    publish(first, second);
    expect(faults(await ask())).toEqual([]);
    const later = { ...second, from: '2999-01-01' };
    change(() => ({ egress: { current: later } }));
    publish(first, later);
    await expectOneFault('egress', 'the list of 2999-01-01 is announced', 'wait until 2999-01-01');
  });

  it('finds one availability zone too few for three addresses where new accounts have two', async () => {
    for (const ServiceCode of ['ec2', 'vpc'])
      cloud.quotas.on(ListServiceQuotasCommand, { ServiceCode }).resolves({ Quotas: [] });
    const current = { addresses: ['first', 'second', 'third'], from: '2026-01-01' };
    change(() => ({ egress: { current } }));
    expect(faults(await ask())).toEqual([]);
    change(() => ({ region: 'us-west-1', egress: { current } }));
    expect(faults(await ask()).find(({ id }) => id === 'egress')?.todo).toContain('us-west-1 has two zones');
  });

  it('takes a question that is refused for a fault', async () => {
    cloud.apigateway.on(GetAccountCommand).rejects(refused('AccessDeniedException'));
    const results = faults(await ask());
    expect(results.map(({ id }) => id)).toEqual(['quotas', 'gateway-log-role']);
    expect(results[0]?.found).toContain('AccessDeniedException: of this test');
  });
});

import { APIGateway } from '@aws-sdk/client-api-gateway';
import { CloudFormation, paginateListStackResources } from '@aws-sdk/client-cloudformation';
import { CloudWatch, paginateDescribeAlarms } from '@aws-sdk/client-cloudwatch';
import { CloudWatchLogs, paginateDescribeLogGroups, paginateFilterLogEvents } from '@aws-sdk/client-cloudwatch-logs';
import { DynamoDB, paginateListTables } from '@aws-sdk/client-dynamodb';
import { IAM, paginateListAttachedRolePolicies, paginateListRoles } from '@aws-sdk/client-iam';
import { Lambda, paginateListFunctions } from '@aws-sdk/client-lambda';
import { S3 } from '@aws-sdk/client-s3';
import { paginateListAWSDefaultServiceQuotas, ServiceQuotas } from '@aws-sdk/client-service-quotas';
import { SQS } from '@aws-sdk/client-sqs';
import { afterEach, describe, expect, it } from 'vitest';
import type { CloudAnswer } from '#test/support/cloud/small-cloud';
import { startUnkind, type Unkind } from '#test/support/cloud/unkind';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function unkindWith(body: CloudAnswer['body']): Promise<Unkind> {
  const unkind = await startUnkind(() => ({ body }));
  stops.push(unkind.stop);
  return unkind;
}

/** Reads a list by the SDK's own paginator. @returns the items of each page */
async function pagesOf<P, T>(pages: AsyncIterable<P>, items: (page: P) => T[] | undefined): Promise<T[][]> {
  const found: T[][] = [];
  for await (const page of pages) found.push(items(page) ?? []);
  return found;
}

const five = ['a', 'b', 'c', 'd', 'e'];
const paired = [['a', 'b'], ['c', 'd'], ['e']];

/** An answer of a query service with members. */
function xml(operation: string, list: string, members: readonly string[]): string {
  const inner = members.map((member) => `<member>${member}</member>`).join('');
  return `<${operation}Response><${operation}Result><${list}>${inner}</${list}></${operation}Result></${operation}Response>`;
}

describe('a list in pages of at most two', () => {
  it('of a service with JSON', async () => {
    const { client } = await unkindWith({ logGroups: five.map((logGroupName) => ({ logGroupName, creationTime: 1 })) });
    const pages = paginateDescribeLogGroups({ client: new CloudWatchLogs(client) }, {});
    expect(await pagesOf(pages, ({ logGroups }) => logGroups?.map((group) => group.logGroupName))).toEqual(paired);
  });

  it('of CloudWatch', async () => {
    const { client } = await unkindWith({ MetricAlarms: five.map((AlarmName) => ({ AlarmName })) });
    const pages = paginateDescribeAlarms({ client: new CloudWatch(client) }, {});
    expect(await pagesOf(pages, (page) => page.MetricAlarms?.map((alarm) => alarm.AlarmName))).toEqual(paired);
  });

  it('of a REST service with JSON', async () => {
    const { client } = await unkindWith({ Functions: five.map((FunctionName) => ({ FunctionName })) });
    const pages = paginateListFunctions({ client: new Lambda(client) }, {});
    expect(await pagesOf(pages, (page) => page.Functions?.map((one) => one.FunctionName))).toEqual(paired);
  });

  it('of API Gateway, by its position', async () => {
    const { client } = await unkindWith({ item: five.map((id) => ({ id })) });
    const gateway = new APIGateway(client);
    const first = await gateway.getRestApis({});
    const second = await gateway.getRestApis({ position: first.position });
    const third = await gateway.getRestApis({ position: second.position });
    expect([first, second, third].map(({ items }) => items?.map(({ id }) => id))).toEqual(paired);
    expect(third.position).toBeUndefined();
  });

  it('of tables, whose token is the last name', async () => {
    const { client } = await unkindWith({ TableNames: five });
    const pages = paginateListTables({ client: new DynamoDB(client) }, {});
    expect(await pagesOf(pages, ({ TableNames }) => TableNames)).toEqual(paired);
  });

  it('of a query service, with lists inside of its members', async () => {
    const nested = '<DriftInformation><StackResourceDriftStatus>IN_SYNC</StackResourceDriftStatus></DriftInformation>';
    const members = five.map((id) => `<LogicalResourceId>${id}</LogicalResourceId>${nested}<ModuleInfo/>`);
    const { client } = await unkindWith(xml('ListStackResources', 'StackResourceSummaries', members));
    const pages = paginateListStackResources({ client: new CloudFormation(client) }, { StackName: 'x' });
    const found = await pagesOf(pages, (page) =>
      page.StackResourceSummaries?.map(({ LogicalResourceId, DriftInformation }) => [
        LogicalResourceId,
        DriftInformation?.StackResourceDriftStatus,
      ]),
    );
    expect(found).toEqual(paired.map((page) => page.map((id) => [id, 'IN_SYNC'])));
  });

  it('of IAM, which says whether there is more', async () => {
    const members = five.map((name) => `<RoleName>${name}</RoleName><CreateDate>2020-01-01T00:00:00Z</CreateDate>`);
    const answer = xml('ListRoles', 'Roles', members).replace('</Roles>', '</Roles><IsTruncated>false</IsTruncated>');
    const { client } = await unkindWith(answer);
    const truncated: (boolean | undefined)[] = [];
    const found = await pagesOf(paginateListRoles({ client: new IAM(client) }, {}), ({ Roles, IsTruncated }) => {
      truncated.push(IsTruncated);
      return Roles?.map(({ RoleName }) => RoleName);
    });
    expect([found, truncated]).toEqual([paired, [true, true, false]]);
  });

  it("of a Region's default quotas", async () => {
    const { client } = await unkindWith({ Quotas: five.map((QuotaName) => ({ QuotaName })) });
    const pages = paginateListAWSDefaultServiceQuotas({ client: new ServiceQuotas(client) }, { ServiceCode: 'kms' });
    expect(await pagesOf(pages, ({ Quotas }) => Quotas?.map(({ QuotaName }) => QuotaName))).toEqual(paired);
  });

  it("of a role's policies", async () => {
    const members = five.map((arn) => `<PolicyArn>${arn}</PolicyArn>`);
    const answer = xml('ListAttachedRolePolicies', 'AttachedPolicies', members);
    const { client } = await unkindWith(answer.replace('</AttachedPolicies>', '$&<IsTruncated>false</IsTruncated>'));
    const pages = paginateListAttachedRolePolicies({ client: new IAM(client) }, { RoleName: 'x' });
    expect(await pagesOf(pages, (page) => page.AttachedPolicies?.map(({ PolicyArn }) => PolicyArn))).toEqual(paired);
  });

  it('of objects, for which the cloud behind is asked by two', async () => {
    const { client, small } = await unkindWith('<ListBucketResult/>');
    await new S3({ ...client, forcePathStyle: true }).listObjectVersions({ Bucket: 'files' });
    expect(small.requests[0]?.operation).toMatch(/^GET \/files\/?\?.*max-keys=2/);
  });

  it('is empty where there is nothing', async () => {
    const { client } = await unkindWith(xml('ListStackResources', 'StackResourceSummaries', []));
    const found = await new CloudFormation(client).listStackResources({ StackName: 'x' });
    expect([found.StackResourceSummaries, found.NextToken]).toEqual([[], undefined]);
  });

  it('goes on with the token of the cloud behind where that has more', async () => {
    const unkind = await startUnkind(({ body }) => ({
      body: body.includes('of-its-own') ? { logGroups: [{ logGroupName: 'e' }] } : behind,
    }));
    stops.push(unkind.stop);
    const behind = {
      logGroups: ['a', 'b', 'c', 'd'].map((logGroupName) => ({ logGroupName })),
      nextToken: 'of-its-own',
    };
    const pages = paginateDescribeLogGroups({ client: new CloudWatchLogs(unkind.client) }, {});
    expect(await pagesOf(pages, ({ logGroups }) => logGroups?.map((group) => group.logGroupName))).toEqual(paired);
    expect(unkind.small.requests).toHaveLength(2);
  });

  it('has a third of the lines of a log, which are too many for pages of two', async () => {
    const { client } = await unkindWith({
      events: Array.from({ length: 30 }, (_, i) => ({ message: `${i}`, timestamp: 1 })),
    });
    const pages = paginateFilterLogEvents({ client: new CloudWatchLogs(client) }, { logGroupName: 'x' });
    const found = await pagesOf(pages, ({ events }) => events?.map(({ message }) => message));
    expect(found.map(({ length }) => length)).toEqual([10, 10, 10]);
    expect(found.flat()).toEqual(Array.from({ length: 30 }, (_, i) => `${i}`));
  });

  it('is whole where AWS gives pages only to those who ask for them', async () => {
    const { client } = await unkindWith({ QueueUrls: five });
    const sqs = new SQS({ ...client, useQueueUrlAsEndpoint: false });
    expect((await sqs.listQueues({})).QueueUrls).toEqual(five);
    expect((await sqs.listQueues({ MaxResults: 100 })).QueueUrls).toEqual(['a', 'b']);
  });
});

import { userInfo } from 'node:os';
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it } from 'vitest';
import { createPartner, findPartner, readAudit } from '#shared/partners/repository';
import { ops, toolOnTable } from './tool';

const { identity, here } = toolOnTable();

const newPartner = () => createPartner({ name: 'Acme', stage: 'production', atMs: Date.now() });
const change = (partnerId: string, env: string) =>
  ops(['branding', 'clear', '--partner', partnerId, '--yes', '--env', env, ...here()]);
const lastOperator = async (partnerId: string) => (await readAudit(partnerId)).at(-1)?.operator;

it.each(['sandbox', 'production'])('%s is changed by whom its account takes the caller for', async (env) => {
  const { partnerId } = await newPartner();
  identity().asked.length = 0;
  expect(await change(partnerId, env)).toMatchObject({ code: 0 });
  expect(await lastOperator(partnerId)).toBe('arn:aws:sts::000000000000:assumed-role/Operators/olga');
  expect(identity().asked.map(({ body }) => body)).toEqual(['Action=GetCallerIdentity&Version=2011-06-15']);
});

it('one of another account than the table is refused', async () => {
  const { partnerId } = await newPartner();
  const { arn } = identity();
  identity().arn = arn.replace('000000000000', '999999999999');
  const output = await change(partnerId, 'production');
  const error = `Nothing was changed: you are ${identity().arn}, but the table belongs to account 000000000000.\n`;
  identity().arn = arn;
  expect(output).toMatchObject({ code: 1, out: '', error });
  expect(await readAudit(partnerId)).toHaveLength(1);
});

it.each([['111122223333'], [undefined]])('an emulator has no table of account %s', async (account) => {
  const { partnerId } = await newPartner();
  const client = mockClient(DynamoDBDocumentClient);
  const TableArn = account && `arn:aws:dynamodb:us-east-1:${account}:table/delivery-test`;
  client.on(GetCommand).resolves({ Item: { stage: 'production' } });
  client.on(DescribeTableCommand).resolves({ Table: { TableArn } });
  const { arn } = identity();
  identity().arn = arn.replace('000000000000', '111122223333');
  const { code, error } = await change(partnerId, 'production');
  client.restore();
  identity().arn = arn;
  expect([code, error]).toEqual([1, expect.stringMatching(/^Nothing was changed: the .*table/)]);
});

it('a laptop is changed by its user', async () => {
  const { partnerId } = await newPartner();
  identity().asked.length = 0;
  expect(await change(partnerId, 'local')).toMatchObject({ code: 0 });
  expect(await lastOperator(partnerId)).toBe(userInfo().username);
  expect(identity().asked).toEqual([]);
});

it('nothing is changed without a named operator', async () => {
  const { partnerId } = await newPartner();
  identity().refusals.push('ExpiredToken');
  const output = await ops(['partner', 'suspend', '--id', partnerId, '--env', 'production', ...here()], 'Acme');
  const error = 'Nothing was changed: AWS does not identify you (ExpiredToken), and every change requires';
  expect(output).toMatchObject({ code: 1, out: '', asked: [], error: `${error} the name of an operator.\n` });
  expect(await findPartner(partnerId)).toMatchObject({ suspended: false });
});

it('is asked for again when the response is lost', async () => {
  const { partnerId } = await newPartner();
  identity().asked.length = 0;
  identity().losses = 2;
  expect(await change(partnerId, 'production')).toMatchObject({ code: 0 });
  expect(await lastOperator(partnerId)).toBe(identity().arn);
  expect(identity().asked).toHaveLength(3);
});

it('says so when nothing responds', async () => {
  const { partnerId } = await newPartner();
  const known = process.env.AWS_ENDPOINT_URL_STS;
  process.env.AWS_ENDPOINT_URL_STS = 'http://127.0.0.1:9';
  const output = await change(partnerId, 'production');
  process.env.AWS_ENDPOINT_URL_STS = known;
  const error = expect.stringContaining('AWS does not identify you (no response)');
  expect(output).toMatchObject({ code: 1, error });
});

it('a verb that only reads needs no operator', async () => {
  identity().asked.length = 0;
  expect(await ops(['partner', 'list', '--env', 'production', ...here()])).toMatchObject({ code: 0 });
  expect(identity().asked).toEqual([]);
});

/**
 * What the synthesized roles allow and deny, by an engine that evaluates policies as IAM does. The local stack does
 * not: it accepts every call of every function.
 */
import { runSimulation } from '@cloud-copilot/iam-simulate';
import { describe, expect, it } from 'vitest';
import { KEY_USE_ATTRIBUTES } from '#infra/policies/table-access';
import { endpointsIn, type TableAction } from '#shared/api/endpoints';
import { workers } from '#shared/api/workers';
import { at, findFunction, findResources, stageTemplates, target } from '#test/infra/support/stage-templates';

const ACCOUNT = '444455556666';
const REGION = 'eu-west-1';
const stage = stageTemplates('sandbox', { account: ACCOUNT, region: REGION });
const TABLE = `arn:aws:dynamodb:${REGION}:${ACCOUNT}:table/PartnerRamp-sandbox-Data-Table`;
const INDEX = `${TABLE}/index/byDue`;

/** Values for the resources of other templates; here they only have to differ. */
function toArn(reference: string): string {
  if (/DataTable\w*StreamArn$/.test(reference)) return `${TABLE}/stream/2026-11-22T09:00:00.000`;
  if (/DataTable\w*Arn$/.test(reference)) return TABLE;
  return `arn:aws:other:${REGION}:${ACCOUNT}:${reference}`;
}

/** A value of a template with references resolved. */
function resolved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(resolved);
  if (typeof value !== 'object' || value === null) return value;
  const ref = at(value, 'Ref') ?? at(value, 'Fn::GetAtt', 0);
  if (ref === 'AWS::Partition') return 'aws';
  if (typeof ref === 'string') return toArn(ref);
  const parts = at(value, 'Fn::Join', 1);
  if (Array.isArray(parts)) return parts.map((part) => String(resolved(part))).join('');
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, resolved(inner)]));
}

const policies = new Map(
  findResources(stage, 'AWS::IAM::Role').map(({ id, Properties }) => [
    id,
    resolved(at(Properties, 'Policies', 0, 'PolicyDocument')),
  ]),
);

interface Asked {
  readonly action: TableAction;
  /** Partition keys of the items, or of the index. */
  readonly keys: readonly string[];
  readonly attributes?: readonly string[];
  readonly returns?: string;
  readonly resource?: string;
}

/** IAM's decision on a function's call of the table. */
async function decision(rowId: string, asked: Asked): Promise<string> {
  const policy = policies.get(target(at(findFunction(stage, rowId)?.Properties, 'Role')) ?? '');
  const outcome = await runSimulation(
    {
      request: {
        principal: `arn:aws:iam::${ACCOUNT}:role/${rowId}`,
        action: `dynamodb:${asked.action}`,
        resource: { resource: asked.resource ?? TABLE, accountId: ACCOUNT },
        contextVariables: {
          'dynamodb:LeadingKeys': [...asked.keys],
          'dynamodb:Attributes': [...(asked.attributes ?? ['PK', 'SK', 'entity'])],
          ...(asked.returns !== undefined && { 'dynamodb:ReturnValues': asked.returns }),
        },
      },
      identityPolicies: [{ name: 'Access', policy }],
      serviceControlPolicies: [],
      resourceControlPolicies: [],
    },
    {},
  );
  if (outcome.resultType === 'error') throw new Error(`${rowId}: ${JSON.stringify(outcome.errors)}`);
  return outcome.overallResult;
}

const PARTNERS_KEY = `KEY#${'a'.repeat(64)}`;
const USE = { action: 'UpdateItem', keys: [PARTNERS_KEY], attributes: KEY_USE_ATTRIBUTES } as const;
const partnerRows = endpointsIn('sandbox').filter(({ scope }) => scope === 'partner');
const rows: readonly { readonly id: string; readonly table: readonly TableAction[] }[] = [
  ...endpointsIn('sandbox'),
  ...workers,
];
const ACTIONS: readonly TableAction[] = [
  'GetItem',
  'BatchGetItem',
  'Query',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'ConditionCheckItem',
];

describe.each(partnerRows)('$id', ({ id }) => {
  it("reads the caller's key, notes the day of its use and counts the request rate", async () => {
    const calls: Asked[] = [
      { action: 'GetItem', keys: [PARTNERS_KEY] },
      USE,
      {
        action: 'UpdateItem',
        keys: ['RATE#p'],
        attributes: ['PK', 'SK', 'fullUs', 'ttl'],
        returns: 'UPDATED_NEW',
      },
    ];
    for (const asked of calls) expect(await decision(id, asked), JSON.stringify(asked)).toBe('Allowed');
  });

  it.each<[string, Asked]>([
    ['make a key', { action: 'PutItem', keys: [PARTNERS_KEY] }],
    ['make a key by an update', { ...USE, attributes: [...KEY_USE_ATTRIBUTES, 'partnerId', 'agreement'] }],
    ['give a key to another partner', { ...USE, attributes: ['PK', 'SK', 'partnerId'] }],
    ['read a whole key by an update', { ...USE, attributes: ['PK', 'SK', 'partnerId'], returns: 'ALL_OLD' }],
    ['delete a key', { action: 'DeleteItem', keys: [PARTNERS_KEY] }],
    ['read many keys', { action: 'BatchGetItem', keys: [PARTNERS_KEY, 'KEY#b'] }],
    ['hide a key among other items', { action: 'BatchGetItem', keys: ['USER#u', PARTNERS_KEY] }],
  ])('may not %s', async (_act, asked) => {
    expect(await decision(id, asked)).toMatch(/Denied$/);
  });
});

describe.each(rows.filter(({ id }) => !partnerRows.some((row) => row.id === id)))('$id', ({ id }) => {
  it.each(ACTIONS)('may not %s a key of a partner', async (action) => {
    expect(await decision(id, { action, keys: [PARTNERS_KEY] })).toMatch(/Denied$/);
  });
});

describe.each(rows)('$id', ({ id, table }) => {
  it.each(['AUDIT#p', 'PARTNERS'])('may do nothing on %s', async (partition) => {
    // What the role does not allow needs no denial; the case below shows that it is not allowed.
    for (const action of new Set<TableAction>([...table, 'UpdateItem']))
      expect(await decision(id, { action, keys: [partition] }), action).toMatch(/Denied$/);
  });

  it('may do on people, transactions and lists what its row lists, and nothing else', async () => {
    for (const partition of ['USER#u', 'TX#t'])
      for (const action of ACTIONS) {
        const said = await decision(id, { action, keys: [partition] });
        expect(said === 'Allowed', `${action} ${partition}: ${said}`).toBe(table.includes(action));
      }
  });
});

describe('the journal', () => {
  const writers = ['cancelTransaction', 'executeOffRamp', 'simulateTransaction', 'takeProviderEvent', 'runStep'];

  it.each(rows)('$id posts entries only where its code does', async ({ id }) => {
    const said = await decision(id, { action: 'PutItem', keys: ['JOURNAL#2026-11-22#3'] });
    expect(said === 'Allowed').toBe(writers.includes(id));
  });

  it.each(rows)('$id changes and reads no day of the journal', async ({ id }) => {
    for (const action of ['UpdateItem', 'Query', 'BatchGetItem'] as const)
      if (!writers.includes(id))
        expect(await decision(id, { action, keys: ['JOURNAL#2026-11-22#3'] }), action).toMatch(/Denied$/);
  });
});

describe("a partner's own items", () => {
  const READERS = [
    'listUsers',
    'getUser',
    'createUser',
    'createReceiver',
    'createWallet',
    'deleteWallet',
    'getWalletBalances',
  ];

  it.each(READERS)('%s may not write them', async (id) => {
    for (const action of ['PutItem', 'UpdateItem', 'DeleteItem'] as const)
      expect(await decision(id, { action, keys: ['PARTNER#p'] }), action).toMatch(/Denied$/);
  });

  it.each<[string, TableAction]>([
    ['updateWebhookSettings', 'PutItem'],
    ['rotateWebhookSecret', 'PutItem'],
    ['sendTestWebhook', 'UpdateItem'],
    ['retryWebhookNotification', 'UpdateItem'],
    ['deliverWebhook', 'UpdateItem'],
    ['markUndeliverable', 'UpdateItem'],
    ['sweepOverdue', 'UpdateItem'],
  ])('%s may %s them', async (id, action) => {
    expect(await decision(id, { action, keys: ['PARTNER#p'] })).toBe('Allowed');
  });
});

describe('the index of due items', () => {
  it('is read by the redrive alone', async () => {
    for (const { id } of rows) {
      const said = await decision(id, { action: 'Query', keys: ['DUE#7'], resource: INDEX });
      expect(said === 'Allowed', id).toBe(id === 'sweepOverdue');
    }
  });
});

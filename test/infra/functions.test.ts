import { describe, expect, it } from 'vitest';
import { endpointsOf } from '#shared/api/endpoints';
import { workers } from '#shared/api/workers';
import {
  at,
  entriesAt,
  functionOf,
  listAt,
  resourcesOf,
  STAGES,
  stageTemplates,
  target,
} from '#test/infra/support/stage-templates';

/** Every permission on all resources that any role may hold, with the reason. */
const ON_ALL_RESOURCES = new Map([
  ['dynamodb:ListStreams', 'IAM knows no resource for it; it lists names and reads nothing'],
  ['s3:PutObject', 'objects of the one bucket, whose names are made as they come'],
]);

/** Every managed policy that any role may hold, with the reason. */
const MANAGED_POLICIES = new Map([
  [
    'AmazonAPIGatewayPushToCloudWatchLogs',
    'the role of the account for gateway logs; CloudWatch Logs accepts it so',
  ],
]);

/** What only a laptop's run may set. */
const LOCAL_ONLY = ['LOCAL_NETWORK', 'CLOCK_OFFSET_S', 'AWS_ENDPOINT_URL', 'RATE_LIMIT_RPS'];

describe.each(STAGES)('functions of %s', (env) => {
  const stage = stageTemplates(env);
  const functions = resourcesOf(stage, 'AWS::Lambda::Function');
  const logGroups = new Map(resourcesOf(stage, 'AWS::Logs::LogGroup').map((group) => [group.id, group]));
  const roles = resourcesOf(stage, 'AWS::IAM::Role');

  it('are one per row, and every row has one', () => {
    const rows = [...endpointsOf(env), ...workers];
    expect(rows.filter((row) => functionOf(stage, row.id) === undefined)).toEqual([]);
    expect(functions).toHaveLength(rows.length);
  });

  it.each(functions)(
    '$id runs Node 24 on ARM64 and logs JSON to a group of its own with retention',
    ({ Properties }) => {
      expect(Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Handler: 'index.handler',
        LoggingConfig: { LogFormat: 'JSON' },
      });
      const group = logGroups.get(target(at(Properties, 'LoggingConfig', 'LogGroup')) ?? '');
      expect(group?.Properties).toHaveProperty('RetentionInDays', stage.config.logRetentionDays);
    },
  );

  it('share neither role nor log group', () => {
    expect(new Set(functions.map(({ Properties }) => target(at(Properties, 'Role')))).size).toBe(
      functions.length,
    );
    const groups = functions.map(({ Properties }) => target(at(Properties, 'LoggingConfig', 'LogGroup')));
    expect(new Set(groups).size).toBe(functions.length);
  });

  it('reserve no concurrency of the account', () => {
    expect(functions.filter(({ Properties }) => 'ReservedConcurrentExecutions' in Properties)).toEqual([]);
  });

  it.each([...endpointsOf(env), ...workers])('$id gets exactly the variables of its row', (row) => {
    const outlets = 'outlets' in row ? row.outlets : [];
    const grants: readonly string[] = row.grants;
    const key = [
      ...(grants.some((grant) => grant.startsWith('webhook-key')) ? ['WEBHOOK_KEY_ID'] : []),
      ...(grants.includes('files-write') ? ['FILES_BUCKET'] : []),
    ];
    const variables = at(functionOf(stage, row.id)?.Properties, 'Environment', 'Variables');
    expect(Object.keys(variables ?? {}).sort()).toEqual(
      ['STAGE', 'TABLE_NAME', 'LOG_LEVEL', ...row.settings, ...outlets, ...key].sort(),
    );
  });

  it('set STAGE to this stage', () => {
    const stages = functions.map(({ Properties }) => at(Properties, 'Environment', 'Variables', 'STAGE'));
    expect(new Set(stages)).toEqual(new Set([env]));
  });

  it.each(LOCAL_ONLY)('never see %s', (name) => {
    expect(Object.values(stage.text).filter((text) => text.includes(name))).toEqual([]);
  });

  describe.each(roles)('role $id', ({ Properties }) => {
    const statements = listAt(Properties, 'Policies').flatMap((policy) =>
      listAt(policy, 'PolicyDocument', 'Statement'),
    );

    it('allows exact actions', () => {
      const actions = statements.flatMap((statement) => listAt(statement, 'Action'));
      expect(actions.filter((action) => String(action).includes('*'))).toEqual([]);
    });

    it('names exact resources', () => {
      const wide = statements.filter((statement) => JSON.stringify(at(statement, 'Resource')).includes('*'));
      const actions = wide.flatMap((statement) => listAt(statement, 'Action'));
      expect(actions.filter((action) => !ON_ALL_RESOURCES.has(String(action)))).toEqual([]);
    });

    it('holds no managed policy without a reason', () => {
      const names = listAt(Properties, 'ManagedPolicyArns').map(
        (arn) => JSON.stringify(arn).match(/role\/(\w+)/)?.[1],
      );
      expect(names.filter((name) => name === undefined || !MANAGED_POLICIES.has(name))).toEqual([]);
    });
  });

  it('have their whole policy inside the role, where nothing can widen it', () => {
    expect([
      ...resourcesOf(stage, 'AWS::IAM::Policy'),
      ...resourcesOf(stage, 'AWS::IAM::ManagedPolicy'),
    ]).toEqual([]);
  });

  it.each([...endpointsOf(env), ...workers])('$id may do to the table what its row says', (row) => {
    const role = roles.find(({ id }) => id === target(at(functionOf(stage, row.id)?.Properties, 'Role')));
    const actions = listAt(role?.Properties, 'Policies', 0, 'PolicyDocument', 'Statement').flatMap(
      (statement) => listAt(statement, 'Action'),
    );
    const writes = [
      'dynamodb:PutItem',
      'dynamodb:UpdateItem',
      'dynamodb:DeleteItem',
      'dynamodb:ConditionCheckItem',
    ];
    expect(writes.every((action) => actions.includes(action))).toBe(row.table === 'write');
    expect(writes.some((action) => actions.includes(action))).toBe(row.table === 'write');
    expect(actions.includes('dynamodb:GetItem')).toBe(row.table !== 'none');
    expect(actions).not.toContain('dynamodb:Scan');
    expect(actions.includes('events:PutEvents')).toBe(
      'outlets' in row && row.outlets.some((outlet) => outlet === 'EVENT_BUS_NAME'),
    );
  });

  it('give the webhook key to the rows that list it, each for one direction', () => {
    const keyUses = (action: string): string[] =>
      roles
        .filter(({ Properties }) =>
          listAt(Properties, 'Policies', 0, 'PolicyDocument', 'Statement').some(
            (statement) =>
              JSON.stringify(at(statement, 'Resource')).includes('WebhookKey') &&
              listAt(statement, 'Action').includes(action),
          ),
        )
        .map(({ id }) => id.replace(/Role[0-9A-F]{8}$/, ''))
        .sort();
    const rowsWith = (grant: string): string[] =>
      [...endpointsOf(env), ...workers]
        .filter((row) => row.grants.some((held) => held === grant))
        .map((row) => row.id)
        .sort();
    expect(keyUses('kms:Encrypt')).toEqual(rowsWith('webhook-key-encrypt'));
    expect(keyUses('kms:Decrypt')).toEqual(rowsWith('webhook-key-decrypt'));
  });

  it('may query the index of due items in one worker only', () => {
    const holders = roles.filter(({ Properties }) =>
      JSON.stringify(at(Properties, 'Policies') ?? '').includes('/index/'),
    );
    expect(holders.map(({ id }) => id.replace(/Role[0-9A-F]{8}$/, ''))).toEqual(['sweepOverdue']);
    expect(JSON.stringify(holders)).toContain('/index/byDue');
  });

  it('are sized by the configuration', () => {
    const chosen = stage.config.memoryMb.functions ?? {};
    for (const [id, memory] of entriesAt(chosen)) {
      expect(functionOf(stage, id)?.Properties).toHaveProperty('MemorySize', memory);
    }
    for (const row of workers.filter(({ id }) => !(id in chosen))) {
      expect(functionOf(stage, row.id)?.Properties).toMatchObject({
        MemorySize: row.memoryMb,
        Timeout: row.timeoutS,
      });
    }
  });
});

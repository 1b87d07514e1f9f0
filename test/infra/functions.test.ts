import { describe, expect, it } from 'vitest';
import { JOURNAL_WRITERS, KEY_ISSUERS, KEY_NARROWERS, PARTNER_WRITERS } from '#infra/policies/protected-partitions';
import { endpointsIn, workers } from '#shared/contract/endpoints';
import { providers } from '#shared/platform/providers/registry';
import { isReporting } from '#shared/transactions/domain/reporters';
import {
  at,
  entriesAt,
  findFunction,
  findResources,
  listAt,
  type Resource,
  STAGES,
  stageTemplates,
  target,
} from './support/stage-templates';
import { otherSettings } from './support/stage-variants';

/** Actions that roles may use on all resources, each with the reason. */
const ON_ALL_RESOURCES = new Map([
  ['dynamodb:ListStreams', 'IAM knows no resource for it; it lists names and reads nothing'],
  ['cloudwatch:DescribeAlarms', 'CodeDeploy reads alarms as a list; it changes nothing'],
  ['events:PutEvents', 'buses of partners, in accounts of theirs; those of ours are denied'],
  ['lambda:GetAlias', 'functions of one stage, whose names are made at deployment'],
  ['lambda:GetProvisionedConcurrencyConfig', 'functions of one stage, whose names are made at deployment'],
  ['lambda:UpdateAlias', 'functions of one stage, whose names are made at deployment'],
  ['s3:PutObject', 'objects of one kind in the one bucket, whose names are made as they come'],
  ['s3:PutObjectRetention', 'objects of one kind in the one bucket, whose names are made as they come'],
  ['s3:GetObject', 'objects of one kind in the one bucket, whose names are made as they come'],
  ['s3:DeleteObjectVersion', 'uploads in the one bucket, whose names are made as they come'],
]);

/** Managed policies of roles, with the reason. */
const MANAGED_POLICIES = new Map([
  ['AmazonAPIGatewayPushToCloudWatchLogs', 'the role of the account for gateway logs; CloudWatch Logs accepts it so'],
]);

const WRITES = ['PutItem', 'UpdateItem', 'DeleteItem'];
/**
 * Actions on the journal that no function may use. Only operators read the journal. Functions only add entries, in transactions.
 */
const NOT_BOOKING = ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem'];

/** Variables that only a local run may set. */
const LOCAL_ONLY = ['LOCAL_NETWORK', 'LOCAL_LINKS', 'CLOCK_OFFSET_S', 'AWS_ENDPOINT_URL', '_EVENTS_BANKING_SECRET"'];

/** Grant of each provider, with the provider's environment variables. */
const PROVIDERS = [
  ...providers.map(({ name, setting }) => ({
    part: setting,
    grant: `${name}-provider`,
    variables: ['URL', 'SECRET_ARN', ...(name === 'rates' ? ['MAX_AGE_S'] : [])].map((end) => variable(name, end)),
  })),
  {
    part: 'events',
    grant: 'provider-events',
    variables: providers.filter(isReporting).map(({ name }) => `PROVIDER_EVENTS_${variable(name, 'SECRET_ARN')}`),
  },
] as const;

function variable(provider: string, end: string): string {
  return `${provider.toUpperCase().replaceAll('-', '_')}_${end}`;
}

/** Returns the ARNs of all secrets in a part of the provider settings. */
function secretsIn(settings: object | undefined): string[] {
  return [...JSON.stringify(settings ?? {}).matchAll(/"secretArn":"([^"]+)"/g)].map(([, arn = '']) => arn);
}

/** Action of each file grant, and the object keys that it applies to. */
const FILES = [
  { grant: 'uploads-write', action: 's3:PutObject', keys: 'uploads/*' },
  { grant: 'uploads-read', action: 's3:GetObject', keys: 'uploads/*' },
  { grant: 'uploads-delete', action: 's3:DeleteObjectVersion', keys: 'uploads/*' },
  { grant: 'kyc-files-write', action: 's3:PutObject', keys: 'people/*/kyc/*' },
  { grant: 'kyc-files-read', action: 's3:GetObject', keys: 'people/*/kyc/*' },
  { grant: 'signatures-write', action: 's3:PutObject', keys: 'people/*/signatures/*' },
  { grant: 'signatures-read', action: 's3:GetObject', keys: 'people/*/signatures/*' },
  { grant: 'receipts-write', action: 's3:PutObject', keys: 'people/*/receipts/*' },
  { grant: 'receipts-read', action: 's3:GetObject', keys: 'people/*/receipts/*' },
  { grant: 'invoices-write', action: 's3:PutObject', keys: 'invoices/*' },
  { grant: 'logos-write', action: 's3:PutObject', keys: 'logos/*' },
  { grant: 'logos-read', action: 's3:GetObject', keys: 'logos/*' },
] as const;
const FILES_GRANTS: readonly string[] = ['files-address', ...FILES.map(({ grant }) => grant)];

describe.each(STAGES)('functions of %s', (env) => {
  const stage = stageTemplates(env);
  const functions = findResources(stage, 'AWS::Lambda::Function');
  const logGroups = new Map(findResources(stage, 'AWS::Logs::LogGroup').map((group) => [group.id, group]));
  const roles = findResources(stage, 'AWS::IAM::Role');
  const locks = stage.config.signedRecordsLockedDays !== undefined;
  const rows = [...endpointsIn(env), ...workers];
  const statementsIn = (role: Resource | undefined) =>
    listAt(role?.Properties, 'Policies', 0, 'PolicyDocument', 'Statement');
  const statementsFor = ({ id }: { readonly id: string }) =>
    statementsIn(roles.find((role) => role.id === target(at(findFunction(stage, id)?.Properties, 'Role'))));

  it('are one per row, and every row has one', () => {
    expect(rows.filter((row) => findFunction(stage, row.id) === undefined)).toEqual([]);
    expect(functions).toHaveLength(rows.length);
  });

  it.each(functions)(
    '$id runs Node 24 on ARM64 and logs JSON to a group of its own with retention',
    ({ Properties }) => {
      expect(Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Handler: 'index.handler',
        // The lowest level in every stage: with a higher level, Lambda would drop the lines of requests and metrics.
        LoggingConfig: { LogFormat: 'JSON', ApplicationLogLevel: 'TRACE' },
      });
      const group = logGroups.get(target(at(Properties, 'LoggingConfig', 'LogGroup')) ?? '');
      expect(group?.Properties).toHaveProperty('RetentionInDays', stage.config.logs.retentionDays);
    },
  );

  it('share one layer if they make documents', () => {
    const layered = functions.filter(({ Properties }) => listAt(Properties, 'Layers').length > 0);
    const makers = rows.filter(({ settings }) => settings.some((setting) => setting === 'DOCUMENT_FILES'));
    expect(layered.map(({ id }) => id).toSorted()).toEqual(
      makers.map(({ id }) => findFunction(stage, id)?.id).toSorted(),
    );
    expect(findResources(stage, 'AWS::Lambda::LayerVersion')).toHaveLength(1);
    for (const { Properties } of layered)
      expect(at(Properties, 'Environment', 'Variables', 'DOCUMENT_FILES')).toBe('/opt');
  });

  it('share neither role nor log group', () => {
    expect(new Set(functions.map(({ Properties }) => target(at(Properties, 'Role')))).size).toBe(functions.length);
    const groups = functions.map(({ Properties }) => target(at(Properties, 'LoggingConfig', 'LogGroup')));
    expect(new Set(groups).size).toBe(functions.length);
  });

  it('reserve concurrency of the account for the readers of the stream in production, and nowhere else', () => {
    const reserved = functions
      .filter(({ Properties }) => 'ReservedConcurrentExecutions' in Properties)
      .map(({ id, Properties }) => [
        id.replace(/Function[0-9A-F]{8}$/, ''),
        at(Properties, 'ReservedConcurrentExecutions'),
      ]);
    expect(Object.fromEntries(reserved)).toEqual(stage.config.capacity.reserved);
    expect(reserved.map(([id]) => id).sort()).toEqual(env === 'production' ? ['projectChanges', 'publishEvents'] : []);
  });

  it('have the platform log every run of an endpoint, and those of a worker that fail', () => {
    const level = (id: string) => at(findFunction(stage, id)?.Properties, 'LoggingConfig', 'SystemLogLevel');
    expect(new Set(workers.map(({ id }) => level(id)))).toEqual(new Set(['WARN']));
    expect(new Set(endpointsIn(env).map(({ id }) => level(id)))).toEqual(new Set(['INFO']));
  });

  it('begin look-ups of proofs where the stage has their provider, which the worker of steps alone calls', () => {
    const variables = (one: typeof stage, name: string) =>
      findResources(one, 'AWS::Lambda::Function').map(({ Properties }) =>
        at(Properties, 'Environment', 'Variables', name),
      );
    const other = otherSettings(env);
    const isAsked = env === 'production';
    expect(new Set(variables(stage, 'PAYMENT_PROOFS'))).toEqual(new Set([undefined]));
    expect(new Set(variables(other, 'PAYMENT_PROOFS'))).toEqual(new Set([isAsked ? 'ON' : undefined]));
    const urls = variables(other, 'PROOFS_URL').filter((url) => url !== undefined);
    expect(urls).toEqual(isAsked ? ['https://proofs.example.org/v1'] : []);
    expect(at(findFunction(other, 'runStep')?.Properties, 'Environment', 'Variables', 'PROOFS_URL')).toBe(urls[0]);
  });

  it('leave filtering by level to the logger, which gets the level of the stage', () => {
    const quiet = findResources(otherSettings(env), 'AWS::Lambda::Function');
    const levels = quiet.map(({ Properties }) => [
      at(Properties, 'Environment', 'Variables', 'LOG_LEVEL'),
      at(Properties, 'LoggingConfig', 'ApplicationLogLevel'),
    ]);
    expect(new Set(levels.map(String))).toEqual(new Set(['error,TRACE']));
  });

  it('have a maximum concurrency where a queue invokes them, and in production where a stream does', () => {
    const mappings = findResources(stage, 'AWS::Lambda::EventSourceMapping');
    for (const { id, Properties } of mappings) {
      const reader = functions.find((found) => found.id === target(at(Properties, 'FunctionName')));
      const stream = at(Properties, 'StartingPosition') !== undefined;
      if (stream && env === 'sandbox') continue;
      const bound = stream
        ? at(reader?.Properties, 'ReservedConcurrentExecutions')
        : at(Properties, 'ScalingConfig', 'MaximumConcurrency');
      expect(bound, id).toBeGreaterThanOrEqual(2);
      expect(bound, id).toBeLessThanOrEqual(1250);
    }
    expect(mappings.length).toBeGreaterThanOrEqual(6);
  });

  it.each(rows)('$id gets exactly the variables of its row', (row) => {
    const outlets = 'outlets' in row ? row.outlets : [];
    const grants: readonly string[] = row.grants;
    const key = [
      ...(grants.some((grant) => grant.startsWith('webhook-key')) ? ['WEBHOOK_KEY_ID'] : []),
      ...(grants.includes('link-key-mac') ? ['LINK_KEY_ID'] : []),
      ...(grants.some((grant) => FILES_GRANTS.includes(grant)) ? ['FILES_BUCKET'] : []),
      ...(locks && grants.includes('signatures-write') ? ['SIGNED_RECORDS_LOCKED_DAYS'] : []),
    ];
    for (const { part, grant, variables: own } of PROVIDERS)
      if (grants.includes(grant) && stage.config.providers?.[part] !== undefined) key.push(...own);
    if ('scope' in row && row.scope === 'partner') key.push('RATE_LIMIT_RPS', 'REQUIRED_SCOPE');
    const variables = at(findFunction(stage, row.id)?.Properties, 'Environment', 'Variables');
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

    it('requires a value wherever a condition is for all values', () => {
      for (const condition of statements.map((statement) => at(statement, 'Condition'))) {
        const all = entriesAt(condition).filter(([operator]) => operator.startsWith('ForAllValues:'));
        for (const [key] of all.flatMap(([, values]) => entriesAt(values)))
          expect(at(condition, 'Null', key), key).toBe('false');
      }
    });

    it('holds no managed policy without a reason', () => {
      const names = listAt(Properties, 'ManagedPolicyArns').map((arn) => JSON.stringify(arn).match(/role\/(\w+)/)?.[1]);
      expect(names.filter((name) => name === undefined || !MANAGED_POLICIES.has(name))).toEqual([]);
    });
  });

  it('have their whole policy inside the role, where nothing can extend it', () => {
    expect([...findResources(stage, 'AWS::IAM::Policy'), ...findResources(stage, 'AWS::IAM::ManagedPolicy')]).toEqual(
      [],
    );
  });

  it.each(rows)('$id may do on the table what its row lists', (row) => {
    const statements = statementsFor(row);
    const onTable = statements.filter(
      (statement) =>
        at(statement, 'Condition') === undefined &&
        /Table/.test(JSON.stringify(at(statement, 'Resource'))) &&
        !/index\/|Stream/.test(JSON.stringify(at(statement, 'Resource'))),
    );
    expect(onTable.flatMap((statement) => listAt(statement, 'Action')).toSorted()).toEqual(
      row.table.map((action) => `dynamodb:${action}`).toSorted(),
    );
    const putting = statements.filter((statement) => listAt(statement, 'Action').includes('events:PutEvents'));
    const onOwnBus = putting.filter((statement) => target(at(statement, 'Resource')) !== undefined);
    expect(onOwnBus.length > 0).toBe('outlets' in row && row.outlets.some((outlet) => outlet === 'EVENT_BUS_NAME'));
    expect(putting.length > onOwnBus.length).toBe(row.grants.some((grant) => grant === 'partner-buses'));
  });

  /** Returns the ids of all functions that may use an action on a resource of the data stack. */
  const findHolders = (action: string, resource: string): string[] =>
    roles
      .filter((role) =>
        statementsIn(role).some(
          (statement) =>
            JSON.stringify(at(statement, 'Resource')).includes(resource) &&
            listAt(statement, 'Action').includes(action),
        ),
      )
      .map(({ id }) => id.replace(/Role[0-9A-F]{8}$/, ''))
      .sort();

  it.each([
    ['webhook-key-encrypt', 'kms:Encrypt', 'WebhookKey'],
    ['webhook-key-decrypt', 'kms:Decrypt', 'WebhookKey'],
    ['link-key-mac', 'kms:GenerateMac', 'LinkKey'],
    ['uploads-read', 's3:ListBucket', 'Files'],
  ])('%s gives %s on %s to the rows that list it and to no other', (grant, action, resource) => {
    const listed = rows.filter((row) => row.grants.some((held) => held === grant)).map((row) => row.id);
    expect(findHolders(action, resource)).toEqual(listed.sort());
  });

  it.each(rows)('$id reaches the files of its grants and no others', (row) => {
    const reached = statementsFor(row)
      .filter((statement) => JSON.stringify(at(statement, 'Resource')).includes('Files'))
      // Actions on the same keys share one statement.
      .flatMap((statement) =>
        [at(statement, 'Action')]
          .flat()
          .map((action) => [action, listAt(statement, 'Resource', 'Fn::Join', 1)[1], at(statement, 'Condition')]),
      );
    const expected = FILES.filter(({ grant }) => row.grants.some((own) => own === grant)).flatMap(
      ({ grant, action, keys }) => [
        [action, `/${keys}`, undefined],
        ...(locks && grant === 'signatures-write' ? [['s3:PutObjectRetention', `/${keys}`, undefined]] : []),
        ...(grant === 'uploads-read' ? [['s3:ListBucket', undefined, { StringLike: { 's3:prefix': keys } }]] : []),
      ],
    );
    expect(reached.toSorted()).toEqual(expected.toSorted());
  });

  it('use every grant of files', () => {
    const used = new Set<string>([...endpointsIn(env), ...workers].flatMap(({ grants }) => [...grants]));
    expect(FILES_GRANTS.filter((grant) => !used.has(grant))).toEqual([]);
  });

  it('generate data keys of the records key only in the rows that write items or files', () => {
    const putting: readonly string[] = FILES.filter(({ action }) => action === 's3:PutObject').map(
      ({ grant }) => grant,
    );
    // The table uses the same KMS key as the files, and each partner request writes the last use of its API key.
    const writers = rows.filter(
      (row) =>
        row.table.some((action) => /^(Put|Update|Delete)Item$/.test(action)) ||
        ('scope' in row && row.scope === 'partner') ||
        row.grants.some((grant) => putting.includes(grant)),
    );
    expect(findHolders('kms:GenerateDataKey', 'RecordsKey')).toEqual(writers.map(({ id }) => id).sort());
  });

  it.each([
    ['WebhookKey', ['kms:Encrypt', 'kms:Decrypt']],
    ['LinkKey', ['kms:GenerateMac']],
    [
      'Files',
      [
        ...['s3:PutObject', 's3:GetObject', 's3:DeleteObjectVersion', 's3:ListBucket'],
        ...(locks ? ['s3:PutObjectRetention'] : []),
      ],
    ],
  ])('may do nothing else on %s', (resource, allowed) => {
    const done = roles
      .flatMap(statementsIn)
      .filter((statement) => JSON.stringify(at(statement, 'Resource')).includes(resource))
      .flatMap((statement) => listAt(statement, 'Action'));
    expect(done.filter((action) => !allowed.includes(String(action)))).toEqual([]);
  });

  it.each(rows)('$id that reads files can open what the records key sealed', (row) => {
    const grants: readonly string[] = row.grants;
    if (!FILES.some(({ grant, action }) => action === 's3:GetObject' && grants.includes(grant))) return;
    expect(findHolders('kms:Decrypt', 'RecordsKey')).toContain(row.id);
  });

  it.each(rows)(
    '$id marks the use of a key and takes from the request rate, if partners call it, in those items alone',
    (row) => {
      const limited = statementsFor(row).filter(
        (statement) =>
          at(statement, 'Condition') !== undefined &&
          at(statement, 'Effect') === 'Allow' &&
          listAt(statement, 'Action').some((action) => String(action).startsWith('dynamodb:')),
      );
      const Action = 'dynamodb:UpdateItem';
      const use = {
        Action,
        Condition: {
          'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['KEY#*'] },
          'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['PK', 'SK', 'lastUsedOn'] },
          StringEqualsIfExists: { 'dynamodb:ReturnValues': ['NONE', 'UPDATED_OLD', 'UPDATED_NEW'] },
          Null: { 'dynamodb:LeadingKeys': 'false', 'dynamodb:Attributes': 'false' },
        },
      };
      const rate = {
        Action,
        Condition: {
          'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['RATE#*'] },
          Null: { 'dynamodb:LeadingKeys': 'false' },
        },
      };
      expect(limited).toMatchObject('scope' in row && row.scope === 'partner' ? [use, rate] : []);
    },
  );

  it.each(rows)('$id is denied the partitions in which its code has no business', (row) => {
    const partner = 'scope' in row && row.scope === 'partner';
    if (row.table.length === 0 && !partner) return;
    const denials = statementsFor(row).filter((statement) => at(statement, 'Effect') === 'Deny');
    const denied = (action: string, where: (condition: unknown) => boolean) =>
      denials
        .filter((one) => listAt(one, 'Action').includes(`dynamodb:${action}`) && where(at(one, 'Condition')))
        .flatMap((one) => listAt(one, 'Condition', 'ForAnyValue:StringLike', 'dynamodb:LeadingKeys'));
    const wholly = (condition: unknown) => at(condition, 'ForAnyValue:StringNotEquals') === undefined;
    for (const action of ['GetItem', 'BatchGetItem', 'Query', ...WRITES, 'ConditionCheckItem']) {
      const changes = WRITES.includes(action);
      const issues = KEY_ISSUERS.has(row.id);
      const puts = action === 'PutItem' || action === 'UpdateItem';
      const expected = [
        ...(issues && puts ? [] : ['AUDIT#*']),
        ...['APPROVAL#*', 'PARTNERS', 'RECONCILED#*', 'IMPORT#*'],
        ...(row.id === 'redriveOverdue' && action === 'UpdateItem' ? [] : ['STAGE']),
        ...(row.id === 'projectChanges' && action === 'PutItem' ? [] : ['AUDIT_COPY#*']),
        // A function that books adds journal entries in transactions, but neither reads nor changes entries.
        ...(JOURNAL_WRITERS.has(row.id) && !NOT_BOOKING.includes(action) ? [] : ['JOURNAL#*']),
        ...(partner && (action === 'GetItem' || action === 'UpdateItem' || (issues && puts)) ? [] : ['KEY#*']),
        ...('scope' in row && changes && !PARTNER_WRITERS.has(row.id) ? ['PARTNER#*'] : []),
      ];
      expect(denied(action, wholly).toSorted(), action).toEqual(expected.toSorted());
    }
    const notes = partner && !KEY_ISSUERS.has(row.id);
    expect(denied('UpdateItem', (condition) => !wholly(condition))).toEqual(notes ? ['KEY#*'] : []);
    const attributes = denials.flatMap((one) =>
      listAt(one, 'Condition', 'ForAnyValue:StringNotEquals', 'dynamodb:Attributes'),
    );
    const narrowed = KEY_NARROWERS.has(row.id) ? ['allowedCidrs', 'updatedAt', 'version'] : [];
    expect(attributes).toEqual(notes ? ['PK', 'SK', 'lastUsedOn', ...narrowed] : []);
  });

  it.each(roles)('$id stays within the size that a role may have', ({ Properties }) => {
    // An ARN has at most about 250 characters. This is about 100 more than the reference in the template that it replaces.
    const text = JSON.stringify(at(Properties, 'Policies', 0, 'PolicyDocument') ?? {});
    const references = text.match(/"(Ref|Fn::GetAtt)"/g)?.length ?? 0;
    expect(text.length + 100 * references).toBeLessThan(10_240);
  });

  it('read the secrets of the stage only in the rows that call its providers', () => {
    const { providers = {} } = stage.config;
    const readers = roles.flatMap((role) =>
      statementsIn(role)
        .filter((statement) => JSON.stringify(statement).includes('secretsmanager:'))
        .map((statement) => [
          role.id.replace(/Role[0-9A-F]{8}$/, ''),
          at(statement, 'Action'),
          [at(statement, 'Resource')].flat().toSorted(),
        ]),
    );
    const expected = rows.flatMap(({ id, grants }) => {
      const opened = PROVIDERS.filter(({ grant }) => grants.some((one) => one === grant));
      const secrets = opened.flatMap(({ part }) => secretsIn(providers[part]));
      return secrets.length === 0 ? [] : [[id, 'secretsmanager:GetSecretValue', secrets.toSorted()]];
    });
    expect(readers.toSorted()).toEqual(expected.toSorted());
    expect(readers.length > 0).toBe(env !== 'sandbox');
  });

  it('allow one worker only to query the index of due items', () => {
    const holders = roles.filter(({ Properties }) =>
      JSON.stringify(at(Properties, 'Policies') ?? '').includes('/index/'),
    );
    expect(holders.map(({ id }) => id.replace(/Role[0-9A-F]{8}$/, ''))).toEqual(['redriveOverdue']);
    expect(JSON.stringify(holders)).toContain('/index/byDue');
  });

  it('are sized by the configuration', () => {
    const chosen = stage.config.memoryMb.functions ?? {};
    for (const [id, memory] of entriesAt(chosen)) {
      expect(findFunction(stage, id)?.Properties).toHaveProperty('MemorySize', memory);
    }
    for (const row of workers.filter(({ id }) => !(id in chosen))) {
      expect(findFunction(stage, row.id)?.Properties).toMatchObject({
        MemorySize: row.memoryMb,
        Timeout: row.timeoutS,
      });
    }
  });
});

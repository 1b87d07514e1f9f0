/** Calls that no function may make, by kind, for every function of a stage that has no right to one. */
import { JOURNAL_WRITERS, KEY_NARROWERS, PARTNER_WRITERS } from '#infra/policies/protected-partitions';
import { KEY_USE_ATTRIBUTES } from '#infra/policies/table-access';
import { LOCAL_ACCOUNT, LOCAL_REGION, queueArn } from '#local/engines/local-cloud';
import type { CallRecord } from '#local/recording/call-recorder';
import type { IamRequest } from '#local/recording/iam-request';
import { tableArn } from '#local/recording/table-requests';
import { endpointsIn, type FilesGrant, type Grant, type TableAction } from '#shared/api/endpoints';
import { type WorkerId, type WorkerRow, workers } from '#shared/api/workers';
import { recordsKeyOf, type StagePolicies } from '#test/support/permissions/stage-policies';

interface Row extends Pick<WorkerRow, 'id' | 'table' | 'grants'> {
  readonly scope?: string;
}

const READS: readonly TableAction[] = ['GetItem', 'BatchGetItem', 'Query'];
const WRITES: readonly TableAction[] = ['PutItem', 'UpdateItem', 'DeleteItem'];
const ALL: readonly TableAction[] = [...READS, ...WRITES, 'ConditionCheckItem'];

/** Administrative actions on the resources as a whole, which no function has a reason to call. */
const ADMINISTRATION: Readonly<
  Record<'table' | 'index' | 'stream' | 'bucket' | 'object' | 'key' | 'queue' | 'bus', readonly string[]>
> = {
  table: [
    'dynamodb:Scan',
    'dynamodb:DeleteTable',
    'dynamodb:UpdateTable',
    'dynamodb:UpdateTimeToLive',
    'dynamodb:UpdateContinuousBackups',
    'dynamodb:CreateBackup',
    'dynamodb:ExportTableToPointInTime',
    'dynamodb:BatchWriteItem',
    'dynamodb:PartiQLSelect',
    'dynamodb:PartiQLUpdate',
    'dynamodb:PartiQLDelete',
    'dynamodb:PutResourcePolicy',
    'dynamodb:TagResource',
  ],
  index: ['dynamodb:Scan', 'dynamodb:PartiQLSelect'],
  stream: ['dynamodb:PutResourcePolicy'],
  bucket: [
    's3:ListBucket',
    's3:ListBucketVersions',
    's3:DeleteBucket',
    's3:PutBucketPolicy',
    's3:DeleteBucketPolicy',
    's3:PutLifecycleConfiguration',
    's3:PutBucketVersioning',
    's3:PutEncryptionConfiguration',
    's3:PutBucketCORS',
    's3:PutReplicationConfiguration',
  ],
  object: [
    's3:DeleteObject',
    's3:GetObjectVersion',
    's3:PutObjectAcl',
    's3:PutObjectRetention',
    's3:BypassGovernanceRetention',
    's3:RestoreObject',
  ],
  key: [
    'kms:ScheduleKeyDeletion',
    'kms:DisableKey',
    'kms:PutKeyPolicy',
    'kms:CreateGrant',
    'kms:DisableKeyRotation',
    'kms:UpdateKeyDescription',
    'kms:GenerateDataKeyPair',
    'kms:VerifyMac',
    'kms:Sign',
  ],
  queue: [
    'sqs:PurgeQueue',
    'sqs:DeleteQueue',
    'sqs:SetQueueAttributes',
    'sqs:AddPermission',
    'sqs:StartMessageMoveTask',
  ],
  bus: ['events:DeleteEventBus', 'events:UpdateEventBus'],
};

const account = (service: string, name: string) => `arn:aws:${service}:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${name}`;
const plain = (actions: readonly string[], resource: string): IamRequest[] =>
  actions.map((action) => ({ action, resource, context: {} }));

/** Ways to more rights, or around the service. */
const ELSEWHERE: readonly IamRequest[] = [
  ...plain(
    ['iam:PassRole', 'iam:PutRolePolicy', 'iam:AttachRolePolicy', 'sts:AssumeRole'],
    `arn:aws:iam::${LOCAL_ACCOUNT}:role/any`,
  ),
  ...plain(['iam:CreateAccessKey'], `arn:aws:iam::${LOCAL_ACCOUNT}:user/any`),
  ...plain(
    ['InvokeFunction', 'UpdateFunctionCode', 'UpdateFunctionConfiguration', 'GetFunction'].map(
      (name) => `lambda:${name}`,
    ),
    account('lambda', 'function:any'),
  ),
  ...plain(
    ['secretsmanager:GetSecretValue', 'secretsmanager:PutSecretValue'],
    account('secretsmanager', 'secret:any-AbCdEf'),
  ),
  ...plain(['ssm:GetParameter'], account('ssm', 'parameter/any')),
  ...plain(['cloudformation:UpdateStack'], account('cloudformation', 'stack/any/1')),
  ...plain(['logs:DeleteLogGroup'], account('logs', 'log-group:any')),
  ...plain(['logs:GetLogEvents', 'logs:PutLogEvents'], account('logs', 'log-group:any:log-stream:any')),
  ...['dynamodb:GetItem', 'dynamodb:PutItem'].map((action) => ({
    ...{ action, resource: tableArn('another'), context: { 'dynamodb:LeadingKeys': ['USER#…'] } },
  })),
  ...plain(['s3:GetObject', 's3:PutObject'], 'arn:aws:s3:::another/people/…/kyc/…'),
  ...plain(['kms:Decrypt'], account('kms', 'key/another')),
  ...plain(['sqs:SendMessage'], queueArn('another')),
  ...plain(['events:PutEvents'], account('events', 'event-bus/default')),
];

/** Kinds of files, and the grants that putting, getting and deleting one need; no function may do what has none. */
const FILES: Readonly<Record<string, readonly [put?: FilesGrant, get?: FilesGrant, remove?: FilesGrant]>> = {
  'uploads/…/…': ['uploads-write', 'uploads-read', 'uploads-delete'],
  'people/…/kyc/…/…': ['kyc-files-write', 'kyc-files-read'],
  'people/…/signatures/…': ['signatures-write', 'signatures-read'],
  'people/…/receipts/…': ['receipts-write', 'receipts-read'],
  'invoices/…/…': ['invoices-write'],
  'logos/…': ['logos-write', 'logos-read'],
  'people/…/other': [],
  other: [],
};
const FILE_ACTIONS = ['s3:PutObject', 's3:GetObject', 's3:DeleteObjectVersion'];

const webhookSenders: readonly WorkerId[] = ['publishEvents', 'deliverWebhook', 'markUndeliverable', 'sweepOverdue'];
/** Queues by the end of their names, with the workers that read and those that send. */
const QUEUES: Readonly<
  Record<string, { readonly readers: readonly WorkerId[]; readonly senders: readonly WorkerId[] }>
> = {
  firstattempts: { readers: ['deliverWebhook'], senders: webhookSenders },
  retries: { readers: ['deliverWebhook'], senders: webhookSenders },
  steps: { readers: ['runStep'], senders: ['runStep', 'sweepOverdue'] },
  webhookdeadletters: { readers: ['markUndeliverable'], senders: [] },
  stepsdeadletters: { readers: [], senders: [] },
  busundelivered: { readers: [], senders: [] },
  outboxdiscarded: { readers: [], senders: ['publishEvents', 'projectChanges'] },
};

/** A bus in another account and region. */
const PARTNER_BUS = 'arn:aws:events:eu-west-1:222233334444:event-bus/payments';

function putEvents(resource: string, sources: readonly string[]): IamRequest {
  return { action: 'events:PutEvents', resource, context: { 'events:source': [...sources] } };
}

/** Every forbidden call of a stage's functions, by the reason. */
export function forbiddenCalls(policies: StagePolicies): Readonly<Record<string, readonly CallRecord[]>> {
  const { stage, parts } = policies;
  const rows: readonly Row[] = [...endpointsIn(stage), ...workers];
  const one = (type: string) => parts.ofType(type)[0]?.name ?? '';
  const table = tableArn(one('AWS::DynamoDB::GlobalTable'));
  const index = `${table}/index/byDue`;
  const bucket = `arn:aws:s3:::${one('AWS::S3::Bucket')}`;
  const bus = account('events', `event-bus/${one('AWS::Events::EventBus')}`);
  const queues = parts.ofType('AWS::SQS::Queue').map(({ name }) => queueArn(name));
  const keys = parts.ofType('AWS::KMS::Key').map(({ name }) => account('kms', `key/${name}`));
  const key = (name: string) => keys.find((arn) => arn.endsWith(name)) ?? name;

  const callsOf = (may: (row: Row) => boolean, requests: readonly IamRequest[]): CallRecord[] =>
    rows.filter((row) => !may(row)).flatMap(({ id: caller }) => requests.map((request) => ({ caller, ...request })));
  const noFunction = () => false;
  const isPartners = ({ scope }: Row) => scope === 'partner';
  const holds = (grant: Grant) => (row: Row) => row.grants.includes(grant);

  const items = (
    actions: readonly TableAction[],
    partition: string,
    attributes = ['PK', 'SK', 'entity'],
  ): IamRequest[] =>
    actions.flatMap((action) =>
      // Alone, and among items that the function may have.
      [[partition], ['TX#…', partition]].map((keys) => ({
        action: `dynamodb:${action}`,
        resource: table,
        context: { 'dynamodb:LeadingKeys': keys, 'dynamodb:Attributes': attributes },
      })),
    );
  const sealing = (action: string, names: readonly string[]): IamRequest => ({
    ...{ action, resource: key('-WebhookKey'), context: { 'kms:EncryptionContextKeys': names } },
  });
  const writtenKey = (attributes: readonly string[], returns?: string): IamRequest => ({
    action: 'dynamodb:UpdateItem',
    resource: table,
    context: {
      'dynamodb:LeadingKeys': ['KEY#…'],
      'dynamodb:Attributes': attributes,
      ...(returns !== undefined && { 'dynamodb:ReturnValues': returns }),
    },
  });

  return {
    'the audit trail and the directory of partners, which are of operators': callsOf(noFunction, [
      ...items(ALL, 'AUDIT#…'),
      ...items(ALL, 'PARTNERS'),
    ]),
    'the record of the stage, but for the redrive, which adds it by an update': [
      ...callsOf(({ id }) => id === 'sweepOverdue', items(['UpdateItem'], 'STAGE')),
      ...callsOf(
        noFunction,
        items(
          ALL.filter((action) => action !== 'UpdateItem'),
          'STAGE',
        ),
      ),
    ],
    'copies of audit records, but for the worker that adds them': [
      ...callsOf(({ id }) => id === 'projectChanges', items(['PutItem'], 'AUDIT_COPY#…')),
      ...callsOf(
        noFunction,
        items(
          ALL.filter((action) => action !== 'PutItem'),
          'AUDIT_COPY#…',
        ),
      ),
    ],
    'the journal, where the code books nothing': callsOf(
      ({ id }) => JOURNAL_WRITERS.has(id),
      items(ALL, 'JOURNAL#…#…'),
    ),
    'entries of the journal, read or changed by who writes new ones': callsOf(
      noFunction,
      items([...READS, 'UpdateItem'], 'JOURNAL#…#…'),
    ),
    'keys of partners, for who is not called with one': callsOf(isPartners, items(ALL, 'KEY#…')),
    'keys of partners, made, deleted or read in numbers': callsOf(
      noFunction,
      items(['PutItem', 'DeleteItem', 'BatchGetItem', 'Query', 'ConditionCheckItem'], 'KEY#…'),
    ),
    'more of a key than the day of its use': callsOf(noFunction, [
      writtenKey([...KEY_USE_ATTRIBUTES, 'partnerId']),
      writtenKey(['PK', 'SK', 'revokedAtMs']),
      writtenKey(['PK', 'SK', 'expiresAtMs'], 'ALL_NEW'),
      writtenKey([...KEY_USE_ATTRIBUTES, 'scope'], 'ALL_OLD'),
    ]),
    'the addresses of a key, for all but the endpoint that narrows them': callsOf(
      ({ id }) => KEY_NARROWERS.has(id),
      [writtenKey(['PK', 'SK', 'allowedCidrs'])],
    ),
    "a partner's own items, written by endpoints that change nothing there": callsOf(
      ({ id, scope }) => scope === undefined || PARTNER_WRITERS.has(id),
      items(WRITES, 'PARTNER#…'),
    ),
    'actions on items that the code does not use': ALL.flatMap((action) =>
      callsOf(
        (row) => row.table.includes(action),
        ['USER#…', 'TX#…', 'LINK#…'].flatMap((partition) => items([action], partition)),
      ),
    ),
    'the index of due items, for all but the redrive': callsOf(
      ({ id }) => id === 'sweepOverdue',
      [{ action: 'dynamodb:Query', resource: index, context: { 'dynamodb:LeadingKeys': ['DUE#…'] } }],
    ),
    'the stream, for all but its readers': callsOf(
      ({ id }) => id === 'publishEvents' || id === 'projectChanges',
      plain(
        ['dynamodb:GetRecords', 'dynamodb:GetShardIterator', 'dynamodb:DescribeStream'],
        `${table}/stream/2026-01-01T00:00:00.000`,
      ),
    ),
    'files of a kind that is not theirs': Object.entries(FILES).flatMap(([path, grants]) =>
      FILE_ACTIONS.flatMap((action, at) => {
        const grant = grants[at];
        return callsOf(grant === undefined ? noFunction : holds(grant), plain([action], `${bucket}/${path}`));
      }),
    ),
    'the names of files, but whether an upload is there': [
      ...callsOf(
        noFunction,
        ['', 'people/', 'people/…/kyc/…', 'invoices/'].map((prefix) => ({
          action: 's3:ListBucket',
          resource: bucket,
          context: { 's3:prefix': prefix },
        })),
      ),
      ...callsOf(holds('uploads-read'), [
        { action: 's3:ListBucket', resource: bucket, context: { 's3:prefix': 'uploads/…' } },
      ]),
    ],
    'files by an address that is too old, or without encryption on the way': Object.keys(FILES).flatMap((path) =>
      FILE_ACTIONS.flatMap((action) =>
        callsOf(noFunction, [
          { action, resource: `${bucket}/${path}`, context: { 's3:signatureAge': String(15 * 60_000 + 1) } },
          { action, resource: `${bucket}/${path}`, context: { 'aws:SecureTransport': 'false' } },
          { action, resource: `${bucket}/${path}`, context: { 's3:TlsVersion': '1.1' } },
        ]),
      ),
    ),
    'secrets of webhooks, for who neither seals nor opens them': [
      ...callsOf(holds('webhook-key-encrypt'), [sealing('kms:Encrypt', ['partnerId'])]),
      ...callsOf(holds('webhook-key-decrypt'), [sealing('kms:Decrypt', ['partnerId'])]),
    ],
    'secrets of webhooks without the partner whose they are': callsOf(
      noFunction,
      ['kms:Encrypt', 'kms:Decrypt'].flatMap((action) => [
        ...plain([action], key('-WebhookKey')),
        ...[sealing(action, ['userId']), sealing(action, ['partnerId', 'userId'])],
      ]),
    ),
    'tokens of links, for who makes none': callsOf(holds('link-key-mac'), plain(['kms:GenerateMac'], key('-LinkKey'))),
    'the key of the records, for who has neither table nor files nor stream': callsOf(
      ({ id, table: actions, grants }) => actions.length + grants.length > 0 || id === 'publishEvents',
      plain(['kms:Decrypt', 'kms:Encrypt', 'kms:GenerateDataKey'], recordsKeyOf(policies)),
    ),
    'queues that a function neither reads nor sends to': Object.entries(QUEUES).flatMap(
      ([name, { readers, senders }]) => {
        const queue = queues.find((arn) => arn.endsWith(`Queues${name}`)) ?? name;
        const isIn =
          (ids: readonly string[]) =>
          ({ id }: Row) =>
            ids.includes(id);
        return [
          ...callsOf(
            isIn(readers),
            plain(
              ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:ChangeMessageVisibility', 'sqs:GetQueueAttributes'],
              queue,
            ),
          ),
          ...callsOf(isIn(senders), plain(['sqs:SendMessage'], queue)),
        ];
      },
    ),
    'events, for all but who reads the outbox': callsOf(
      ({ id }) => id === 'publishEvents',
      plain(['events:PutEvents'], bus),
    ),
    'events of our own buses, in the name of a partner': callsOf(
      ({ id }) => id === 'publishEvents',
      [bus, account('events', 'event-bus/default'), bus.replace(LOCAL_REGION, 'eu-west-1')].map((resource) =>
        putEvents(resource, ['partner-ramp/…']),
      ),
    ),
    "events of partners' buses, for all but deliveries": callsOf(holds('partner-buses'), [
      putEvents(PARTNER_BUS, ['partner-ramp/…']),
    ]),
    "events of partners' buses in the name of anyone but a partner": callsOf(
      noFunction,
      [[], ['partner-ramp'], ['aws.s3'], ['partner-ramp/…', 'another']].map((sources) =>
        putEvents(PARTNER_BUS, sources),
      ),
    ),
    "partners' buses, but for events": callsOf(noFunction, plain(ADMINISTRATION.bus, PARTNER_BUS)),
    'the resources themselves': callsOf(noFunction, [
      ...plain(ADMINISTRATION.table, table),
      ...plain(ADMINISTRATION.index, index),
      ...plain(ADMINISTRATION.stream, `${table}/stream/2026-01-01T00:00:00.000`),
      ...plain(ADMINISTRATION.bucket, bucket),
      ...plain(ADMINISTRATION.object, `${bucket}/people/…/kyc/…`),
      ...keys.flatMap((arn) => plain(ADMINISTRATION.key, arn)),
      ...queues.flatMap((arn) => plain(ADMINISTRATION.queue, arn)),
      ...plain(ADMINISTRATION.bus, bus),
    ]),
    'other resources of the account': callsOf(noFunction, ELSEWHERE),
  };
}

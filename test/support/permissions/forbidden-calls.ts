/** Calls that no function may make, by kind, for every function of a stage that has no right to one. */
import { JOURNAL_WRITERS, PARTNER_WRITERS } from '#infra/policies/protected-partitions';
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

/** Calls of one kind, and why they are forbidden. */
export interface ForbiddenCalls {
  readonly what: string;
  readonly calls: readonly CallRecord[];
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

/** Ways to more rights, or around the service. */
const ELSEWHERE: readonly IamRequest[] = [
  { action: 'iam:PassRole', resource: `arn:aws:iam::${LOCAL_ACCOUNT}:role/any`, context: {} },
  { action: 'iam:CreateAccessKey', resource: `arn:aws:iam::${LOCAL_ACCOUNT}:user/any`, context: {} },
  { action: 'iam:PutRolePolicy', resource: `arn:aws:iam::${LOCAL_ACCOUNT}:role/any`, context: {} },
  { action: 'iam:AttachRolePolicy', resource: `arn:aws:iam::${LOCAL_ACCOUNT}:role/any`, context: {} },
  { action: 'sts:AssumeRole', resource: `arn:aws:iam::${LOCAL_ACCOUNT}:role/any`, context: {} },
  { action: 'lambda:InvokeFunction', resource: account('lambda', 'function:any'), context: {} },
  { action: 'lambda:UpdateFunctionCode', resource: account('lambda', 'function:any'), context: {} },
  { action: 'lambda:UpdateFunctionConfiguration', resource: account('lambda', 'function:any'), context: {} },
  { action: 'lambda:GetFunction', resource: account('lambda', 'function:any'), context: {} },
  { action: 'secretsmanager:GetSecretValue', resource: account('secretsmanager', 'secret:any-AbCdEf'), context: {} },
  { action: 'secretsmanager:PutSecretValue', resource: account('secretsmanager', 'secret:any-AbCdEf'), context: {} },
  { action: 'ssm:GetParameter', resource: account('ssm', 'parameter/any'), context: {} },
  { action: 'cloudformation:UpdateStack', resource: account('cloudformation', 'stack/any/1'), context: {} },
  { action: 'logs:DeleteLogGroup', resource: account('logs', 'log-group:any'), context: {} },
  { action: 'logs:GetLogEvents', resource: account('logs', 'log-group:any:log-stream:any'), context: {} },
  { action: 'logs:PutLogEvents', resource: account('logs', 'log-group:any:log-stream:any'), context: {} },
  { action: 'dynamodb:GetItem', resource: tableArn('another'), context: { 'dynamodb:LeadingKeys': ['USER#…'] } },
  { action: 'dynamodb:PutItem', resource: tableArn('another'), context: { 'dynamodb:LeadingKeys': ['USER#…'] } },
  { action: 's3:GetObject', resource: 'arn:aws:s3:::another/people/…/kyc/…', context: {} },
  { action: 's3:PutObject', resource: 'arn:aws:s3:::another/people/…/kyc/…', context: {} },
  { action: 'kms:Decrypt', resource: account('kms', 'key/another'), context: {} },
  { action: 'sqs:SendMessage', resource: queueArn('another'), context: {} },
  { action: 'events:PutEvents', resource: account('events', 'event-bus/default'), context: {} },
];

/** Kinds of files, and the grant that each action on them needs. */
const FILES: Readonly<Record<string, Readonly<Record<string, FilesGrant | undefined>>>> = {
  'uploads/…/…': {
    's3:PutObject': 'uploads-write',
    's3:GetObject': 'uploads-read',
    's3:DeleteObjectVersion': 'uploads-delete',
  },
  'people/…/kyc/…/…': {
    's3:PutObject': 'kyc-files-write',
    's3:GetObject': 'kyc-files-read',
    's3:DeleteObjectVersion': undefined,
  },
  'people/…/signatures/…': {
    's3:PutObject': 'signatures-write',
    's3:GetObject': 'signatures-read',
    's3:DeleteObjectVersion': undefined,
  },
  'invoices/…/…': { 's3:PutObject': 'invoices-write', 's3:GetObject': undefined, 's3:DeleteObjectVersion': undefined },
  'logos/…': { 's3:PutObject': 'logos-write', 's3:GetObject': 'logos-read', 's3:DeleteObjectVersion': undefined },
  'people/…/other': { 's3:PutObject': undefined, 's3:GetObject': undefined, 's3:DeleteObjectVersion': undefined },
  other: { 's3:PutObject': undefined, 's3:GetObject': undefined, 's3:DeleteObjectVersion': undefined },
};

/** Queues by the end of their names, with the workers that read and those that send. */
const QUEUES: Readonly<
  Record<string, { readonly readers: readonly WorkerId[]; readonly senders: readonly WorkerId[] }>
> = {
  firstattempts: { readers: ['deliverWebhook'], senders: ['deliverWebhook', 'markUndeliverable', 'sweepOverdue'] },
  retries: { readers: ['deliverWebhook'], senders: ['deliverWebhook', 'markUndeliverable', 'sweepOverdue'] },
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

/** Every forbidden call of a stage's functions. */
export function forbiddenCalls(policies: StagePolicies): ForbiddenCalls[] {
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
  const plain = (actions: readonly string[], resource: string): IamRequest[] =>
    actions.map((action) => ({ action, resource, context: {} }));
  const writtenKey = (attributes: readonly string[], returns?: string): IamRequest => ({
    action: 'dynamodb:UpdateItem',
    resource: table,
    context: {
      'dynamodb:LeadingKeys': ['KEY#…'],
      'dynamodb:Attributes': attributes,
      ...(returns !== undefined && { 'dynamodb:ReturnValues': returns }),
    },
  });

  return [
    {
      what: 'the audit trail and the directory of partners, which are of operators',
      calls: callsOf(noFunction, [...items(ALL, 'AUDIT#…'), ...items(ALL, 'PARTNERS')]),
    },
    {
      what: 'the journal, where the code books nothing',
      calls: callsOf(({ id }) => JOURNAL_WRITERS.has(id), items(ALL, 'JOURNAL#…#…')),
    },
    {
      what: 'entries of the journal, read or changed by who writes new ones',
      calls: callsOf(noFunction, items([...READS, 'UpdateItem'], 'JOURNAL#…#…')),
    },
    { what: 'keys of partners, for who is not called with one', calls: callsOf(isPartners, items(ALL, 'KEY#…')) },
    {
      what: 'keys of partners, made, deleted or read in numbers',
      calls: callsOf(
        noFunction,
        items(['PutItem', 'DeleteItem', 'BatchGetItem', 'Query', 'ConditionCheckItem'], 'KEY#…'),
      ),
    },
    {
      what: 'more of a key than the day of its use',
      calls: callsOf(noFunction, [
        writtenKey([...KEY_USE_ATTRIBUTES, 'partnerId']),
        writtenKey(['PK', 'SK', 'revokedAtMs']),
        writtenKey(['PK', 'SK', 'expiresAtMs'], 'ALL_NEW'),
        writtenKey([...KEY_USE_ATTRIBUTES, 'scope'], 'ALL_OLD'),
      ]),
    },
    {
      what: "a partner's own items, written by endpoints that change nothing there",
      calls: callsOf(({ id, scope }) => scope === undefined || PARTNER_WRITERS.has(id), items(WRITES, 'PARTNER#…')),
    },
    {
      what: 'actions on items that the code does not use',
      calls: ALL.flatMap((action) =>
        callsOf(
          (row) => row.table.includes(action),
          ['USER#…', 'TX#…', 'LINK#…'].flatMap((partition) => items([action], partition)),
        ),
      ),
    },
    {
      what: 'the index of due items, for all but the redrive',
      calls: callsOf(
        ({ id }) => id === 'sweepOverdue',
        [{ action: 'dynamodb:Query', resource: index, context: { 'dynamodb:LeadingKeys': ['DUE#…'] } }],
      ),
    },
    {
      what: 'the stream, for all but its readers',
      calls: callsOf(
        ({ id }) => id === 'publishEvents' || id === 'projectChanges',
        plain(
          ['dynamodb:GetRecords', 'dynamodb:GetShardIterator', 'dynamodb:DescribeStream'],
          `${table}/stream/2026-01-01T00:00:00.000`,
        ),
      ),
    },
    {
      what: 'files of a kind that is not theirs',
      calls: Object.entries(FILES).flatMap(([path, actions]) =>
        Object.entries(actions).flatMap(([action, grant]) =>
          callsOf(grant === undefined ? noFunction : holds(grant), plain([action], `${bucket}/${path}`)),
        ),
      ),
    },
    {
      what: 'the names of files, but whether an upload is there',
      calls: [
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
    },
    {
      what: 'files by an address that is too old, or without encryption on the way',
      calls: Object.entries(FILES).flatMap(([path, actions]) =>
        Object.keys(actions).flatMap((action) =>
          callsOf(noFunction, [
            { action, resource: `${bucket}/${path}`, context: { 's3:signatureAge': String(15 * 60_000 + 1) } },
            { action, resource: `${bucket}/${path}`, context: { 'aws:SecureTransport': 'false' } },
            { action, resource: `${bucket}/${path}`, context: { 's3:TlsVersion': '1.1' } },
          ]),
        ),
      ),
    },
    {
      what: 'secrets of webhooks, for who neither seals nor opens them',
      calls: [
        ...callsOf(holds('webhook-key-encrypt'), [
          {
            action: 'kms:Encrypt',
            resource: key('-WebhookKey'),
            context: { 'kms:EncryptionContextKeys': ['partnerId'] },
          },
        ]),
        ...callsOf(holds('webhook-key-decrypt'), [
          {
            action: 'kms:Decrypt',
            resource: key('-WebhookKey'),
            context: { 'kms:EncryptionContextKeys': ['partnerId'] },
          },
        ]),
      ],
    },
    {
      what: 'secrets of webhooks without the partner whose they are',
      calls: callsOf(
        noFunction,
        [
          {},
          { 'kms:EncryptionContextKeys': ['userId'] },
          { 'kms:EncryptionContextKeys': ['partnerId', 'userId'] },
        ].flatMap((context) =>
          ['kms:Encrypt', 'kms:Decrypt'].map((action) => ({ action, resource: key('-WebhookKey'), context })),
        ),
      ),
    },
    {
      what: 'tokens of links, for who makes none',
      calls: callsOf(holds('link-key-mac'), plain(['kms:GenerateMac'], key('-LinkKey'))),
    },
    {
      what: 'the key of the records, for who has neither table nor files nor stream',
      calls: callsOf(
        ({ id, table: actions, grants }) => actions.length + grants.length > 0 || id === 'publishEvents',
        plain(['kms:Decrypt', 'kms:Encrypt', 'kms:GenerateDataKey'], recordsKeyOf(policies)),
      ),
    },
    {
      what: 'queues that a function neither reads nor sends to',
      calls: Object.entries(QUEUES).flatMap(([name, { readers, senders }]) => {
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
      }),
    },
    {
      what: 'events, for all but who reads the outbox',
      calls: callsOf(({ id }) => id === 'publishEvents', plain(['events:PutEvents'], bus)),
    },
    {
      what: 'events of our own buses, in the name of a partner',
      calls: callsOf(
        ({ id }) => id === 'publishEvents',
        [bus, account('events', 'event-bus/default'), bus.replace(LOCAL_REGION, 'eu-west-1')].map((resource) =>
          putEvents(resource, ['partner-ramp/…']),
        ),
      ),
    },
    {
      what: "events of partners' buses, for all but deliveries",
      calls: callsOf(holds('partner-buses'), [putEvents(PARTNER_BUS, ['partner-ramp/…'])]),
    },
    {
      what: "events of partners' buses in the name of anyone but a partner",
      calls: callsOf(
        noFunction,
        [[], ['partner-ramp'], ['aws.s3'], ['partner-ramp/…', 'another']].map((sources) =>
          putEvents(PARTNER_BUS, sources),
        ),
      ),
    },
    {
      what: "partners' buses, but for events",
      calls: callsOf(noFunction, plain(ADMINISTRATION.bus, PARTNER_BUS)),
    },
    {
      what: 'the resources themselves',
      calls: callsOf(noFunction, [
        ...plain(ADMINISTRATION.table, table),
        ...plain(ADMINISTRATION.index, index),
        ...plain(ADMINISTRATION.stream, `${table}/stream/2026-01-01T00:00:00.000`),
        ...plain(ADMINISTRATION.bucket, bucket),
        ...plain(ADMINISTRATION.object, `${bucket}/people/…/kyc/…`),
        ...keys.flatMap((arn) => plain(ADMINISTRATION.key, arn)),
        ...queues.flatMap((arn) => plain(ADMINISTRATION.queue, arn)),
        ...plain(ADMINISTRATION.bus, bus),
      ]),
    },
    { what: 'other resources of the account', calls: callsOf(noFunction, ELSEWHERE) },
  ];
}

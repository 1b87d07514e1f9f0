import * as z from 'zod';
import {
  isLowered,
  type WarmthChange,
  warmthChange,
  warmthChanges,
  warmthOf,
  warmthSchema,
  warmthSentence,
} from '#infra/checks/warm-throughput';

/*
 * Changes of the stateful template that would destroy something, or that DynamoDB refuses. A resource is reduced to what must stay as it is; two such
 * reductions are compared, that of the template which is deployed and that of the one which is to be.
 */

const json = z.json();

/** By logical id: the type, what must stay, and of a table its warm throughput, which may only grow. */
export const baselineSchema = z.record(
  z.string(),
  z.strictObject({ type: z.string(), kept: z.record(z.string(), json), warm: warmthSchema.optional() }),
);
export type Baseline = z.infer<typeof baselineSchema>;

/** Logical id, in a stage's template, of the part that holds what must not be lost. */
export const DATA_PART = 'Data';

export const templateSchema = z.object({
  Resources: z
    .record(
      z.string(),
      z.object({
        Type: z.string(),
        Properties: z.record(z.string(), json).default({}),
        DeletionPolicy: z.string().optional(),
        UpdateReplacePolicy: z.string().optional(),
      }),
    )
    // A stack that lost everything has not even the section.
    .default({}),
});
type Resource = z.infer<typeof templateSchema>['Resources'][string];

export const allowedChangesSchema = z.array(
  z.strictObject({
    stage: z.enum(['sandbox', 'production']),
    /** Logical id. */
    resource: z.string(),
    /** `removed`, the property, or as `warmthChange` names a rise of warm throughput. */
    change: z.string(),
    reason: z.string().min(20, 'needs a reason'),
    /** Last day on which it holds. */
    until: z.iso.date(),
  }),
);
export type AllowedChange = z.infer<typeof allowedChangesSchema>[number];

/** A part of a resource whose change destroys something, is refused by DynamoDB, or has to be announced. */
export interface DestructiveChange {
  readonly resource: string;
  readonly type: string;
  /** `removed`, `unrecorded`, the property, or as `warmthChange` names it. */
  readonly change: string;
  /** Of a change of warm throughput: what it is from and to. */
  readonly warmth?: WarmthChange;
}

/** Type of the stage's table. */
export const GLOBAL_TABLE = 'AWS::DynamoDB::GlobalTable';

/**
 * Properties by type: those whose change makes CloudFormation replace the resource or refuse the update
 * (https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/), and those whose change makes the service
 * delete what is inside. Absent here is a type that holds nothing.
 */
const KEPT_PROPERTIES: ReadonlyMap<string, readonly string[]> = new Map([
  [
    GLOBAL_TABLE,
    [
      'TableName',
      'KeySchema',
      'LocalSecondaryIndexes',
      'GlobalTableSourceArn',
      // With another attribute, items are deleted.
      'TimeToLiveSpecification',
      // Another view type is another stream: unread records are lost.
      'StreamSpecification',
      'SSESpecification',
    ],
  ],
  ['AWS::S3::Bucket', ['BucketName', 'LifecycleConfiguration', 'BucketEncryption', 'ObjectLockEnabled']],
  ['AWS::KMS::Key', ['KeySpec', 'KeyUsage', 'MultiRegion', 'Origin']],
  // The part itself: its resources are compared, and where its template is uploaded to says nothing.
  ['AWS::CloudFormation::Stack', []],
]);

/** Types of the stateful stack that can be made again at any time. */
const STATELESS = new Set(['AWS::S3::BucketPolicy', 'AWS::CDK::Metadata']);

/** Lists what guards a resource, by name, and whether it is there. */
function guards({ Type, Properties, DeletionPolicy, UpdateReplacePolicy }: Resource): [string, boolean][] {
  const versioning = z.object({ Status: z.string() }).safeParse(Properties.VersioningConfiguration);
  return [
    // Of both, the second deletes what a failed first deployment has made, and nothing later.
    ['DeletionPolicy', DeletionPolicy === 'Retain' || DeletionPolicy === 'RetainExceptOnCreate'],
    ['UpdateReplacePolicy', UpdateReplacePolicy === 'Retain'],
    ...(Type === GLOBAL_TABLE ? replicaGuards(replicas.parse(Properties.Replicas)) : []),
    ...(Type === 'AWS::S3::Bucket'
      ? ([['Versioning', versioning.data?.Status === 'Enabled']] satisfies [string, boolean][])
      : []),
  ];
}

const replicas = z
  .array(
    z.object({
      Region: json,
      // With another key, backups under the old one are lost.
      SSESpecification: json.default(null),
      DeletionProtectionEnabled: z.boolean().default(false),
      PointInTimeRecoverySpecification: z
        .object({ PointInTimeRecoveryEnabled: z.boolean().default(false) })
        .default({ PointInTimeRecoveryEnabled: false }),
    }),
  )
  .default([]);

/** Lists guards that every replica of a table has: one without them loses what the others keep. */
function replicaGuards(all: z.infer<typeof replicas>): [string, boolean][] {
  return [
    ['DeletionProtectionEnabled', all.every((one) => one.DeletionProtectionEnabled)],
    ['PointInTimeRecovery', all.every((one) => one.PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled)],
  ];
}

/**
 * Reduces a template to what must not change. Only guards that exist are recorded: a new one is no loss.
 * @throws Error when it holds a type that is missing from KEPT_PROPERTIES and STATELESS.
 */
export function toBaseline(template: z.infer<typeof templateSchema>): Baseline {
  const resources = Object.entries(template.Resources).filter(([, { Type }]) => !STATELESS.has(Type));
  return Object.fromEntries(
    resources.map(([id, resource]) => {
      const names = KEPT_PROPERTIES.get(resource.Type);
      if (names === undefined)
        throw new Error(`${id}: infra/checks/stateful-changes.ts does not say what must stay of ${resource.Type}`);
      const required = names.flatMap((name) => {
        const value = resource.Properties[name];
        return value === undefined ? [] : [[name, value] as const];
      });
      const guarded = guards(resource).flatMap(([name, holds]) => (holds ? [[name, true] as const] : []));
      const warm = resource.Type === GLOBAL_TABLE ? warmthOf(resource.Properties) : undefined;
      return [
        id,
        {
          type: resource.Type,
          kept: Object.fromEntries([...required, ...members(resource), ...guarded]),
          ...(warm && { warm }),
        },
      ];
    }),
  );
}

const indexes = z.array(z.object({ IndexName: z.string(), KeySchema: json, Projection: json })).default([]);
const attributes = z.array(z.object({ AttributeName: z.string(), AttributeType: z.string() })).default([]);

/** Names of what may be added without any loss, and neither removed nor changed: guards, and members of a table. */
const GROWING =
  /^(DeletionPolicy|UpdateReplacePolicy|DeletionProtectionEnabled|PointInTimeRecovery|Versioning|(Index|Attribute|Replica) .*)$/;

/** Lists replicas, indexes and attributes of a table, each for itself. An index is changed by removing it. */
function members({ Type, Properties }: Resource): [string, z.infer<typeof json>][] {
  if (Type !== GLOBAL_TABLE) return [];
  return [
    ...replicas
      .parse(Properties.Replicas)
      .map(({ Region, SSESpecification }): [string, z.infer<typeof json>] => [
        `Replica ${typeof Region === 'string' ? Region : "in the stage's Region"}`,
        SSESpecification,
      ]),
    ...indexes
      .parse(Properties.GlobalSecondaryIndexes)
      .map(({ IndexName, ...index }): [string, z.infer<typeof json>] => [`Index ${IndexName}`, index]),
    ...attributes
      .parse(Properties.AttributeDefinitions)
      .map(({ AttributeName, AttributeType }): [string, string] => [`Attribute ${AttributeName}`, AttributeType]),
  ];
}

/** Selects what must stay of a stage, from its own template and that of its data part: that part, and everything in it. */
export function statefulTemplate(stage: unknown, data: unknown): z.infer<typeof templateSchema> {
  const { [DATA_PART]: part } = templateSchema.parse(stage).Resources;
  const { Resources } = templateSchema.parse(data);
  return { Resources: { ...(part && { [DATA_PART]: part }), ...Resources } };
}

/**
 * Finds what the second template would destroy of the first, what it has that the first one does not know, and the warm throughput that
 * it changes.
 */
export function destructiveChanges(deployed: Baseline, wanted: Baseline): DestructiveChange[] {
  const lost = Object.entries(deployed).flatMap(([resource, { type, kept, warm }]) => {
    const now = wanted[resource];
    if (now === undefined || now.type !== type) return [{ resource, type, change: 'removed' }];
    const names = new Set([...Object.keys(kept), ...Object.keys(now.kept)]);
    // Only the new one has it: a guard is an improvement, and a replica, index or attribute is no loss.
    const gained = (name: string) => !(name in kept) && GROWING.test(name);
    return [
      ...[...names]
        .filter((name) => !same(kept[name], now.kept[name]) && !gained(name))
        .map((change) => ({ resource, type, change })),
      ...warmthChanges(warm, now.warm).map((warmth) => ({ resource, type, change: warmthChange(warmth), warmth })),
    ];
  });
  const unrecorded = Object.entries(wanted)
    .filter(([resource]) => !(resource in deployed))
    .map(([resource, { type }]) => ({ resource, type, change: 'unrecorded' }));
  return [...lost, ...unrecorded];
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}

function consequence({ change, warmth }: DestructiveChange): string {
  if (warmth !== undefined) return warmthSentence(warmth);
  return change === 'removed' ? 'would be removed' : `would lose or replace what ${change} keeps`;
}

/** Says in one sentence each change that no valid entry allows, and for each entry that allows nothing. */
export function findViolations(
  changes: readonly DestructiveChange[],
  allowed: readonly AllowedChange[],
  today: string,
): string[] {
  const allowedEntryFor = ({ resource, change }: DestructiveChange): AllowedChange | undefined =>
    allowed.find((entry) => entry.resource === resource && entry.change === change);
  const refused = changes.flatMap((change) => {
    const { resource, type, change: what, warmth } = change;
    // DynamoDB refuses it, whatever an entry allows.
    if (warmth !== undefined && isLowered(warmth)) return [`${resource} (${type}) ${warmthSentence(warmth)}`];
    if (what === 'unrecorded')
      return [`${resource} (${type}) is not in the baseline: run npx tsx scripts/check-stateful.ts --accept`];
    const entry = allowedEntryFor(change);
    const done = consequence(change);
    if (entry === undefined) return [`${resource} (${type}) ${done}; no entry of allowed-changes.json allows it`];
    if (entry.until < today)
      return [`${resource} (${type}) ${done}; the entry that allowed it ended on ${entry.until}`];
    return [];
  });
  const used = new Set(changes.map(allowedEntryFor));
  const idle = allowed
    .filter((entry) => !used.has(entry))
    .map(({ resource, change }) => `allowed-changes.json: ${change} of ${resource} is no change; take the entry out`);
  return [...refused, ...idle];
}

import * as z from 'zod';

/**
 * What a change of the stateful template would destroy. A resource is reduced to what must stay as it is; two such
 * reductions are compared, that of the template which is deployed and that of the one which is to be.
 */

const json = z.json();

/** By logical id: the type, and what must stay. */
export const baselineSchema = z.record(
  z.string(),
  z.strictObject({ type: z.string(), kept: z.record(z.string(), json) }),
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
    /** `removed`, or the property. */
    change: z.string(),
    reason: z.string().min(20, 'needs a reason'),
    /** Last day on which it holds. */
    until: z.iso.date(),
  }),
);
export type AllowedChange = z.infer<typeof allowedChangesSchema>[number];

/** A part of a resource whose change destroys something. */
export interface DestructiveChange {
  readonly resource: string;
  readonly type: string;
  /** `removed`, `unrecorded`, or the property. */
  readonly change: string;
}

/**
 * Properties by type: those whose change makes CloudFormation replace the resource or refuse the update
 * (https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/), and those whose change makes the service
 * delete what is inside. Absent here is a type that holds nothing.
 */
const KEPT_PROPERTIES: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'AWS::DynamoDB::Table',
    [
      'TableName',
      'KeySchema',
      'LocalSecondaryIndexes',
      'ImportSourceSpecification',
      // With another attribute, items are deleted.
      'TimeToLiveSpecification',
      // Another view type is another stream: unread records are lost.
      'StreamSpecification',
      // With another key, backups under the old one are lost.
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

/** What guards a resource, by name, with what it has to be where it is recorded. */
function guards({ Type, Properties, DeletionPolicy, UpdateReplacePolicy }: Resource): [string, boolean][] {
  const recovery = z
    .object({ PointInTimeRecoveryEnabled: z.boolean() })
    .safeParse(Properties.PointInTimeRecoverySpecification);
  const versioning = z.object({ Status: z.string() }).safeParse(Properties.VersioningConfiguration);
  return [
    ['DeletionPolicy', DeletionPolicy === 'Retain'],
    ['UpdateReplacePolicy', UpdateReplacePolicy === 'Retain'],
    ...(Type === 'AWS::DynamoDB::Table'
      ? ([
          ['DeletionProtectionEnabled', Properties.DeletionProtectionEnabled === true],
          ['PointInTimeRecovery', recovery.data?.PointInTimeRecoveryEnabled === true],
        ] satisfies [string, boolean][])
      : []),
    ...(Type === 'AWS::S3::Bucket'
      ? ([['Versioning', versioning.data?.Status === 'Enabled']] satisfies [string, boolean][])
      : []),
  ];
}

/**
 * A template reduced to what must not change. Only guards that exist are recorded: a new one is no loss.
 * @throws Error when it holds a type that is missing from KEPT_PROPERTIES and STATELESS.
 */
export function toBaseline(template: z.infer<typeof templateSchema>): Baseline {
  const resources = Object.entries(template.Resources).filter(([, { Type }]) => !STATELESS.has(Type));
  return Object.fromEntries(
    resources.map(([id, resource]) => {
      const names = KEPT_PROPERTIES.get(resource.Type);
      if (names === undefined)
        throw new Error(`${id}: infra/checks/stateful-changes.ts does not say what must stay of ${resource.Type}`);
      const kept = names.flatMap((name) => {
        const value = resource.Properties[name];
        return value === undefined ? [] : [[name, value] as const];
      });
      const guarded = guards(resource).flatMap(([name, holds]) => (holds ? [[name, true] as const] : []));
      return [id, { type: resource.Type, kept: Object.fromEntries([...kept, ...members(resource), ...guarded]) }];
    }),
  );
}

const indexes = z.array(z.object({ IndexName: z.string(), KeySchema: json, Projection: json })).default([]);
const attributes = z.array(z.object({ AttributeName: z.string(), AttributeType: z.string() })).default([]);

/** Prefix of what may be added without any loss, and neither removed nor changed. */
const GROWING = /^(Index|Attribute) /;

/** Indexes and attributes of a table, each for itself. An index is changed by removing it. */
function members({ Properties }: Resource): [string, z.infer<typeof json>][] {
  return [
    ...indexes
      .parse(Properties.GlobalSecondaryIndexes)
      .map(({ IndexName, ...index }): [string, z.infer<typeof json>] => [`Index ${IndexName}`, index]),
    ...attributes
      .parse(Properties.AttributeDefinitions)
      .map(({ AttributeName, AttributeType }): [string, string] => [`Attribute ${AttributeName}`, AttributeType]),
  ];
}

/** What must stay of a stage, from its own template and that of its data part: that part, and everything in it. */
export function statefulTemplate(stage: unknown, data: unknown): z.infer<typeof templateSchema> {
  const { [DATA_PART]: part } = templateSchema.parse(stage).Resources;
  const { Resources } = templateSchema.parse(data);
  return { Resources: { ...(part && { [DATA_PART]: part }), ...Resources } };
}

/** What the second template would destroy of the first, and what it has that the first one does not know. */
export function destructiveChanges(deployed: Baseline, wanted: Baseline): DestructiveChange[] {
  const gone = Object.entries(deployed).flatMap(([resource, { type, kept }]) => {
    const now = wanted[resource];
    if (now === undefined || now.type !== type) return [{ resource, type, change: 'removed' }];
    const names = new Set([...Object.keys(kept), ...Object.keys(now.kept)]);
    // Only the new one has it: a guard is an improvement, and an index or attribute is no loss.
    const gained = (name: string) => !(name in kept) && (now.kept[name] === true || GROWING.test(name));
    return [...names]
      .filter((name) => !same(kept[name], now.kept[name]) && !gained(name))
      .map((change) => ({ resource, type, change }));
  });
  const unrecorded = Object.entries(wanted)
    .filter(([resource]) => !(resource in deployed))
    .map(([resource, { type }]) => ({ resource, type, change: 'unrecorded' }));
  return [...gone, ...unrecorded];
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

/** One sentence for each change that no valid entry allows, and for each entry that allows nothing. */
export function findViolations(
  changes: readonly DestructiveChange[],
  allowed: readonly AllowedChange[],
  today: string,
): string[] {
  const allowedEntryFor = ({ resource, change }: DestructiveChange): AllowedChange | undefined =>
    allowed.find((entry) => entry.resource === resource && entry.change === change);
  const refused = changes.flatMap((change) => {
    const { resource, type, change: what } = change;
    if (what === 'unrecorded')
      return [`${resource} (${type}) is not in the baseline: run npx tsx scripts/check-stateful.ts --accept`];
    const entry = allowedEntryFor(change);
    const done = what === 'removed' ? 'would be removed' : `would lose or replace what ${what} keeps`;
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

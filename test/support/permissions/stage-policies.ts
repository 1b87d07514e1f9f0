/** The policies of a stage's templates, with the names that the local stack gives to its resources. */
import * as z from 'zod';
import { LOCAL_ACCOUNT, LOCAL_REGION } from '#local/engines/local-cloud';
import { STREAM_LABEL, tableArn } from '#local/recording/table-requests';
import type { Resource } from '#local/template/cloud-assembly';
import { asObject, type JsonObject } from '#local/template/json';
import { type Parts, plainId, readParts } from '#local/wiring/parts';
import type { StageName } from '#shared/values/stage-name';
import { shippedConfig, stageAssembly } from '#test/support/stage-assembly';

const strings = z.union([z.string(), z.array(z.string())]);
const statement = z.strictObject({
  Effect: z.enum(['Allow', 'Deny']),
  Action: strings,
  Resource: strings,
  Condition: z.record(z.string(), z.unknown()).optional(),
});
const policy = z.strictObject({ Version: z.string(), Statement: z.array(statement) });

/** Permissions of a role. */
export type Policy = z.infer<typeof policy>;
export type Statement = z.infer<typeof statement>;

/** The actions or resources of a statement, which names one or a list. */
export function listed(named: string | readonly string[]): readonly string[] {
  return typeof named === 'string' ? [named] : named;
}

export interface StagePolicies {
  readonly stage: StageName;
  /** Ids of the functions that the stage has, as in the endpoint and worker tables. */
  readonly functions: readonly string[];
  /** @throws Error when the stage has no such function */
  roleOf(functionId: string): Policy;
  /** Policies of buckets, queues and keys, by ARN. */
  readonly byResource: ReadonlyMap<string, JsonObject>;
  readonly parts: Parts;
}

/**
 * The account that has a resource, and the policy of the resource. That of a partner's event bus allows all that it can to us, so that
 * a role alone decides.
 */
export function resourceSide({ byResource }: Pick<StagePolicies, 'byResource'>, resource: string) {
  const [, , , , owner = ''] = resource.split(':');
  const account = owner === '' ? LOCAL_ACCOUNT : owner;
  if (account === LOCAL_ACCOUNT) return { account, resourcePolicy: byResource.get(resource) };
  const Principal = { AWS: `arn:aws:iam::${LOCAL_ACCOUNT}:root` };
  const allowed = { Effect: 'Allow', Principal, Action: 'events:*', Resource: resource };
  return { account, resourcePolicy: { Version: '2012-10-17', Statement: [allowed] } };
}

/** The ARN of the key that encrypts the table and the files. */
export function recordsKeyOf({ byResource }: StagePolicies): string {
  const arn = [...byResource.keys()].find((name) => name.endsWith('-RecordsKey'));
  if (arn === undefined) throw new Error('The stage has no key for its records');
  return arn;
}

const known = new Map<StageName, StagePolicies>();

/** A stage as shipped, without code. */
export function stagePolicies(stage: StageName): StagePolicies {
  const policies = known.get(stage) ?? readPolicies(stage);
  known.set(stage, policies);
  return policies;
}

function readPolicies(stage: StageName): StagePolicies {
  const shipped = shippedConfig(stage);
  // A stage for any account has that of the local cloud too.
  const config = shipped.account === undefined ? shipped : { ...shipped, account: LOCAL_ACCOUNT, region: LOCAL_REGION };
  const parts = readParts(stageAssembly({ config }));
  const resources = parts.assembly.stacks.flatMap((stack) => [...stack.resources.values()]);
  nameOthers(parts, resources);
  const roles = new Map(resources.flatMap((resource) => rolePolicy(parts, resource)));
  return {
    stage,
    parts,
    functions: [...roles.keys()],
    roleOf(id) {
      const role = roles.get(id);
      if (role === undefined) throw new Error(`${stage} has no function ${id}`);
      return role;
    },
    byResource: new Map(resources.flatMap((resource) => resourcePolicies(parts, resource))),
  };
}

/** Names the resources of policies that have no name in the local stack before it runs, or not at all. */
function nameOthers({ ids, ofType }: Parts, resources: readonly Resource[]): void {
  for (const { resource, name } of ofType('AWS::DynamoDB::GlobalTable'))
    ids.add(resource.stackName, resource.logicalId, {
      attributes: { StreamArn: `${tableArn(name)}/stream/${STREAM_LABEL}` },
    });
  for (const { resource, name } of ofType('AWS::SQS::Queue'))
    ids.add(resource.stackName, resource.logicalId, { ref: name });
  for (const { resource, name } of ofType('AWS::Events::Rule')) {
    const [bus] = ofType('AWS::Events::EventBus');
    const Arn = `arn:aws:events:${LOCAL_REGION}:${LOCAL_ACCOUNT}:rule/${bus?.name}/${name}`;
    ids.add(resource.stackName, resource.logicalId, { attributes: { Arn } });
  }
  for (const { stackName, logicalId, type } of resources) {
    const path = `${stackName}-${logicalId}`;
    if (type === 'AWS::Logs::LogGroup')
      ids.add(stackName, logicalId, {
        attributes: { Arn: `arn:aws:logs:${LOCAL_REGION}:${LOCAL_ACCOUNT}:log-group:${path}:*` },
      });
    if (type === 'AWS::IAM::Role')
      ids.add(stackName, logicalId, { ref: path, attributes: { Arn: `arn:aws:iam::${LOCAL_ACCOUNT}:role/${path}` } });
  }
}

/** The role of a function lies under the construct that is named after the row. */
function rolePolicy({ resolver }: Parts, resource: Resource): [id: string, role: Policy][] {
  const { stackName, logicalId, type, properties } = resource;
  const id = plainId(logicalId).replace(/Role$/, '');
  const isOfFunction = String(properties.Description).startsWith(`${id} of `);
  if (type !== 'AWS::IAM::Role' || !isOfFunction) return [];
  const policies = resolver.resolve(stackName, properties.Policies);
  if (!Array.isArray(policies) || policies.length !== 1) throw new Error(`${logicalId} has not one policy`);
  return [[id, policy.parse(asObject(policies[0], logicalId).PolicyDocument)]];
}

function resourcePolicies({ resolver, ofType }: Parts, resource: Resource): [arn: string, policy: JsonObject][] {
  const { stackName, logicalId, type, properties } = resource;
  const document = (name: string) => asObject(resolver.resolve(stackName, properties[name]), logicalId);
  switch (type) {
    case 'AWS::KMS::Key': {
      const found = ofType(type).find((part) => part.resource.logicalId === logicalId);
      return [[`arn:aws:kms:${LOCAL_REGION}:${LOCAL_ACCOUNT}:key/${found?.name}`, document('KeyPolicy')]];
    }
    case 'AWS::S3::BucketPolicy':
      return [[`arn:aws:s3:::${resolver.resolve(stackName, properties.Bucket)}`, document('PolicyDocument')]];
    case 'AWS::SQS::QueuePolicy': {
      const queues = resolver.resolve(stackName, properties.Queues);
      if (!Array.isArray(queues)) throw new Error(`${logicalId} has no queues`);
      return queues.map((name) => [`arn:aws:sqs:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${name}`, document('PolicyDocument')]);
    }
    default:
      return [];
  }
}

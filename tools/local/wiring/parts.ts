import { keyArn, LOCAL_ACCOUNT, LOCAL_REGION, queueArn } from '#local/engines/local-cloud';
import { checkInventory, type InertEntry } from '#local/template/check-inventory';
import { type CloudAssembly, type Resource, readCloudAssembly } from '#local/template/cloud-assembly';
import { Resolver } from '#local/template/intrinsics';
import { type PhysicalId, PhysicalIds } from '#local/template/physical-ids';
import { aliasSchema, readPart } from '#local/template/property-schemas';

/** A resource that the local stack runs, with its local name. */
export interface NamedResource {
  readonly resource: Resource;
  readonly name: string;
}

/** The checked templates, with all resource names and ids that are known before any resource starts. */
export interface Parts {
  readonly assembly: CloudAssembly;
  readonly ids: PhysicalIds;
  readonly resolver: Resolver;
  readonly inert: readonly InertEntry[];
  ofType(type: string): readonly NamedResource[];
}

/**
 * Reads and checks the templates, and assigns local names to the resources.
 * @throws Error if a template contains an unknown type or property
 */
export function readParts(cdkOut: string): Parts {
  const assembly = readCloudAssembly(cdkOut);
  const ids = new PhysicalIds();
  const resolver = new Resolver(assembly.stacks, ids);
  const { resources, inert } = checkInventory(assembly.stacks);
  const named = resources.map((resource) => ({ resource, name: localName(resource) }));
  const taken = new Map<string, NamedResource>();
  for (const part of named) {
    const key = `${part.resource.type} ${part.name}`;
    const other = taken.get(key);
    if (other !== undefined) {
      throw new Error(`${describe(part)} and ${describe(other)} would both have the local name ${part.name}`);
    }
    taken.set(key, part);
    ids.add(part.resource.stackName, part.resource.logicalId, fixedId(part));
  }
  for (const { resource } of named) {
    const { stackName, logicalId, type } = resource;
    if (type !== 'AWS::Lambda::Alias') continue;
    const { FunctionName, Name } = readPart(resource, aliasSchema, resolver);
    ids.add(stackName, logicalId, { ref: `${functionArn(parseFunctionKey(FunctionName))}:${Name}` });
  }
  return {
    assembly,
    ids,
    resolver,
    inert,
    ofType: (type) => named.filter(({ resource }) => resource.type === type),
  };
}

/** Returns the logical id without the hash that the CDK appends. */
export function plainId(logicalId: string): string {
  return logicalId.replace(/[0-9A-F]{8}$/, '');
}

/**
 * Property that contains the name of a resource, by resource type. Without this property, the stack name and logical id form the
 * name.
 */
const NAME_PROPERTIES: Readonly<Record<string, string>> = {
  'AWS::DynamoDB::GlobalTable': 'TableName',
  'AWS::SQS::Queue': 'QueueName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::Events::EventBus': 'Name',
  'AWS::Events::Rule': 'Name',
  'AWS::Scheduler::Schedule': 'Name',
  'AWS::ApiGateway::Stage': 'StageName',
};

function localName({ type, stackName, logicalId, properties }: Resource): string {
  const property = NAME_PROPERTIES[type];
  const given = property === undefined ? undefined : properties[property];
  if (typeof given === 'string') return given;
  if (given !== undefined) throw new Error(`${stackName}/${logicalId} (${type}): property ${property} is computed`);
  const name = `${stackName}-${plainId(logicalId)}`;
  if (type === 'AWS::S3::Bucket') return name.toLowerCase();
  // Use a short, lowercase id as in AWS, because responses and URLs contain the API id.
  return type === 'AWS::ApiGateway::RestApi' ? 'local' : name;
}

/** Returns the ids that are known before the resource starts. A queue's URL is known only afterwards. */
function fixedId({ resource, name }: NamedResource): PhysicalId {
  const arn = (service: string, path: string) => `arn:aws:${service}:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${path}`;
  switch (resource.type) {
    case 'AWS::DynamoDB::GlobalTable':
      return { ref: name, attributes: { Arn: arn('dynamodb', `table/${name}`) } };
    case 'AWS::SQS::Queue':
      return { attributes: { Arn: queueArn(name), QueueName: name } };
    case 'AWS::S3::Bucket':
      return { ref: name, attributes: { Arn: `arn:aws:s3:::${name}` } };
    case 'AWS::KMS::Key':
      return { ref: name, attributes: { Arn: keyArn(name), KeyId: name } };
    case 'AWS::Events::EventBus':
      return { ref: name, attributes: { Arn: arn('events', `event-bus/${name}`), Name: name } };
    case 'AWS::Lambda::Function':
      return { ref: name, attributes: { Arn: functionArn(name) } };
    default:
      return { ref: name };
  }
}

export function functionArn(name: string): string {
  return `arn:aws:lambda:${LOCAL_REGION}:${LOCAL_ACCOUNT}:function:${name}`;
}

/** Returns the function name in the ARN of a function or alias. Returns a plain name unchanged. */
export function parseFunctionKey(reference: string): string {
  return reference.split(':function:').at(-1)?.split(':')[0] ?? reference;
}

function describe({ resource }: NamedResource): string {
  return `${resource.stackName}/${resource.logicalId}`;
}

/** Reads the resources of a deployed stage from its deployed templates, which can differ from the local checkout. */
import {
  type CloudFormationClient,
  GetTemplateCommand,
  paginateListStackResources,
  type StackResourceSummary,
} from '@aws-sdk/client-cloudformation';
import * as z from 'zod/mini';
import { OPEN_METHOD_SETTINGS } from '#infra/constructs/frozen';
import { existing, OperationFailed } from '#ops/errors';
import { limitsOfTemplate, type MethodLimits, templateSettings } from './method-settings';
import type { Route } from './switches';

/** A resource of the stage's stack or of a nested stack. */
export interface DeployedResource {
  readonly type: string;
  readonly logicalId: string;
  readonly physicalId: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, unknown>>;
}

const templateSchema = z.object({
  Resources: z.record(
    z.string(),
    z.object({
      Properties: z.optional(z.record(z.string(), z.unknown())),
      Metadata: z.optional(z.record(z.string(), z.unknown())),
    }),
  ),
});

const NESTED = 'AWS::CloudFormation::Stack';

/** Returns all resources of a stack and its nested stacks, with their properties from the template. */
export async function deployedResources(client: CloudFormationClient, StackName: string): Promise<DeployedResource[]> {
  const summaries: StackResourceSummary[] = [];
  for await (const page of paginateListStackResources({ client }, { StackName }))
    for (const one of page.StackResourceSummaries ?? []) summaries.push(one);
  const { TemplateBody } = await client.send(new GetTemplateCommand({ StackName }));
  const { Resources } = templateSchema.parse(
    JSON.parse(existing(TemplateBody, `The stack ${StackName} has no template.`)),
  );
  const own = summaries.flatMap((summary): DeployedResource[] => {
    const { ResourceType: type = '', LogicalResourceId: logicalId = '', PhysicalResourceId: physicalId = '' } = summary;
    const { Properties: properties = {}, Metadata: metadata = {} } = Resources[logicalId] ?? {};
    return physicalId === '' ? [] : [{ type, logicalId, physicalId, properties, metadata }];
  });
  const nested = own.filter(({ type }) => type === NESTED);
  const inside = await Promise.all(nested.map(({ physicalId }) => deployedResources(client, physicalId)));
  return [...own, ...inside.flat()];
}

export function ofType(resources: readonly DeployedResource[], wanted: string): DeployedResource[] {
  return resources.filter(({ type }) => type === wanted);
}

/** @throws OperationFailed unless exactly one resource has the type */
export function single(resources: readonly DeployedResource[], wanted: string): DeployedResource {
  const [first, ...more] = ofType(resources, wanted);
  if (first !== undefined && more.length === 0) return first;
  throw new OperationFailed(`The stage's stack must contain exactly one ${wanted}. Is the stage deployed?`);
}

/** Returns the methods' throttling limits in an open stage. The template of a frozen stage has these limits in its metadata. */
export function openLimits({ properties, metadata }: DeployedResource): MethodLimits {
  return limitsOfTemplate(templateSettings.parse(metadata[OPEN_METHOD_SETTINGS] ?? properties.MethodSettings));
}

export function isDeployedFrozen({ metadata }: DeployedResource): boolean {
  return metadata[OPEN_METHOD_SETTINGS] !== undefined;
}

const METHODS: ReadonlySet<string> = new Set(['get', 'put', 'post', 'delete', 'patch']);

const restApi = z.object({ Body: z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) }) });

/** Returns the API's routes with a Lambda function. */
export function routesOf({ properties }: DeployedResource): Route[] {
  return Object.entries(restApi.parse(properties).Body.paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((method) => METHODS.has(method))
      .map((method) => ({ method: method.toUpperCase(), path: path.replaceAll(/\{\w+\}/g, '0') })),
  );
}

/** Returns true if an event source mapping reads a stream. Only stream mappings have a starting position. */
export function isStreamReader({ properties }: Pick<DeployedResource, 'properties'>): boolean {
  return properties.StartingPosition !== undefined;
}

const timed = z.object({ Timeout: z.number() });
const timeoutsOf = (functions: readonly DeployedResource[]) =>
  functions.map(({ properties }) => timed.parse(properties).Timeout);
const asynchronous = z.object({ MaximumEventAgeInSeconds: z.optional(z.number()) });

/** Returns the maximum time, in seconds, from the request of an invocation to its end. */
export function longestRunS(resources: readonly DeployedResource[]): number {
  const timeouts = timeoutsOf(ofType(resources, 'AWS::Lambda::Function'));
  // An asynchronous invocation of a schedule can wait in Lambda before it starts.
  const ages = ofType(resources, 'AWS::Lambda::EventInvokeConfig').map(
    ({ properties }) => asynchronous.parse(properties).MaximumEventAgeInSeconds ?? 0,
  );
  return Math.max(0, ...timeouts) + Math.max(0, ...ages);
}

/**
 * Returns the longest timeout, in seconds, of the functions that read a stream. Lambda invokes them synchronously, without a
 * wait. The code finds each function by the logical id of its event source mapping, which begins with the function's name.
 */
export function longestReadS(resources: readonly DeployedResource[]): number {
  const readers = ofType(resources, 'AWS::Lambda::EventSourceMapping')
    .filter(isStreamReader)
    .map(({ logicalId }) => logicalId.replace(/FromStream.*$/, 'Function'));
  const isRead = ({ logicalId }: DeployedResource) => readers.some((name) => logicalId.startsWith(name));
  return Math.max(0, ...timeoutsOf(ofType(resources, 'AWS::Lambda::Function').filter(isRead)));
}

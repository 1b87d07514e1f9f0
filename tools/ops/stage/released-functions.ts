/** Published versions of a stage's functions, read from CloudFormation and Lambda. */
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import {
  DeleteFunctionCommand,
  LambdaClient,
  paginateListAliases,
  paginateListVersionsByFunction,
} from '@aws-sdk/client-lambda';
import { existing } from '#ops/errors';
import type { StageName } from '#shared/values/stage-name';
import { type DeployedResource, deployedResources, ofType } from './deployed-template';

/** A published version of a function. */
export interface FunctionVersion {
  readonly version: number;
  /** ISO 8601. */
  readonly publishedAt: string;
  readonly codeBytes: number;
}

export interface ReleasedFunction {
  /** Id of the function in our code, for example `createUser`. */
  readonly id: string;
  readonly name: string;
  /** Versions that the alias routes requests to; several versions during a traffic shift. */
  readonly live: readonly number[];
  /** Version that the last deployment published. */
  readonly deployed: number;
  /** All existing versions, newest first. */
  readonly versions: readonly FunctionVersion[];
}

/** Returns the CloudFormation status of the stage's stack. @throws OperationFailed if the stack does not exist */
export async function readStackStatus(stage: StageName): Promise<string> {
  const StackName = `PartnerRamp-${stage}`;
  const { Stacks: [stack] = [] } = await new CloudFormationClient({}).send(new DescribeStacksCommand({ StackName }));
  return existing(stack?.StackStatus, `There is no stack ${StackName}: check the account and the region.`);
}

/** Returns a stage's functions that have published versions. */
export async function readReleasedFunctions(stage: StageName): Promise<ReleasedFunction[]> {
  const resources = await deployedResources(new CloudFormationClient({}), `PartnerRamp-${stage}`);
  const client = new LambdaClient({});
  const found: ReleasedFunction[] = [];
  // Read the functions sequentially, because all callers in the account share the few calls per second of Lambda's control plane.
  for (const { name, ...one } of ofType(resources, 'AWS::Lambda::Version').flatMap(toPublished))
    found.push({ ...one, name, live: await readLive(client, name), versions: await readVersions(client, name) });
  return found;
}

/** Deletes versions of functions. Lambda refuses to delete a version that an alias uses. */
export async function deleteVersions(doomed: readonly { readonly name: string; readonly version: number }[]) {
  const client = new LambdaClient({});
  for (const { name, version } of doomed)
    await client.send(new DeleteFunctionCommand({ FunctionName: name, Qualifier: String(version) }));
}

/** Reads the id, name and version of a function from a stack resource: `createUserFunctionCurrentVersion…`, `arn:…:NAME:7`. */
function toPublished({ logicalId, physicalId }: DeployedResource) {
  const [, id] = /^(\w+?)FunctionCurrentVersion/.exec(logicalId) ?? [];
  const [, name, version] = /:function:([\w-]+):(\d+)$/.exec(physicalId) ?? [];
  return id === undefined || name === undefined ? [] : [{ id, name, deployed: Number(version) }];
}

async function readLive(client: LambdaClient, FunctionName: string): Promise<number[]> {
  const live: string[] = [];
  for await (const { Aliases = [] } of paginateListAliases({ client }, { FunctionName }))
    for (const { FunctionVersion = '', RoutingConfig } of Aliases)
      live.push(FunctionVersion, ...Object.keys(RoutingConfig?.AdditionalVersionWeights ?? {}));
  return live.map(Number);
}

async function readVersions(client: LambdaClient, FunctionName: string): Promise<FunctionVersion[]> {
  const versions: FunctionVersion[] = [];
  for await (const { Versions = [] } of paginateListVersionsByFunction({ client }, { FunctionName }))
    for (const { Version = '', LastModified = '', CodeSize = 0 } of Versions)
      if (/^\d+$/.test(Version))
        versions.push({ version: Number(Version), publishedAt: LastModified, codeBytes: CodeSize });
  return versions.toSorted((one, other) => other.version - one.version);
}

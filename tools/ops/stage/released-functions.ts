/** The functions of a stage that have versions, as CloudFormation and Lambda know them. */
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
  /** Bytes of its code as Lambda stores it. */
  readonly codeBytes: number;
}

export interface ReleasedFunction {
  /** The row's id in the endpoint table. */
  readonly id: string;
  /** The name that Lambda knows it by. */
  readonly name: string;
  /** Versions that callers get; several while they move. */
  readonly live: readonly number[];
  /** The version that the last deployment made. */
  readonly deployed: number;
  /** Every version that exists, the newest first. */
  readonly versions: readonly FunctionVersion[];
}

/** The status of the stage's stack, by CloudFormation's names. @throws OperationFailed if there is none */
export async function readStackStatus(stage: StageName): Promise<string> {
  const StackName = `PartnerRamp-${stage}`;
  const { Stacks: [stack] = [] } = await new CloudFormationClient({}).send(new DescribeStacksCommand({ StackName }));
  return existing(stack?.StackStatus, `No stack ${StackName} is here: check the account and the region.`);
}

/** The functions of a stage whose versions callers get by an alias, in the order of the stacks. */
export async function readReleasedFunctions(stage: StageName): Promise<ReleasedFunction[]> {
  const resources = await deployedResources(new CloudFormationClient({}), `PartnerRamp-${stage}`);
  const client = new LambdaClient({});
  const found: ReleasedFunction[] = [];
  // One after the other: the account's other callers of Lambda's control plane share its few calls a second.
  for (const { name, ...one } of ofType(resources, 'AWS::Lambda::Version').flatMap(toPublished))
    found.push({ ...one, name, live: await readLive(client, name), versions: await readVersions(client, name) });
  return found;
}

/** Deletes one version of a function. Lambda refuses one that an alias points to. */
export async function deleteVersions(doomed: readonly { readonly name: string; readonly version: number }[]) {
  const client = new LambdaClient({});
  for (const { name, version } of doomed)
    await client.send(new DeleteFunctionCommand({ FunctionName: name, Qualifier: String(version) }));
}

/** Of a version that a stack made, the function's row and name: `createUserFunctionCurrentVersion…`, `arn:…:NAME:7`. */
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

import { join, resolve } from 'node:path';
import * as z from 'zod';
import { type AwsCaller, pageOf } from '#cloud/aws/aws-caller';
import type { Program, Programs } from '#cloud/plan/programs';
import { waitFor } from '#cloud/steps/checks';
import { ApiClient } from '#local/partner/api-client';
import { stageKey } from '#shared/dynamodb/keys';
import type { StageName } from '#shared/values/stage-name';

const REPOSITORY = resolve(import.meta.dirname, '../..');

/** A cloud, by what reaches it: an emulator, or an account. */
export interface Cloud {
  /** Names it in the report and in the names of logs. */
  readonly name: string;
  /** Variables with the addresses, the region and the credentials, for programs and clients. */
  readonly environment: Readonly<Record<string, string>>;
  readonly aws: AwsCaller;
  readonly programs: Programs;
}

/** A deployed stage, as a step needs it. Steps know nothing else of the cloud. */
export interface Target {
  readonly cloud: Cloud;
  readonly stage: StageName;
  /** Outputs of the stage's stack. */
  readonly outputs: StageOutputs;
  /** Address of its API; paths follow it. */
  readonly baseUrl: string;
}

/** Outputs of a stage that steps read. */
export const stageOutputs = z.object({
  ApiUrl: z.string(),
  TableName: z.string(),
  FilesBucketName: z.string(),
  FirstAttemptsQueueUrl: z.string(),
  RetriesQueueUrl: z.string(),
  StepsQueueUrl: z.string(),
  StepsDeadLettersUrl: z.string(),
  WebhookDeadLettersUrl: z.string(),
  OutboxDiscardedUrl: z.string(),
  EventBusName: z.string(),
});
export type StageOutputs = z.infer<typeof stageOutputs>;

/** The name of the stage's stack. */
export const stackName = ({ stage }: Pick<Target, 'stage'>): string => `PartnerRamp-${stage}`;

const gateways = pageOf('items', z.object({ id: z.string(), name: z.string() }));

/** Returns the id of the stage's gateway. @throws Error where there is none */
export async function restApiId({ cloud, stage }: Pick<Target, 'cloud' | 'stage'>): Promise<string> {
  const own = (await cloud.aws.list('apigateway GetRestApis', { limit: 500 }, gateways)).find(
    ({ name }) => name === stackName({ stage }),
  );
  if (own === undefined) throw new Error(`There is no gateway ${stackName({ stage })}`);
  return own.id;
}

/** A program of the project in TypeScript. */
export function projectProgram(name: string, file: string, args: readonly string[]): Omit<Program, 'environment'> {
  return {
    name,
    command: process.execPath,
    args: ['--import', 'tsx', join(REPOSITORY, file), ...args],
    cwd: REPOSITORY,
  };
}

const builds = new WeakMap<Programs, Promise<unknown>>();

/** Builds the functions, once for all runs that share these programs. */
export async function buildFunctions(programs: Programs): Promise<void> {
  const begun = builds.get(programs) ?? programs.succeed(projectProgram('build', 'infra/build/build-functions.ts', []));
  builds.set(programs, begun);
  await begun;
}

/** Runs the operator tool on a stage. @returns its one line of JSON @throws ProgramFailed */
export async function operate({ cloud, stage }: Target, args: readonly string[]): Promise<unknown> {
  const name = `${cloud.name}-ops-${args.filter((arg) => /^[a-z-]+$/.test(arg)).join('-')}`;
  const { AWS_ENDPOINT_URL: emulator } = cloud.environment;
  const place = ['--env', stage, ...(emulator === undefined ? [] : ['--endpoint', emulator])];
  const program = projectProgram(name, 'ops/ops.ts', [...args, ...place, '--yes', '--json']);
  return JSON.parse(await cloud.programs.succeed({ ...program, environment: cloud.environment }));
}

/** In production the operator tool makes no key without a second person, and an emulator knows one caller. */
async function created(target: Target, name: string): Promise<unknown> {
  const { cloud, stage, outputs } = target;
  if (stage !== 'production') {
    await stageOnRecord(target);
    return await operate(target, ['partner', 'create', '--name', name]);
  }
  const program = projectProgram(`${cloud.name}-create-partner`, 'cloud/plan/create-partner.ts', [name]);
  const environment = { ...cloud.environment, TABLE_NAME: outputs.TableName };
  return JSON.parse(await cloud.programs.succeed({ ...program, environment }));
}

/** The redrive runs every minute, and starts cold. */
const FIRST_REDRIVE_S = 180;

const createdPartner = z.object({ partnerId: z.string(), apiKey: z.string() });

const stageRecord = z.object({ Item: z.record(z.string(), z.unknown()).optional() });

/** Waits until the redrive has put on record whose table it is: before that the operator tool refuses it. */
async function stageOnRecord({ cloud, outputs: { TableName } }: Target): Promise<void> {
  const { PK, SK } = stageKey;
  const wanted = { TableName, Key: { PK: { S: PK }, SK: { S: SK } } };
  const find = async () => (await cloud.aws.call('dynamodb GetItem', wanted, stageRecord)).Item;
  await waitFor('the record of the stage', FIRST_REDRIVE_S, find);
}

/** A partner of its own for a step, made by the operator tool, with a client of the API. */
export async function newPartner(target: Target, name: string): Promise<ApiClient> {
  const { partnerId, apiKey } = createdPartner.parse(await created(target, name));
  return new ApiClient(target.baseUrl, apiKey, partnerId);
}

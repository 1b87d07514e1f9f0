import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { paginateGetRestApis } from '@aws-sdk/client-api-gateway';
import * as z from 'zod';
import { type Aws, readAll, readStack } from '#cloud/aws/clients';
import type { Variant } from '#cloud/cdk/variant';
import type { Certificate } from '#cloud/emulator/emulator';
import type { Providers } from '#cloud/emulator/providers';
import type { Program, Programs } from '#cloud/programs';
import { check, expectStatus, waitFor } from '#cloud/steps/checks';
import { ApiClient } from '#local/partner/api-client';
import type { Receiver } from '#local/partner/webhook-receiver';
import { stageKey } from '#shared/dynamodb/keys';
import type { StageName } from '#shared/values/stage-name';

const REPOSITORY = resolve(import.meta.dirname, '../../..');

/** Local port that receives the webhooks of a test in an AWS account. */
export const WEBHOOK_PORT = 8788;

/** AWS account or emulator in which the deployment test runs. */
export interface Cloud {
  readonly account: string;
  readonly region: string;
  /** Environment variables with endpoints, Region and credentials, for programs and clients. */
  readonly environment: Readonly<Record<string, string>>;
  readonly aws: Aws;
  readonly programs: Programs;
  /** Folder for settings, templates and logs. */
  readonly folder: string;
  /** Present only on the emulator. */
  readonly emulator?: { readonly url: string; readonly certificate: Certificate };
}

/** Stack outputs that steps read. */
const stageOutputs = z.object({
  ApiUrl: z.string(),
  TableName: z.string(),
  FilesBucketName: z.string(),
  FirstAttemptsQueueUrl: z.string(),
  StepsQueueUrl: z.string(),
  StepsDeadLettersUrl: z.string(),
});

/** A deployed stage. */
export interface Target {
  readonly stage: StageName;
  readonly outputs: z.infer<typeof stageOutputs>;
  /** URL of the API, without a slash at the end. */
  readonly baseUrl: string;
}

/** A sandbox partner with a verified user. `Trial.receiver` receives its webhooks, which are signed with `secret`. */
export interface Subscriber {
  readonly partner: ApiClient;
  readonly userId: string;
  readonly secret: string;
}

/** Returns the name of a stage's stack. */
export const stackName = (stage: StageName): string => `PartnerRamp-${stage}`;

const createdPartner = z.object({ partnerId: z.string(), apiKey: z.string() });
const withSecret = z.object({ data: z.object({ secret: z.string() }) });

/**
 * Maximum seconds from a deployment to the end of the first redrive. The redrive runs each minute, and its first run has a cold
 * start.
 */
const FIRST_REDRIVE_S = 180;
/** Maximum seconds until the sandbox has verified a person. */
const VERIFICATION_S = 150;
/** A KYC submission that the sandbox accepts. */
const PERSON = { country: 'MX', firstName: 'Ana', lastName: 'García' };

/** A test deployment: its environment, stages and shared state. */
export class Trial {
  /** Fake providers of production. `writeProductionSettings` starts them. */
  providers: Providers | undefined;
  readonly #targets = new Map<StageName, Target>();

  constructor(
    readonly cloud: Cloud,
    /** Receives all webhooks. The steps of the deployment test set its responses. */
    readonly receiver: Receiver,
    /** URL at which AWS reaches `receiver`: its own URL on the emulator, or a public URL that forwards to it. */
    readonly webhookUrl: string,
  ) {}

  settingsFile(stage: StageName): string {
    return join(this.cloud.folder, `${stage}.json`);
  }

  /** Writes the settings of a stage. @param changes settings that replace those of the shipped file */
  writeSettings(stage: StageName, shipped: string, changes: Readonly<Record<string, unknown>>): void {
    const text = readFileSync(join(REPOSITORY, 'infra/config', shipped), 'utf8');
    const { account, region } = this.cloud;
    const settings = { ...z.record(z.string(), z.unknown()).parse(JSON.parse(text)), account, region, ...changes };
    mkdirSync(this.cloud.folder, { recursive: true });
    writeFileSync(this.settingsFile(stage), JSON.stringify(settings));
  }

  /** Returns the folder with the synthesized templates of a release. */
  assembly(stage: StageName, release: Variant['release'] = 'first'): string {
    return join(this.cloud.folder, `${stage}-${release}`);
  }

  /** Returns a deployed stage. @throws CheckFailed if the stage is not deployed */
  async target(stage: StageName): Promise<Target> {
    return this.#targets.get(stage) ?? (await this.newTarget(stage));
  }

  /** Reads the stack outputs of a deployed stage. Call this function after a deployment that changes them. */
  async newTarget(stage: StageName): Promise<Target> {
    const { aws, emulator } = this.cloud;
    const StackName = stackName(stage);
    const stack = await readStack(aws, StackName);
    check(stack !== undefined, `there is no stack ${StackName}`);
    const outputs = stageOutputs.parse(stack.outputs);
    let baseUrl = outputs.ApiUrl.replace(/\/$/, '');
    if (emulator !== undefined) {
      // The emulator serves each REST API at a separate URL.
      const all = await readAll(paginateGetRestApis({ client: aws.apiGateway }, { limit: 500 }), ({ items }) => items);
      const gateway = all.find(({ name }) => name === StackName);
      check(gateway !== undefined, `there is no gateway ${StackName}`);
      baseUrl = `${emulator.url}/_aws/execute-api/${gateway.id}/${stage}`;
    }
    const target = { stage, outputs, baseUrl };
    this.#targets.set(stage, target);
    return target;
  }

  /** Runs the operator tool for a stage. @returns its JSON output @throws ProgramFailed */
  async operate(stage: StageName, args: readonly string[]): Promise<unknown> {
    const { environment, programs } = this.cloud;
    const { AWS_ENDPOINT_URL: endpoint } = environment;
    const place = ['--env', stage, ...(endpoint === undefined ? [] : ['--endpoint', endpoint])];
    const name = `ops-${args.filter((arg) => /^[a-z-]+$/.test(arg)).join('-')}`;
    const program = projectProgram(name, 'tools/ops/ops.ts', [...args, ...place, '--yes', '--json']);
    return JSON.parse(await programs.succeed({ ...program, environment }));
  }

  /** Creates a partner. @returns an API client with its key */
  async newPartner(stage: StageName, name: string): Promise<ApiClient> {
    const { baseUrl, outputs } = await this.target(stage);
    // In production, the operator tool creates a key only with approval of a second person.
    const create = stage === 'production' ? this.#createDirectly : this.#createByOperator;
    const { apiKey, partnerId } = createdPartner.parse(await create.call(this, outputs.TableName, name));
    return new ApiClient(baseUrl, apiKey, partnerId);
  }

  /** Creates a sandbox partner with a verified user and a webhook URL. */
  async newSubscriber(name: string): Promise<Subscriber> {
    const partner = await this.newPartner('sandbox', name);
    const settings = expectStatus(await partner.put('/webhook-settings', { url: this.webhookUrl }), 200);
    const { secret } = withSecret.parse(settings.body).data;
    return { partner, secret, userId: await verifiedUser(partner) };
  }

  async #createDirectly(TABLE_NAME: string, name: string): Promise<unknown> {
    const program = projectProgram('create-partner', 'tools/cloud/plan/create-partner.ts', [name]);
    const environment = { ...this.cloud.environment, TABLE_NAME };
    return JSON.parse(await this.cloud.programs.succeed({ ...program, environment }));
  }

  /**
   * Creates a partner with the operator tool. First waits until a function has written the name of the stage into the table: the
   * tool refuses a table without this record.
   */
  async #createByOperator(TableName: string, name: string): Promise<unknown> {
    const { aws } = this.cloud;
    const { PK, SK } = stageKey;
    const parameters = { TableName, Key: { PK: { S: PK }, SK: { S: SK } } };
    const find = async () => (await aws.dynamodb.getItem(parameters)).Item;
    await waitFor('the record of the stage', FIRST_REDRIVE_S, find);
    return await this.operate('sandbox', ['partner', 'create', '--name', name]);
  }
}

/** Registers a user and waits for the verification. @returns the user id */
export async function verifiedUser(partner: ApiClient, submission: Readonly<Record<string, unknown>> = PERSON) {
  const userId = await partner.newUser();
  expectStatus(await partner.post(`/users/${userId}/kyc`, submission), 201);
  await waitFor('the verification of a user', VERIFICATION_S, async () => {
    const response = expectStatus(await partner.get(`/users/${userId}`), 200);
    return response.body.data.kycStatus === 'VERIFIED' ? true : undefined;
  });
  return userId;
}

/** Returns the command that runs a TypeScript program of the project. */
export function projectProgram(name: string, file: string, args: readonly string[]): Omit<Program, 'environment'> {
  return {
    name,
    command: process.execPath,
    args: ['--import', 'tsx', join(REPOSITORY, file), ...args],
    cwd: REPOSITORY,
  };
}

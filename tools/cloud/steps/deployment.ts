import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { SECOND_RELEASE, type Variant } from '#cloud/cdk/variant';
import { projectProgram, stackName, type Trial } from '#cloud/plan/trial';
import { check, tally } from '#cloud/steps/checks';
import { awaitCompletion, createdId } from '#cloud/steps/journeys';
import type { ApiResponse } from '#local/partner/api-client';
import type { StageName } from '#shared/values/stage-name';

const CDK = resolve(import.meta.dirname, '../../../node_modules/aws-cdk/bin/cdk');

/** Runs the CDK with synthesized templates. @throws ProgramFailed */
export async function cdk({ cloud }: Trial, folder: string, [name = '', ...args]: readonly string[]): Promise<void> {
  await cloud.programs.succeed({
    name: `cdk-${name}`,
    command: process.execPath,
    args: [CDK, name, ...args, '--app', folder],
    // Use a folder without cdk.json: the command in cdk.json would build and synthesize again.
    cwd: join(folder, '..'),
    environment: cloud.environment,
  });
}

/** Synthesizes a release of a stage with the built functions. */
export async function synthesize(trial: Trial, stage: StageName, release: Variant['release']): Promise<void> {
  const { programs, emulator } = trial.cloud;
  const variant: Variant = {
    env: stage,
    configPath: trial.settingsFile(stage),
    outDir: trial.assembly(stage, release),
    isEmulated: emulator !== undefined,
    release,
  };
  await programs.succeed(
    projectProgram(`synthesize-${stage}`, 'tools/cloud/cdk/synthesize.ts', [JSON.stringify(variant)]),
  );
}

/** Short delays between webhook attempts: five attempts take seconds instead of half an hour. */
export const FAST_WEBHOOKS = { webhookDelaysS: [0, 1, 2, 2, 2] };

/** Builds the functions and synthesizes two releases of the sandbox, with short webhook delays. */
export async function synthesizeAll(trial: Trial): Promise<string> {
  await trial.cloud.programs.succeed(projectProgram('build', 'infra/build/build-functions.ts', []));
  trial.writeSettings('sandbox', 'sandbox.json', FAST_WEBHOOKS);
  await synthesize(trial, 'sandbox', 'first');
  await synthesize(trial, 'sandbox', 'second');
  return 'two releases of the sandbox';
}

/** Bootstraps the account for the CDK. */
export async function bootstrapAccount(trial: Trial): Promise<string> {
  const place = `aws://${trial.cloud.account}/${trial.cloud.region}`;
  await cdk(trial, trial.assembly('sandbox'), ['bootstrap', place]);
  return place;
}

/** Deploys the first release of a stage. */
export async function deployStage(trial: Trial, stage: StageName): Promise<string> {
  await deploy(trial, trial.assembly(stage));
  const { outputs } = await trial.target(stage);
  return `${outputs.ApiUrl}, table ${outputs.TableName}`;
}

/** Deploys synthesized templates. */
export async function deploy(trial: Trial, folder: string): Promise<void> {
  await cdk(trial, folder, ['deploy', '--require-approval', 'never']);
}

/** Compares the deployed templates with the synthesized ones. */
export async function compareDeployed(trial: Trial, stage: StageName): Promise<string> {
  await cdk(trial, trial.assembly(stage), ['diff', '--fail']);
  return `no difference in ${stackName(stage)}`;
}

const PAUSE_MS = 150;
/** Number of traffic rounds between two created transactions. */
const CREATION_EVERY = 8;

/** Deploys a second release while a partner sends requests. No request fails, and every transaction completes. */
export async function deployUnderTraffic(trial: Trial): Promise<string> {
  const { partner, userId } = await trial.newSubscriber('Traffic');
  const responses: ApiResponse[] = [];
  const created: string[] = [];
  let isOver = false;
  const call = async () => {
    for (let round = 0; !isOver; round += 1) {
      responses.push(await partner.get('/capabilities'));
      responses.push(await partner.get('/transactions?limit=5'));
      responses.push(
        await partner.get('/cross-ramp/quotes?sourceCurrency=MXN&targetCurrency=USD&sourceAmount=2000.01'),
      );
      if (round % CREATION_EVERY === 0) {
        const headers = { 'idempotency-key': randomUUID() };
        const response = await partner.post('/cross-ramp', partner.crossRamp(userId), { headers });
        responses.push(response);
        if (response.status < 300) created.push(createdId(response));
      }
      await sleep(PAUSE_MS);
    }
  };
  const finished = deploy(trial, trial.assembly('sandbox', 'second')).finally(() => {
    isOver = true;
  });
  for (const outcome of await Promise.allSettled([finished, call()]))
    if (outcome.status === 'rejected') throw outcome.reason;
  const summary = tally(responses);
  check(
    responses.every(({ status }) => status < 300),
    `a request failed: ${summary}`,
  );
  const document = await partner.get('/openapi.json');
  const { title } = z.object({ info: z.object({ title: z.string() }) }).parse(document.body).info;
  check(title === SECOND_RELEASE, `the document of the stage is "${title}"`);
  await awaitCompletion(partner, created);
  return `responses during the deployment: ${summary}; ${created.length} transactions completed`;
}

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { type Cloud, type StageOutputs, stackName, stageOutputs } from '#cloud/plan/target';
import type { StageName } from '#shared/values/stage-name';

const CDK = resolve(import.meta.dirname, '../../node_modules/aws-cdk/bin/cdk');

/** A synthesized stage, and where its outputs are to be kept. */
export interface Assembly {
  readonly stage: StageName;
  /** As the CDK left it. */
  readonly folder: string;
}

/** Runs the CDK's own command line on an assembly. @returns what it said @throws ProgramFailed */
async function cdk(
  cloud: Cloud,
  { folder }: Pick<Assembly, 'folder'>,
  [name = '', ...args]: readonly string[],
): Promise<string> {
  return await cloud.programs.succeed({
    name: `${cloud.name}-cdk-${name}`,
    command: process.execPath,
    args: [CDK, name, ...args, '--app', folder],
    // Without the settings of the repository, which build and synthesize once more.
    cwd: join(folder, '..'),
    environment: cloud.environment,
  });
}

/** Prepares an account for the CDK. */
export async function bootstrap(cloud: Cloud, assembly: Assembly, account: string): Promise<void> {
  const region = cloud.environment.AWS_REGION ?? '';
  await cdk(cloud, assembly, ['bootstrap', `aws://${account}/${region}`]);
}

/** Deploys a stage. @returns the outputs of its stack */
export async function deploy(cloud: Cloud, assembly: Assembly): Promise<StageOutputs> {
  return await deployStack(cloud, { name: stackName(assembly), folder: assembly.folder }, stageOutputs);
}

/** Deploys the stack of an assembly that has one. @returns its outputs */
export async function deployStack<T extends z.ZodType>(
  cloud: Cloud,
  { name, folder }: { readonly name: string; readonly folder: string },
  outputs: T,
): Promise<z.infer<T>> {
  const file = join(folder, '..', `${cloud.name}-${name}-outputs.json`);
  await cdk(cloud, { folder }, ['deploy', '--require-approval', 'never', '--outputs-file', file]);
  const found = existsSync(file) ? readFileSync(file, 'utf8') : '{}';
  return outputs.parse(z.record(z.string(), z.unknown()).parse(JSON.parse(found))[name]);
}

/** @throws ProgramFailed where what is deployed differs from the assembly */
export async function diff(cloud: Cloud, assembly: Assembly): Promise<void> {
  await cdk(cloud, assembly, ['diff', '--fail']);
}

/** Deletes the stack of an assembly. @throws ProgramFailed where the stack refuses */
export async function destroy(cloud: Cloud, assembly: Pick<Assembly, 'folder'>): Promise<void> {
  await cdk(cloud, assembly, ['destroy', '--force']);
}

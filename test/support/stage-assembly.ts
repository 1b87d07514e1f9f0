import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { inject } from 'vitest';
import { loadStage, type StageConfig } from '#infra/config/stages';
import { type SynthesisOptions, synthesize } from '#infra/synthesize';
import { tryLock } from '#local/start/make-once';
import type { StageName } from '#shared/values/stage-name';

/** Returns the default settings of a stage. Tests ignore the deployer's production.json. */
export function shippedConfig(env: StageName): StageConfig {
  const configPath = env === 'sandbox' ? 'infra/config/sandbox.json' : 'infra/config/production.example.json';
  return loadStage({ env, configPath });
}

export interface AssemblyOptions {
  readonly config: StageConfig;
  /** Code of every function. @default an empty handler */
  readonly code?: string;
  /** Checks of infra/checks/add-checks.ts. They take seconds, so only their own tests use them. @default none */
  readonly checks?: SynthesisOptions['checks'];
}

/**
 * Synthesizes a stage with stub code in every function, so that no build is needed. All test files and later test runs use the
 * same result until a source file changes.
 * @returns the folder of the cloud assembly; do not change it
 */
export function stageAssembly({
  config,
  code = 'exports.handler = async () => ({});',
  checks,
}: AssemblyOptions): string {
  const key = createHash('sha256')
    .update(JSON.stringify([config, code, checks?.name]))
    .digest('hex')
    .slice(0, 32);
  return madeOnce(join(inject('assemblies'), key), (outDir) => {
    const stub = `${outDir}.code`;
    mkdirSync(stub, { recursive: true });
    writeFileSync(join(stub, 'index.js'), code);
    synthesize({ config, outDir, codeFor: () => Code.fromAsset(stub), ...(checks && { checks }) });
    rmSync(stub, { recursive: true });
  });
}

/**
 * Creates a folder in one process while other processes wait. The wait is synchronous, because test files call this function in
 * callbacks of `describe`, which cannot await.
 */
function madeOnce(folder: string, make: (draft: string) => void): string {
  while (!existsSync(folder)) {
    const unlock = tryLock(`${folder}.lock`);
    if (unlock === undefined) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
      continue;
    }
    const draft = `${folder}.draft`;
    try {
      rmSync(draft, { recursive: true, force: true });
      if (existsSync(folder)) break;
      make(draft);
      renameSync(draft, folder);
    } finally {
      unlock();
    }
  }
  return folder;
}

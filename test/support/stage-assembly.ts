import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { inject } from 'vitest';
import { loadStage, type StageConfig } from '#infra/config/stages';
import { type SynthesisOptions, synthesize } from '#infra/synthesize';
import { tryLock } from '#local/start/make-once';
import type { StageName } from '#shared/values/stage-name';

/** The settings of a stage as shipped: the tests ignore the deployer's own production.json. */
export function shippedConfig(env: StageName): StageConfig {
  const configPath = env === 'sandbox' ? 'infra/config/sandbox.json' : 'infra/config/production.example.json';
  return loadStage({ env, configPath });
}

export interface AssemblyOptions {
  readonly config: StageConfig;
  /** The code of every function. @default an empty handler */
  readonly code?: string;
  /**
   * The checks of infra/checks/add-checks.ts. They take seconds and load so much that only their own tests import
   * them.
   * @default none
   */
  readonly checks?: SynthesisOptions['checks'];
}

/**
 * The templates of a stage with a stub in place of every function's code: no build is needed. They are synthesized once,
 * for all files and runs until a source changes.
 * @returns the folder of the cloud assembly, which no one changes
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

/** A folder that one process makes, while the others wait. It blocks: tests ask for templates before they are collected. */
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

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { App } from 'aws-cdk-lib';
import * as z from 'zod';
import type { StageConfig } from '#infra/config/stages';
import type { CodeFor } from '#infra/constructs/service-function';
import { addStage } from '#infra/stacks/stage-stacks';

export interface SynthesisOptions {
  readonly config: StageConfig;
  readonly codeFor: CodeFor;
  /** Folder that the templates go to. */
  readonly outDir: string;
  /**
   * Adds the checks of infra/checks/add-checks.ts, as the command line does. They take several times as long as the
   * rest, so the local stack leaves them out.
   * @default nothing
   */
  readonly checks?: (app: App) => void;
}

/** Stack traces and constructor arguments of resources are left out: no template contains them, and they take a sixth of the time. */
const NO_RECORDS = {
  'aws:cdk:disable-creation-stack-traces': true,
  '@aws-cdk/core:enableAdditionalMetadataCollection': false,
};

/** The stage's templates as `cdk synth` makes them, without its command line. @returns the folder */
export function synthesize({ config, codeFor, outDir, checks }: SynthesisOptions): string {
  const app = new App({
    // The command line asks for the path of each asset; cdk.json cannot.
    context: { ...cdkContext(), 'aws:cdk:enable-asset-metadata': true, ...(checks === undefined && NO_RECORDS) },
    outdir: outDir,
    analyticsReporting: false,
    builtinCloudFormationValidation: false,
    // Both are for tools that show the constructs behind a template, and take a fifth of the time.
    treeMetadata: false,
    stackTraces: false,
  });
  addStage(app, config, codeFor);
  checks?.(app);
  return app.synth().directory;
}

/** The feature flags in cdk.json: without them the same code makes other templates. */
function cdkContext(): Record<string, unknown> {
  const text = readFileSync(resolve(import.meta.dirname, '../cdk.json'), 'utf8');
  return z.object({ context: z.record(z.string(), z.unknown()) }).parse(JSON.parse(text)).context;
}

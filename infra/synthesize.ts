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
  /** Output folder of the templates. */
  readonly outDir: string;
  /**
   * Adds the checks of infra/checks/add-checks.ts to the app. The local stack omits the checks, because they take several times
   * as long as the synthesis.
   */
  readonly checks?: (app: App) => void;
}

/** Omits stack traces and constructor arguments of resources. They take a sixth of the synthesis time and are in no template. */
const NO_RECORDS = {
  'aws:cdk:disable-creation-stack-traces': true,
  '@aws-cdk/core:enableAdditionalMetadataCollection': false,
};

/** Creates the same templates of a stage as `cdk synth`, without the CDK command line. @returns the output folder */
export function synthesize({ config, codeFor, outDir, checks }: SynthesisOptions): string {
  const app = new App({
    // Sets the option for asset paths as the CDK command line does, because cdk.json cannot contain this option.
    context: { ...cdkContext(), 'aws:cdk:enable-asset-metadata': true, ...(checks === undefined && NO_RECORDS) },
    outdir: outDir,
    analyticsReporting: false,
    builtinCloudFormationValidation: false,
    // Tree metadata and stack traces are only for tools that show constructs. They take a fifth of the synthesis time.
    treeMetadata: false,
    stackTraces: false,
  });
  addStage(app, config, codeFor);
  checks?.(app);
  return app.synth().directory;
}

/** Reads the feature flags in cdk.json. Without these flags, the same code creates different templates. */
function cdkContext(): Record<string, unknown> {
  const text = readFileSync(resolve(import.meta.dirname, '../cdk.json'), 'utf8');
  return z.object({ context: z.record(z.string(), z.unknown()) }).parse(JSON.parse(text)).context;
}

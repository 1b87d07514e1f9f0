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
   * Whether to check the templates against CloudFormation's own rules, as the command line does. It takes two
   * seconds, four times the rest.
   * @default true
   */
  readonly validated?: boolean;
}

/** The stage's templates as `cdk synth` makes them, without its command line. Answers the folder. */
export function synthesize({ config, codeFor, outDir, validated = true }: SynthesisOptions): string {
  const app = new App({
    // The command line asks for the path of each asset; cdk.json cannot.
    context: { ...cdkContext(), 'aws:cdk:enable-asset-metadata': true },
    outdir: outDir,
    analyticsReporting: false,
    builtinCloudFormationValidation: validated,
  });
  addStage(app, config, codeFor);
  return app.synth().directory;
}

/** The feature flags in cdk.json: without them the same code makes other templates. */
function cdkContext(): Record<string, unknown> {
  const text = readFileSync(resolve(import.meta.dirname, '../cdk.json'), 'utf8');
  return z.object({ context: z.record(z.string(), z.unknown()) }).parse(JSON.parse(text)).context;
}

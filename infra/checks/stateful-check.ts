import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { IPolicyValidationContext, IPolicyValidationPlugin, PolicyValidationPluginReport } from 'aws-cdk-lib';
import type { StageName } from '#shared/values/stage-name';
import { nestedTemplates } from './nested-templates';
import {
  type AllowedChange,
  allowedChangesSchema,
  type Baseline,
  baselineSchema,
  DATA_PART,
  destructiveChanges,
  findViolations,
  GLOBAL_TABLE,
  statefulTemplate,
  templateSchema,
  toBaseline,
} from './stateful-changes';
import { maximaBelowWarmth } from './warm-throughput';

/** Folder of the baselines, and of what may change of them. */
export const baselineFolder = resolve(import.meta.dirname, '../baseline');

/** Names the file with the baseline of a stage. */
export function baselineFile(stage: StageName): string {
  return resolve(baselineFolder, `${stage}.json`);
}

/** The deployed baseline of a stage, and changes of it that are allowed. Injected by tests. */
export interface StatefulRecord {
  readonly deployed: Baseline;
  readonly allowed: readonly AllowedChange[];
  /** YYYY-MM-DD. */
  readonly today: string;
}

/** Reads the committed record of a stage. */
export function committedRecord(stage: StageName): StatefulRecord {
  const allowed = allowedChangesSchema.parse(readJson(resolve(baselineFolder, 'allowed-changes.json')));
  return {
    deployed: baselineSchema.parse(readJson(baselineFile(stage))),
    allowed: allowed.filter((entry) => entry.stage === stage),
    today: new Date().toISOString().slice(0, 10),
  };
}

/** Lists what is wrong with a stateful template, in sentences. */
export function statefulViolations(template: unknown, { deployed, allowed, today }: StatefulRecord): string[] {
  const parsed = templateSchema.parse(template);
  const tooLow = Object.entries(parsed.Resources)
    .filter(([, { Type }]) => Type === GLOBAL_TABLE)
    .flatMap(([id, { Type, Properties }]) => maximaBelowWarmth(Properties).map((text) => `${id} (${Type}) ${text}`));
  return [...findViolations(destructiveChanges(deployed, toBaseline(parsed)), allowed, today), ...tooLow];
}

/** Ends the synthesis when a stage would lose something that no entry allows it to lose. */
export class StatefulCheck implements IPolicyValidationPlugin {
  readonly name = 'Stateful stack';

  constructor(private readonly recordFor: (stage: StageName) => StatefulRecord = committedRecord) {}

  validate(context: IPolicyValidationContext): PolicyValidationPluginReport {
    const nested = nestedTemplates(context);
    const violations = context.stackTemplates.flatMap(({ stackConstructPath, templatePath }) => {
      const stage = /^PartnerRamp-(sandbox|production)$/.exec(stackConstructPath)?.[1];
      if (stage !== 'sandbox' && stage !== 'production') return [];
      // A stage without its data part has lost everything in it.
      const data = nested.find((part) => part.stackConstructPath === `${stackConstructPath}/${DATA_PART}`);
      const template = statefulTemplate(readJson(templatePath), data === undefined ? {} : readJson(data.templatePath));
      return statefulViolations(template, this.recordFor(stage)).map((description) => ({
        ruleName: 'destructive-change',
        description,
        severity: 'error',
        violatingResources: [
          {
            templatePath: data?.templatePath ?? templatePath,
            resourceLogicalId: description.split(' ')[0] ?? '',
            locations: [],
          },
        ],
      }));
    });
    return { success: violations.length === 0, violations };
  }
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

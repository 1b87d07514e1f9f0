import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type {
  IPolicyValidationContext,
  IPolicyValidationPlugin,
  PolicyValidationPluginReport,
} from 'aws-cdk-lib';
import {
  type AllowedChange,
  allowedShape,
  type Baseline,
  baselineOf,
  baselineShape,
  destructiveChanges,
  faultsOf,
  templateShape,
} from '#infra/checks/stateful-changes';
import type { StageName } from '#shared/domain/partners/stage-name';

/** Where baselines are kept, and what may change of them. */
export const baselineFolder = resolve(import.meta.dirname, '../baseline');

/** Where the baseline of a stage is kept. */
export function baselineFile(stage: StageName): string {
  return resolve(baselineFolder, `${stage}.json`);
}

/** What is deployed, and what may change of it. Injected by tests. */
export interface StatefulRecord {
  readonly deployed: Baseline;
  readonly allowed: readonly AllowedChange[];
  /** YYYY-MM-DD. */
  readonly today: string;
}

/** The committed record of a stage. */
export function committedRecord(stage: StageName): StatefulRecord {
  const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
  const allowed = allowedShape.parse(read(resolve(baselineFolder, 'allowed-changes.json')));
  return {
    deployed: baselineShape.parse(read(baselineFile(stage))),
    allowed: allowed.filter((entry) => entry.stage === stage),
    today: new Date().toISOString().slice(0, 10),
  };
}

/** What is wrong with a stateful template, in sentences. */
export function statefulFaults(template: unknown, { deployed, allowed, today }: StatefulRecord): string[] {
  const changes = destructiveChanges(deployed, baselineOf(templateShape.parse(template)));
  return faultsOf(changes, allowed, today);
}

/** Ends the synthesis when the stateful stack would lose something that nobody allowed it to lose. */
export class StatefulGate implements IPolicyValidationPlugin {
  readonly name = 'Stateful stack';

  constructor(private readonly recordOf: (stage: StageName) => StatefulRecord = committedRecord) {}

  validate({ stackTemplates }: IPolicyValidationContext): PolicyValidationPluginReport {
    const violations = stackTemplates.flatMap(({ stackConstructPath, templatePath }) => {
      const stage = /^PartnerRamp-(sandbox|production)-Data$/.exec(stackConstructPath)?.[1];
      if (stage !== 'sandbox' && stage !== 'production') return [];
      const template: unknown = JSON.parse(readFileSync(templatePath, 'utf8'));
      return statefulFaults(template, this.recordOf(stage)).map((description) => ({
        ruleName: 'destructive-change',
        description,
        severity: 'error',
        violatingResources: [
          { templatePath, resourceLogicalId: description.split(' ')[0] ?? '', locations: [] },
        ],
      }));
    });
    return { success: violations.length === 0, violations };
  }
}

import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { TemplateRules } from '#infra/checks/template-rules';
import type { StageConfig } from '#infra/config/stages';
import { StatefulCheck } from './stateful-check';

/**
 * Adds the checks of an app at synthesis: its own record of what must not be lost, CloudFormation's rules, and two
 * packs of good practice. A finding that is not acknowledged, with a reason and beside the resource, ends the
 * synthesis. The app itself has to be made with `builtinCloudFormationValidation: false`. The record is that of the stage which holds
 * the table: a copy of it in another Region is not held against it.
 */
export function addChecks(app: App, { copyOf }: Pick<StageConfig, 'copyOf'>): void {
  Validations.of(app).addPlugins(
    ...(copyOf === undefined ? [new StatefulCheck()] : []),
    new TemplateRules(),
    new AwsSolutionsChecks(app),
    new ServerlessChecks(app),
  );
}

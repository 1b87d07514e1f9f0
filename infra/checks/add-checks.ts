import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { TemplateRules } from '#infra/checks/template-rules';
import { StatefulCheck } from './stateful-check';

/**
 * Adds the checks of an app at synthesis: its own record of what must not be lost, CloudFormation's rules, and two
 * packs of good practice. A finding that is not acknowledged, with a reason and beside the resource, ends the
 * synthesis. The app itself has to be made with `builtinCloudFormationValidation: false`.
 */
export function addChecks(app: App): void {
  Validations.of(app).addPlugins(
    new StatefulCheck(),
    new TemplateRules(),
    new AwsSolutionsChecks(app),
    new ServerlessChecks(app),
  );
}

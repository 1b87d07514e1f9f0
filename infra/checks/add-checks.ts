import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { TemplateRules } from '#infra/checks/template-rules';

/**
 * Adds the checks of an app at synthesis: CloudFormation's rules, and two packs of good practice. A finding that is not acknowledged,
 * with a reason and next to the resource, ends the synthesis. The app has to be made with `builtinCloudFormationValidation: false`.
 */
export function addChecks(app: App): void {
  Validations.of(app).addPlugins(new TemplateRules(), new AwsSolutionsChecks(app), new ServerlessChecks(app));
}

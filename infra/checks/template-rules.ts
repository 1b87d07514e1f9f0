import {
  CloudFormationValidatePlugin,
  type IPolicyValidationContext,
  type IPolicyValidationPlugin,
  type PolicyValidationPluginReport,
} from 'aws-cdk-lib';
import { nestedTemplates } from '#infra/checks/nested-templates';

/** Reads the rules of every resource type that it meets, which takes seconds: once for all apps of a process. */
const rules = new CloudFormationValidatePlugin();

/**
 * Holds every template against CloudFormation's own rules. The library does so by itself, but for what is nested in
 * a template: so that is switched off, and this does both with one reading of the rules.
 */
export class TemplateRules implements IPolicyValidationPlugin {
  readonly name = 'CloudFormation rules';

  validate(context: IPolicyValidationContext): PolicyValidationPluginReport {
    const stackTemplates = [...context.stackTemplates, ...nestedTemplates(context)];
    const templatePaths = stackTemplates.map(({ templatePath }) => templatePath);
    return rules.validate({ ...context, stackTemplates, templatePaths });
  }
}

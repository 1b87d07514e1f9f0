import { dirname, join } from 'node:path';
import {
  type App,
  CloudFormationValidatePlugin,
  type IPolicyValidationContext,
  type IPolicyValidationPlugin,
  NestedStack,
  type PolicyValidationPluginReport,
  type PolicyValidationStack,
  Validations,
} from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';

/** Shared by all apps of a process, because reading the rules of the resource types takes seconds. */
const rules = new CloudFormationValidatePlugin();

/**
 * Checks every template against CloudFormation's rules. The CDK's built-in check is off, because it skips nested templates. This
 * class checks all templates and reads the rules once.
 */
class TemplateRules implements IPolicyValidationPlugin {
  readonly name = 'CloudFormation rules';

  validate(context: IPolicyValidationContext): PolicyValidationPluginReport {
    const stackTemplates = [...context.stackTemplates, ...nestedTemplates(context)];
    const templatePaths = stackTemplates.map(({ templatePath }) => templatePath);
    return rules.validate({ ...context, stackTemplates, templatePaths });
  }
}

/** Returns the nested templates of an app, which the CDK does not pass to a plugin. */
function nestedTemplates({ appConstruct, stackTemplates }: IPolicyValidationContext): PolicyValidationStack[] {
  const around = new Map(stackTemplates.map((template) => [template.stackConstructPath, template]));
  return appConstruct.node.findAll().flatMap((construct) => {
    if (!(construct instanceof NestedStack)) return [];
    const outer = around.get(construct.node.path.split('/')[0] ?? '');
    if (outer === undefined) throw new Error(`${construct.node.path} is nested in a stack that is not synthesized`);
    const templatePath = join(dirname(outer.templatePath), construct.templateFile);
    return [{ ...outer, stackConstructPath: construct.node.path, templatePath }];
  });
}

/**
 * Adds the checks of an app at synthesis. A finding stops the synthesis, unless it is acknowledged next to the resource. The app
 * must be created with `builtinCloudFormationValidation: false`.
 */
export function addChecks(app: App): void {
  Validations.of(app).addPlugins(new TemplateRules(), new AwsSolutionsChecks(app), new ServerlessChecks(app));
}

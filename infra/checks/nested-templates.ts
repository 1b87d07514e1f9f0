import { dirname, join } from 'node:path';
import { type IPolicyValidationContext, NestedStack, type PolicyValidationStack } from 'aws-cdk-lib';

/** The templates nested in those of an app, which the library does not name to a plugin by itself. */
export function nestedTemplates({ appConstruct, stackTemplates }: IPolicyValidationContext): PolicyValidationStack[] {
  const around = new Map(stackTemplates.map((template) => [template.stackConstructPath, template]));
  return appConstruct.node.findAll().flatMap((construct) => {
    if (!(construct instanceof NestedStack)) return [];
    const outer = around.get(construct.node.path.split('/')[0] ?? '');
    if (outer === undefined) throw new Error(`${construct.node.path} is nested in a stack that is not synthesized`);
    const templatePath = join(dirname(outer.templatePath), construct.templateFile);
    return [{ ...outer, stackConstructPath: construct.node.path, templatePath }];
  });
}

/** The linters, each as a function from a folder, with a folder of templates for each stage, to findings. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { CfnGuardValidator } from '@cdklabs/cdk-validator-cfnguard';
import { App } from 'aws-cdk-lib';
import * as z from 'zod';
import type { TemplateFinding } from '#infra/checks/template-findings';

/** A report names thousands of places, with the lines around each. */
const REPORT_BYTES = 512 * 1024 * 1024;

const resources = z.object({ Resources: z.record(z.string(), z.object({ Type: z.string() })).default({}) });

/** The templates under a folder, those that are nested in others too. */
function templatesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.template.json'))
    .map((file) => join(folder, file));
}

const typesIn = (template: string) => resources.parse(JSON.parse(readFileSync(template, 'utf8'))).Resources;

/** The stage of a template, whose folder is named after it, and the type and id of a resource; no text for an id that is none. */
function locate(template: string, id: string): Pick<TemplateFinding, 'stage' | 'resource'> {
  const type = typesIn(template)[id]?.Type;
  const stage = basename(dirname(template)) === 'production' ? 'production' : 'sandbox';
  return { stage, resource: type === undefined ? '' : `${type} ${id}` };
}

/** The output of a program, which reports findings by an exit code above 0. */
function outputOf(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { maxBuffer: REPORT_BYTES }, (error, stdout, stderr) => {
      if (stdout === '') reject(new Error(`${program} reported nothing: ${stderr}`, { cause: error }));
      else resolve(stdout);
    });
  });
}

const cfnLintReport = z.array(
  z.object({
    Filename: z.string(),
    Message: z.string(),
    Rule: z.object({ Id: z.string() }),
    Location: z.object({ Path: z.array(z.union([z.string(), z.number()])).nullable() }),
  }),
);

/**
 * A process for each folder below `folder`, since one uses one core and takes minutes for a stage.
 * @param bin folder of the program
 */
export async function cfnLint(folder: string, bin: string): Promise<TemplateFinding[]> {
  const lint = (stage: string) =>
    outputOf(join(bin, 'cfn-lint'), ['--format', 'json', '--', ...templatesIn(join(folder, stage))]);
  const outputs = await Promise.all(readdirSync(folder).map(lint));
  const reports = outputs.flatMap((output) => cfnLintReport.parse(JSON.parse(output)));
  return reports.map(({ Filename, Message, Rule, Location }) => ({
    tool: 'cfn-lint',
    rule: Rule.Id,
    ...locate(Filename, String(Location.Path?.[1])),
    message: Message,
  }));
}

const checkovReport = z.object({
  summary: z.object({ resource_count: z.int().positive(), parsing_errors: z.literal(0) }),
  results: z.object({
    failed_checks: z.array(
      z.object({ check_id: z.string(), check_name: z.string(), resource: z.string(), file_abs_path: z.string() }),
    ),
  }),
});

/** @param bin folder of the program */
export async function checkov(folder: string, bin: string): Promise<TemplateFinding[]> {
  const args = ['-d', folder, '--framework', 'cloudformation', '--skip-download', '--quiet', '--compact', '-o', 'json'];
  const { results } = checkovReport.parse(JSON.parse(await outputOf(join(bin, 'checkov'), args)));
  return results.failed_checks.map(({ check_id: rule, check_name: message, resource, file_abs_path: template }) => ({
    tool: 'checkov',
    rule,
    ...locate(template, resource.split('.')[1] ?? ''),
    message,
  }));
}

/** The rules of AWS Control Tower, by the program that comes with the package. */
export function cfnGuard(folder: string): TemplateFinding[] {
  const templates = templatesIn(folder);
  const validator = new CfnGuardValidator({
    controlTowerRulesEnabled: false,
    rules: controlTowerRules(templates),
    maxBuffer: REPORT_BYTES,
  });
  const { violations } = validator.validate({ templatePaths: templates, appConstruct: new App() });
  return violations.flatMap(({ ruleName: rule, description: message, violatingResources }) =>
    violatingResources.map(({ resourceLogicalId, templatePath }) => ({
      tool: 'cfn-guard',
      rule,
      ...locate(templatePath, resourceLogicalId),
      message,
    })),
  );
}

/** The rules that concern a type of the templates. The others find nothing, and there are hundreds of them. */
function controlTowerRules(templates: readonly string[]): string[] {
  const types = new Set(templates.flatMap((template) => Object.values(typesIn(template)).map(({ Type }) => Type)));
  const main = createRequire(import.meta.url).resolve('@cdklabs/cdk-validator-cfnguard');
  const rules = join(dirname(main), '../rules/control-tower/cfn-guard');
  return readdirSync(rules, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.guard'))
    .map((file) => join(rules, file))
    .filter((file) => (readFileSync(file, 'utf8').match(/AWS::\w+::\w+/g) ?? []).some((type) => types.has(type)));
}

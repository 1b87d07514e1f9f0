/** IAM policies as lists of statements. Conditions are listed but not evaluated. */
import { resolve } from 'node:path';
import { PolicyDocument, type PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { build } from 'esbuild';
import * as z from 'zod';

const listed = z.union([z.string().transform((one) => [one]), z.array(z.string())]);
const statement = z.object({
  Effect: z.enum(['Allow', 'Deny']),
  Action: listed,
  Resource: listed,
  Condition: z.unknown().optional(),
});
const policy = z.object({ Statement: z.array(statement) });

type Statement = z.infer<typeof statement>;
export type Call = readonly [action: string, resource: string];

/** Returns the statements in the form of a policy document. */
export function writtenStatements(statements: PolicyStatement[]): readonly Statement[] {
  return policy.parse(new PolicyDocument({ statements }).toJSON()).Statement;
}

const fits = (pattern: string, value: string) =>
  new RegExp(`^${pattern.replaceAll(/[.?$]/g, '\\$&').replaceAll('*', '.*')}$`).test(value);

/** Finds the statements that allow an action, with or without a condition. */
export function allowing(statements: readonly Statement[], [action, resource]: Call): readonly Statement[] {
  return statements.filter(
    (one) =>
      one.Effect === 'Allow' &&
      one.Action.some((pattern) => fits(pattern, action)) &&
      one.Resource.some((pattern) => fits(pattern, resource)),
  );
}

const REPOSITORY = resolve(import.meta.dirname, '../../..');

/**
 * Finds the AWS requests in the code of operator commands and its imports: commands and paginators of the SDK, by name.
 * @param nouns files of tools/ops/commands, for example `restore`
 */
export async function bundledCalls(nouns: readonly string[]): Promise<readonly string[]> {
  const { outputFiles } = await build({
    absWorkingDir: REPOSITORY,
    entryPoints: nouns.map((noun) => `tools/ops/commands/${noun}.ts`),
    outdir: REPOSITORY,
    ...{ write: false, bundle: true, packages: 'external', platform: 'node', format: 'esm', logLevel: 'silent' },
  });
  const code = outputFiles.map(({ text }) => text).join('\n');
  const calls = code.matchAll(/\bnew ([A-Z]\w+?Command)\d*\(|\b(paginate[A-Z]\w+?)(?:(?<!V)\d+)?\(/g);
  return [...new Set([...calls].map(([, command, paginator]) => command ?? paginator ?? ''))];
}

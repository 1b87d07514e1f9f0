import { resolve } from 'node:path';
import { build } from 'esbuild';

const REPOSITORY = resolve(import.meta.dirname, '../../..');

/**
 * Finds the calls of AWS in the code of verbs and of all that it imports: the SDK's commands and paginators, by their names.
 * @param nouns files of ops/commands: `restore`
 */
export async function bundledCalls(nouns: readonly string[]): Promise<readonly string[]> {
  const { outputFiles } = await build({
    absWorkingDir: REPOSITORY,
    entryPoints: nouns.map((noun) => `ops/commands/${noun}.ts`),
    outdir: REPOSITORY,
    ...{ write: false, bundle: true, packages: 'external', platform: 'node', format: 'esm', logLevel: 'silent' },
  });
  const code = outputFiles.map(({ text }) => text).join('\n');
  const calls = code.matchAll(/\bnew ([A-Z]\w+?Command)\d*\(|\b(paginate[A-Z]\w+?)(?:(?<!V)\d+)?\(/g);
  return [...new Set([...calls].map(([, command, paginator]) => command ?? paginator ?? ''))];
}

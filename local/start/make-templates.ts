/**
 * Bundles the functions and synthesizes the sandbox stage into the folder named by the first argument, in a
 * process of its own that takes the memory of both away with it. A second argument names a folder for bundles
 * that pass crash points, which are then used in place of those to deploy, and removed with the folder.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { BuildError, buildFunctions } from '#infra/build/build-functions';

async function makeTemplates(outDir: string, crashBundles: string | undefined): Promise<void> {
  // The CDK library is read while the bundler works in its own process.
  const [{ folders, functionsDir, durationMs }, { synthesize }, { loadStage }, { Code }] = await Promise.all([
    crashBundles === undefined ? buildFunctions() : buildFunctions({ outDir: crashBundles, crashPoints: true }),
    import('#infra/synthesize'),
    import('#infra/config/stages'),
    import('aws-cdk-lib/aws-lambda'),
  ]);
  process.stderr.write(`Bundled ${folders.length} functions in ${durationMs} ms\n`);
  const codeFor = (folder: string) => Code.fromAsset(join(functionsDir, folder));
  // The checks are for those who deploy; they take seconds.
  synthesize({ config: loadStage({ env: 'sandbox' }), codeFor, outDir });
  if (crashBundles !== undefined) rmSync(crashBundles, { recursive: true, force: true });
}

const [, , outDir, crashBundles] = process.argv;
if (outDir === undefined) throw new Error('The folder for the templates is missing');
try {
  await makeTemplates(outDir, crashBundles);
} catch (error) {
  // The bundler's own error lists each mistake with its place; a stack trace adds nothing to it.
  const isBuildError = error instanceof BuildError || (error instanceof Error && 'errors' in error);
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  process.stderr.write(`${isBuildError ? message : (stack ?? message)}\n`);
  process.exitCode = 1;
}

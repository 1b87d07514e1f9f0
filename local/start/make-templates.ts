/**
 * Bundles the functions and synthesizes the sandbox stage into the folder named by the first argument, in a
 * process of its own that takes the memory of both away with it.
 */
import { BuildError, buildFunctions } from '#scripts/build';

async function makeTemplates(outDir: string): Promise<void> {
  // The CDK library is read while the bundler works in its own process.
  const [{ folders, durationMs }, { synthesize }, { loadStage }, { builtCode }] = await Promise.all([
    buildFunctions(),
    import('#infra/synthesize'),
    import('#infra/config/stages'),
    import('#infra/constructs/built-code'),
  ]);
  process.stderr.write(`Bundled ${folders.length} functions in ${durationMs} ms\n`);
  // The check against CloudFormation's rules is for those who deploy; it takes two seconds.
  synthesize({ config: loadStage({ env: 'sandbox' }), codeFor: builtCode, outDir, validated: false });
}

const [, , outDir] = process.argv;
if (outDir === undefined) throw new Error('The folder for the templates is missing');
try {
  await makeTemplates(outDir);
} catch (error) {
  // The bundler's own error lists each fault with its place; a stack trace adds nothing to it.
  const isFault = error instanceof BuildError || (error instanceof Error && 'errors' in error);
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  process.stderr.write(`${isFault ? message : (stack ?? message)}\n`);
  process.exitCode = 1;
}

/**
 * Bundles the functions for deployment, and synthesizes the sandbox stage with these bundles into the folder in the first
 * argument. With `--crash-points`, the bundles contain crash points.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BuildError, buildFunctions } from '#infra/build/build-functions';
import { METAFILE } from '#local/start/templates';

const [, , outDir, ...flags] = process.argv;
if (outDir === undefined) throw new Error('The folder of the templates is missing');
const bundlesDir = `${outDir}-bundles`;
try {
  // Load the CDK library while esbuild bundles in a separate process.
  const [{ folders, functionsDir, durationMs, metafile }, { Code }, { synthesizeSandbox }] = await Promise.all([
    buildFunctions(flags.includes('--crash-points') ? { outDir: bundlesDir, crashPoints: true } : {}),
    import('aws-cdk-lib/aws-lambda'),
    import('#local/start/synthesize-sandbox'),
  ]);
  process.stderr.write(`Bundled ${folders.length} functions in ${durationMs} ms\n`);
  synthesizeSandbox(outDir, (folder) => Code.fromAsset(join(functionsDir, folder)));
  writeFileSync(join(outDir, METAFILE), JSON.stringify(metafile));
  rmSync(bundlesDir, { recursive: true, force: true });
} catch (error) {
  // A bundling error already lists each mistake with file and line, so a stack trace is unnecessary.
  const isBuildError = error instanceof BuildError || (error instanceof Error && 'errors' in error);
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  process.stderr.write(`${isBuildError ? message : (stack ?? message)}\n`);
  process.exitCode = 1;
}

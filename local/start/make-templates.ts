/**
 * Synthesizes the sandbox stage into the folder named by the second argument, in a process of its own that takes the
 * memory of the CDK away with it. The first argument says what the functions' code is: `deployable` for the bundles
 * that are deployed, `crash-points` for bundles that pass crash points, `local` for none. With `local` a third argument
 * names a file, which is to list the modules that the synthesis has run.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { BuildError, buildFunctions } from '#infra/build/build-functions';
import type { CodeFor } from '#infra/constructs/service-function';
import { METAFILE } from '#local/start/templates';

const ROOT = resolve(import.meta.dirname, '../..');

async function synthesizeStage(outDir: string, codeFor: CodeFor): Promise<void> {
  const [{ synthesize }, { loadStage }, { readersOfUsualAccount }] = await Promise.all([
    import('#infra/synthesize'),
    import('#infra/config/stages'),
    import('#infra/config/limits'),
  ]);
  const config = loadStage({ env: 'sandbox' });
  // The sandbox is shipped for a new account, whose ten invocations at once this machine does not share.
  const limits = { ...config.limits, queueReaders: readersOfUsualAccount };
  // The checks are for those who deploy; they take seconds.
  synthesize({ config: { ...config, limits }, codeFor, outDir });
}

async function makeDeployable(outDir: string, crashPoints: boolean): Promise<void> {
  const bundlesDir = `${outDir}-bundles`;
  // The CDK library is read while the bundler works in its own process.
  const [{ folders, functionsDir, durationMs, metafile }, { Code }] = await Promise.all([
    buildFunctions(crashPoints ? { outDir: bundlesDir, crashPoints } : {}),
    import('aws-cdk-lib/aws-lambda'),
    import('#infra/synthesize'),
  ]);
  process.stderr.write(`Bundled ${folders.length} functions in ${durationMs} ms\n`);
  await synthesizeStage(outDir, (folder) => Code.fromAsset(join(functionsDir, folder)));
  writeFileSync(join(outDir, METAFILE), JSON.stringify(metafile));
  rmSync(bundlesDir, { recursive: true, force: true });
}

async function makeLocal(outDir: string, modulesFile: string): Promise<void> {
  const [{ Code }, { AssetHashType }, modules] = await Promise.all([
    import('aws-cdk-lib/aws-lambda'),
    import('aws-cdk-lib'),
    listModules(),
  ]);
  // The templates name an asset for each function; a local run takes its code from elsewhere.
  const none = `${outDir}-no-code`;
  mkdirSync(none, { recursive: true });
  writeFileSync(join(none, 'index.js'), '');
  const codeFor = (folder: string) =>
    Code.fromAsset(none, {
      assetHashType: AssetHashType.CUSTOM,
      assetHash: createHash('sha256').update(folder).digest('hex'),
    });
  await synthesizeStage(outDir, codeFor);
  rmSync(none, { recursive: true, force: true });
  writeFileSync(modulesFile, JSON.stringify(modules));
}

/** Every module of the repository that this program can load, by its path from the root. */
async function listModules(): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [import.meta.filename],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  return Object.keys(metafile.inputs);
}

const [, , kind, outDir, modulesFile] = process.argv;
if (kind === undefined || outDir === undefined) throw new Error('The kind or the folder of the templates is missing');
try {
  if (kind !== 'local') await makeDeployable(outDir, kind === 'crash-points');
  else if (modulesFile !== undefined) await makeLocal(outDir, modulesFile);
} catch (error) {
  // The bundler's own error lists each mistake with its place; a stack trace adds nothing to it.
  const isBuildError = error instanceof BuildError || (error instanceof Error && 'errors' in error);
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  process.stderr.write(`${isBuildError ? message : (stack ?? message)}\n`);
  process.exitCode = 1;
}

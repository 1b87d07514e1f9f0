/**
 * Synthesizes stages as the emulator gets them, each into a folder that the command line of the CDK deploys. A program
 * of its own, so that it runs beside the installation of the emulator. Its argument is a file with the variants.
 */
import { appendFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type App, Stack } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import * as z from 'zod';
import { ConfigurationError } from '#infra/config/configuration-error';
import { loadStage } from '#infra/config/stages';
import { builtCode } from '#infra/constructs/built-code';
import type { CodeFor } from '#infra/constructs/service-function';
import { synthesize } from '#infra/synthesize';
import { removeLeftOut } from '#scripts/verify-cloud/cdk/left-out';
import { loosenRoles } from '#scripts/verify-cloud/cdk/loosen-roles';
import { SECOND_RELEASE, type Variant, variants } from '#scripts/verify-cloud/cdk/variants';

const BUILT = resolve(import.meta.dirname, '../../../dist/functions');

function synthesizeVariant({ env, configPath, outDir, enforcesIam, release, frozen }: Variant): string[] {
  let said: string[] = [];
  const adapt = (app: App) => {
    for (const stage of app.node.children.filter((child) => Stack.isStack(child))) {
      said = removeLeftOut(stage);
      if (enforcesIam) loosenRoles(stage);
    }
  };
  const codeFor = release === 'second' ? secondRelease(`${outDir}-code`) : builtCode;
  synthesize({ config: loadStage({ env, configPath, frozen }), codeFor, outDir, checks: adapt });
  return said;
}

/** Another release of every function: new code that does the same, and a document with another title. */
function secondRelease(copies: string): CodeFor {
  return (folder) => {
    const copy = join(copies, folder);
    cpSync(join(BUILT, folder), copy, { recursive: true });
    appendFileSync(join(copy, 'index.js'), `\n// ${SECOND_RELEASE}\n`);
    if (folder === 'docs/openapi') {
      const file = join(copy, 'openapi.json');
      writeFileSync(file, readFileSync(file, 'utf8').replace(/"title": ?"[^"]*"/, `"title":"${SECOND_RELEASE}"`));
    }
    return Code.fromAsset(copy);
  };
}

try {
  const wanted = variants.parse(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')));
  const leftOut = new Set(wanted.flatMap(synthesizeVariant));
  process.stdout.write(JSON.stringify([...leftOut]));
} catch (error) {
  if (!(error instanceof ConfigurationError || error instanceof z.ZodError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

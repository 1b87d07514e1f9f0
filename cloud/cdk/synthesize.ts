/**
 * Synthesizes stages as the emulator gets them, each into a folder that the command line of the CDK deploys. A program
 * of its own, so that it runs beside the installation of the emulator. Its argument is a file with the variants.
 */
import { appendFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type App, Stack } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import * as z from 'zod';
import { removeLeftOut } from '#cloud/cdk/left-out';
import { loosenRoles } from '#cloud/cdk/loosen-roles';
import { failures, SECOND_RELEASE, type Variant, variants } from '#cloud/cdk/variants';
import { ConfigurationError } from '#infra/config/configuration-error';
import { loadStage } from '#infra/config/stages';
import { builtCode } from '#infra/constructs/built-code';
import { movesMoney } from '#infra/constructs/gradual-release';
import type { CodeFor } from '#infra/constructs/service-function';
import { synthesize } from '#infra/synthesize';
import { endpoints } from '#shared/api/endpoints';

const BUILT = resolve(import.meta.dirname, '../../dist/functions');

function synthesizeVariant(variant: Variant): string[] {
  const { env, configPath, outDir, leavesOut, enforcesIam, release, frozen } = variant;
  let said: string[] = [];
  const adapt = (app: App) => {
    for (const stage of app.node.children.filter((child) => Stack.isStack(child))) {
      if (leavesOut !== false) said = removeLeftOut(stage);
      if (enforcesIam) loosenRoles(stage);
    }
  };
  const codeFor = codeOf[release](`${outDir}-code`);
  synthesize({ config: loadStage({ env, configPath, frozen }), codeFor, outDir, checks: adapt });
  return said;
}

/** The code of each release, changed in copies under a folder. */
const codeOf: Readonly<Record<Variant['release'], (copies: string) => CodeFor>> = {
  first: () => builtCode,
  second: secondRelease,
  failing: failingRelease,
};

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

/**
 * A release that fails on purpose. What moves money does not find its table, which is an unexpected failure; of three
 * endpoints that only read, one throws, one never ends and one answers with more than a function may.
 */
function failingRelease(copies: string): CodeFor {
  return (folder) => {
    const copy = join(copies, folder);
    cpSync(join(BUILT, folder), copy, { recursive: true });
    const file = join(copy, 'index.js');
    const failure = failures[folder];
    const isMoney = endpoints.some((row) => row.folder === folder && movesMoney(row));
    if (failure !== undefined) appendFileSync(file, `\nmodule.exports.handler = async () => { ${failure} };\n`);
    else if (isMoney) writeFileSync(file, `delete process.env.TABLE_NAME;\n${readFileSync(file, 'utf8')}`);
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

/** Synthesizes a stage into a folder for the CDK CLI to deploy. The argument is a variant (variant.ts) as JSON. */
import { appendFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type App, Stack } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { adaptToEmulator } from '#cloud/cdk/adapt-to-emulator';
import { SECOND_RELEASE, variant } from '#cloud/cdk/variant';
import { loadStage } from '#infra/config/stages';
import { builtCode } from '#infra/constructs/built-code';
import type { CodeFor } from '#infra/constructs/service-function';
import { synthesize } from '#infra/synthesize';
import { parseJson } from '#shared/values/json';

const BUILT = resolve(import.meta.dirname, '../../../dist/functions');

/** Returns the code of the second release: new code hashes but the same behavior. Only the OpenAPI document's title differs. */
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

const { env, configPath, outDir, isEmulated, release } = variant.parse(parseJson(process.argv[2] ?? ''));
const adapt = (app: App) => {
  if (!isEmulated) return;
  for (const stage of app.node.children) if (Stack.isStack(stage)) adaptToEmulator(stage);
};
const codeFor = release === 'second' ? secondRelease(`${outDir}-code`) : builtCode;
const config = loadStage({ env, configPath, frozen: release === 'frozen', first: release === 'unprotected' });
synthesize({ config, codeFor, outDir, checks: adapt });

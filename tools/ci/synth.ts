/**
 * Synthesizes both stages into cdk.out/<stage> and checks the templates. Requires no AWS account. Both stages run in one process,
 * which loads the rules of the checks only once.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfChanged } from '#infra/build/build-functions';
import { addChecks } from '#infra/checks/add-checks';
import { ConfigurationError } from '#infra/config/configuration-error';
import { loadStage } from '#infra/config/stages';
import { builtCode } from '#infra/constructs/built-code';
import { synthesize } from '#infra/synthesize';

const { values } = parseArgs({
  options: { config: { type: 'string', default: 'infra/config/production.example.json' } },
});
const settings = { sandbox: 'infra/config/sandbox.json', production: values.config } as const;
const cdkOut = resolve(import.meta.dirname, '../../cdk.out');

if (!(await buildIfChanged())) process.exit(1);
for (const env of ['sandbox', 'production'] as const) {
  const startedMs = performance.now();
  try {
    const config = loadStage({ env, configPath: settings[env] });
    synthesize({ config, codeFor: builtCode, outDir: join(cdkOut, env), checks: addChecks });
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    console.error(`${env}: ${error.message}`);
    process.exit(1);
  }
  console.log(`${env}: synthesized and checked in ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
}

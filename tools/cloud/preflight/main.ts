/** `npm run preflight`: checks the account for everything that a deployment needs. */
import { Command, Option } from 'commander';
import { runCommand } from '#cloud/run-command';
import { terminal } from '#local/terminal';
import type { StageName } from '#shared/values/stage-name';
import { conclusion, preflight, toLines } from './preflight';

const command = new Command('npm run preflight --')
  .description(
    "Checks the account for everything that a deployment of the stage needs: settings without placeholders, the CDK's bootstrap, concurrency, quotas, the gateway's log role, certificate, secrets, alarm topics. It changes nothing. Credentials and Region come from the default AWS credential chain (environment, profile, SSO, role). Exits with 1 if an action is required, and prints this action.",
  )
  .addOption(new Option('--env <stage>', 'stage to deploy').choices(['sandbox', 'production']).makeOptionMandatory())
  .option(
    '--settings <file>',
    'settings file of the stage, as in "--context config=FILE" of a deployment (default: infra/config/<stage>.json)',
  );

process.exitCode = await runCommand(command, async () => {
  const { env, settings: configPath } = command.opts<{ env: StageName; settings?: string }>();
  const results = await preflight({ env, configPath });
  terminal.out(`${results.map(toLines).join('\n')}\n\n${conclusion(results)}\n`);
  return results.every(({ todo }) => todo === undefined);
});

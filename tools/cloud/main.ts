/** `npm run verify:cloud`: tests a deployment on an AWS emulator or in an AWS account. */
import { Command, Option } from 'commander';
import { plan } from '#cloud/plan/plan';
import { WEBHOOK_PORT } from '#cloud/plan/trial';
import { type VerifyOptions, verify } from '#cloud/plan/verify';
import { runCommand } from '#cloud/run-command';
import { terminal } from '#local/terminal';

const command = new Command('npm run verify:cloud --')
  .description(
    'Deploys the sandbox, on the emulator also production, and checks behaviour that only a deployment can show. The emulator is MiniStack. It requires Python 3.11 or newer with venv, OpenSSL and a Python package index. In an account, the plan deploys only the sandbox, takes about an hour and costs about a dollar. Credentials and Region come from the default AWS credential chain (environment, profile, SSO).',
  )
  .option(
    '--account <id>',
    'run in this AWS account of the credentials; use a disposable account without a stack of this service',
  )
  .option(
    '--webhooks <url>',
    `public URL that forwards to port ${WEBHOOK_PORT} of this machine, for example of a tunnel; for --account`,
  )
  .addOption(new Option('--tools <path>', 'folder in which the emulator is installed and reused').conflicts('account'))
  .option('--keep', 'keep logs and templates, and print their folder', false)
  .option('--list', 'print the steps', false);

process.exitCode = await runCommand(command, async () => {
  const { list, ...options } = command.opts<VerifyOptions & { readonly list: boolean }>();
  const { account, webhooks } = options;
  if (account !== undefined && !/^\d{12}$/.test(account)) command.error('error: --account must have twelve digits');
  if ((account === undefined) !== (webhooks === undefined))
    command.error('error: use --account and --webhooks together');
  if (webhooks !== undefined && !webhooks.startsWith('https://'))
    command.error('error: --webhooks must be a URL that begins with https://');
  if (list) {
    for (const { id, proves, onEmulator } of plan)
      terminal.out(`${id.padEnd(23)} ${proves}${onEmulator ? ' (emulator)' : ''}\n`);
    return true;
  }
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
  return await verify(options, interrupted.signal);
});

/** `npm run verify:cloud`: tests a deployment on an AWS emulator or in an AWS account. */
import { Command, Option } from 'commander';
import { plan } from '#cloud/plan/plan';
import { WEBHOOK_PORT } from '#cloud/plan/trial';
import { type VerifyOptions, verify } from '#cloud/plan/verify';
import { runCommand } from '#cloud/run-command';
import { terminal } from '#local/terminal';

const command = new Command('npm run verify:cloud --')
  .description(
    'Deploys the sandbox, and production on the emulator, and proves what only a deployment shows. The emulator is MiniStack; it needs Python 3.11 or newer with venv, OpenSSL and a package index of Python. In an account the plan deploys the sandbox alone, takes about an hour and costs about a dollar. Credentials and Region are those of the usual chain (environment, profile, SSO).',
  )
  .option(
    '--account <id>',
    'run in the account of the credentials; it has no stack of this service, and may be thrown away',
  )
  .option(
    '--webhooks <url>',
    `public address that leads to port ${WEBHOOK_PORT} of this machine, such as that of a tunnel; for --account`,
  )
  .addOption(
    new Option('--tools <path>', 'keep the emulator there, and use the one that is there').conflicts('account'),
  )
  .option('--keep', 'keep logs and templates, and print where they are', false)
  .option('--list', 'print the steps', false);

process.exitCode = await runCommand(command, async () => {
  const { list, ...options } = command.opts<VerifyOptions & { readonly list: boolean }>();
  const { account, webhooks } = options;
  if (account !== undefined && !/^\d{12}$/.test(account)) command.error('error: --account has twelve digits');
  if ((account === undefined) !== (webhooks === undefined))
    command.error('error: --account and --webhooks go together');
  if (webhooks !== undefined && !webhooks.startsWith('https://'))
    command.error('error: --webhooks is an address that begins with https://');
  if (list) {
    for (const { id, proves, onEmulator } of plan)
      terminal.out(`${id.padEnd(23)} ${proves}${onEmulator ? ' (emulator)' : ''}\n`);
    return true;
  }
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
  return await verify(options, interrupted.signal);
});

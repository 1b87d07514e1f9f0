import { parseArgs } from 'node:util';
import { UsageError } from '#ops/errors';

/** Port of this machine at which the plan receives webhooks of an account. */
export const WEBHOOK_PORT = 8788;

export const USAGE = `Usage: npm run verify:cloud -- [options]
       npm run verify:cloud -- --on account --account 123456789012 --webhooks https://NAME

Deploys the sandbox, and production on the emulator, and proves what only a deployment shows. The emulator is MiniStack; it
needs Python 3.10 or newer with venv, OpenSSL and a package index of Python. In an account the plan deploys the sandbox alone,
takes about an hour and costs about a dollar. Credentials and Region are those of the usual chain (environment, profile, SSO).

  --on PLACE      emulator (default) or account
  --account ID    account of the credentials; it has no stack of this service, and may be thrown away
  --webhooks URL  public address that leads to port ${WEBHOOK_PORT} of this machine, such as that of a tunnel
  --tools PATH    keep the emulator there, and use the one that is there
  --keep          keep logs and templates, and print where they are
  --list          print the steps
  --help          print this`;

/** A person's request. */
export type Request =
  | { readonly kind: 'help' }
  | { readonly kind: 'list' }
  | { readonly kind: 'emulator'; readonly toolsFolder: string | undefined; readonly keep: boolean }
  | { readonly kind: 'account'; readonly account: string; readonly webhookUrl: string; readonly keep: boolean };

/** Reads a command line. @throws UsageError for one that is not understood */
export function readRequest(args: readonly string[]): Request {
  const { on, account, webhooks: webhookUrl, tools: toolsFolder, keep, list, help } = parsed(args);
  if (help) return { kind: 'help' };
  if (list) return { kind: 'list' };
  if (on === 'emulator') {
    if (account !== undefined || webhookUrl !== undefined)
      throw new UsageError('--account and --webhooks go with --on account');
    return { kind: 'emulator', toolsFolder, keep };
  }
  if (on !== 'account') throw new UsageError('--on is emulator or account');
  if (toolsFolder !== undefined) throw new UsageError('--tools goes with --on emulator');
  if (account === undefined || !/^\d{12}$/.test(account)) throw new UsageError('--account has twelve digits');
  if (webhookUrl === undefined || !webhookUrl.startsWith('https://'))
    throw new UsageError('--webhooks is an address that begins with https://');
  return { kind: 'account', account, webhookUrl, keep };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        on: { type: 'string', default: 'emulator' },
        account: { type: 'string' },
        webhooks: { type: 'string' },
        tools: { type: 'string' },
        keep: { type: 'boolean', default: false },
        list: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(error.message.split(/\.?\s*(?:To specify|\n)/)[0] ?? error.message);
  }
}

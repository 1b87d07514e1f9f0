import { parseArgs } from 'node:util';
import { UsageError } from '#ops/errors';

export const USAGE = `Usage: npm run preflight -- --env production [options]

Asks the account, before anything is made in it, for what a deployment of the stage needs: settings without placeholders, the
CDK's bootstrap, concurrency, quotas, the gateway's log role, certificate, secrets, topics of alarms. Changes nothing. Each answer says what was asked, what was found and what to do. Credentials and Region are those of the usual chain
(environment, profile, SSO, role). Ends with 1 where something is to be done first, and names it.

  --env STAGE      sandbox or production
  --settings FILE  settings of the stage (default: infra/config/<stage>.json), as "--context config=FILE" of a deployment
  --help           show this`;

/** A person's request. */
export type Request =
  | { readonly kind: 'help' }
  | { readonly kind: 'ask'; readonly env: string; readonly settingsFile: string | undefined };

/** Reads a command line. @throws UsageError for one that is not understood */
export function readRequest(args: readonly string[]): Request {
  const { help, env, settings: settingsFile } = parsed(args);
  if (help) return { kind: 'help' };
  if (env !== 'sandbox' && env !== 'production') throw new UsageError('--env is sandbox or production');
  return { kind: 'ask', env, settingsFile };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        env: { type: 'string' },
        settings: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(error.message.split(/\.?\s*(?:To specify|\n)/)[0] ?? error.message);
  }
}

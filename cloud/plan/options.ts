import { parseArgs } from 'node:util';
import { UsageError } from '#ops/errors';
import type { Selection } from './run-steps';

export const USAGE = `Usage: npm run rehearse -- --account 123456789012 [options]
       npm run rehearse -- --resume [options]
       npm run rehearse -- --dry-run [options]

Rehearses a deployment in an AWS account that may be thrown away: bootstrap, deployment of the sandbox, journeys, what only
an account can answer, a second release, a rollback while the alarm rings, load, freeze, destruction. State and log are in
.local/rehearsal/<id>. Credentials and region are those of the usual chain (environment, profile, SSO).

  --account ID     begin in this account, which has to be that of the credentials, and empty of this service
  --resume         go on with the rehearsal that was cut, at the step where it was
  --id ID          the rehearsal that --resume, --from and --only mean (default: the newest)
  --from STEP      go on from this step, and do again what comes after it
  --only STEP      do this step alone, and go no further
  --settings FILE  settings of the stage (default: infra/config/sandbox.json); a domain or a lock of declarations is answered then
  --dry-run        on MiniStack, an emulator, which needs Python 3.10 or newer with venv: the steps that it can take
  --tools PATH     keep the emulator there, and use what is there (with --dry-run)
  --unkind SEED    an unkind cloud in front of the emulator (with --dry-run): it throttles, lists in pages, loses answers, lets
                   tokens expire
  --list           show the steps
  --help           show this`;

/** Work that a person asks for. */
export type Request =
  | { readonly kind: 'help' }
  | { readonly kind: 'list' }
  | {
      readonly kind: 'dry-run';
      readonly selection: Selection;
      readonly settingsFile: string | undefined;
      readonly toolsFolder: string | undefined;
      readonly unkindSeed: number | undefined;
    }
  | { readonly kind: 'begin'; readonly account: string; readonly settingsFile: string | undefined }
  | {
      readonly kind: 'go-on';
      readonly id: string | undefined;
      readonly selection: Selection;
    };

/** Reads a command line. @throws UsageError for one that is not understood, or that asks for two things at once */
export function readRequest(args: readonly string[]): Request {
  const values = parsed(args);
  if (values.help) return { kind: 'help' };
  if (values.list) return { kind: 'list' };
  const { account, id, resume, settings: settingsFile, tools: toolsFolder, unkind } = values;
  const selection = toSelection(values);
  if (values['dry-run']) {
    if (account !== undefined || resume || id !== undefined)
      throw new UsageError(
        '--dry-run needs no account, and cannot be resumed: the emulator forgets everything when it ends',
      );
    return { kind: 'dry-run', selection, settingsFile, toolsFolder, unkindSeed: toSeed(unkind) };
  }
  if (unkind !== undefined) throw new UsageError('--unkind goes with --dry-run');
  if (toolsFolder !== undefined) throw new UsageError('--tools goes with --dry-run');
  if (account === undefined) {
    if (!resume && selection.kind === 'left')
      throw new UsageError('Name the account with --account, or go on with --resume; --dry-run needs neither');
    if (settingsFile !== undefined)
      throw new UsageError('--settings goes with --account or --dry-run: a rehearsal keeps those it was begun with');
    return { kind: 'go-on', id, selection };
  }
  if (!/^\d{12}$/.test(account)) throw new UsageError(`--account has twelve digits, not "${account}"`);
  if (resume || id !== undefined || selection.kind !== 'left')
    throw new UsageError('--account begins a rehearsal; --resume, --id, --from and --only go on with one');
  return { kind: 'begin', account, settingsFile };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        account: { type: 'string' },
        resume: { type: 'boolean', default: false },
        id: { type: 'string' },
        from: { type: 'string' },
        only: { type: 'string' },
        settings: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        tools: { type: 'string' },
        unkind: { type: 'string' },
        list: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(error.message.split(/\.?\s*(?:To specify|\n)/)[0] ?? error.message);
  }
}

function toSelection({ from, only }: { readonly from?: string; readonly only?: string }): Selection {
  if (from !== undefined && only !== undefined) throw new UsageError('--from and --only exclude each other');
  if (from !== undefined) return { kind: 'from', id: from };
  return only === undefined ? { kind: 'left' } : { kind: 'only', id: only };
}

function toSeed(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--unkind takes a seed of up to nine digits, not "${text}"`);
  return Number(text);
}

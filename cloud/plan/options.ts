import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from '#ops/errors';
import { EMULATOR_RUN_NAMES, type EmulatorRunName } from './plan';
import type { Selection } from './run-steps';

const EMULATOR_USAGE = `Usage: npm run verify:cloud -- [options]

Deploys the stages to MiniStack, an emulator of AWS that is not of this project, and checks what only a deployment shows:
once as it is, once with IAM enforced, once through a restore of its table. Needs Python 3.10 or newer with venv, OpenSSL,
and packages of Python.

  --run NAME    one run alone: ${EMULATOR_RUN_NAMES.join(', ')}
  --tools PATH  keep the emulator there, and use what is there
  --unkind SEED an unkind cloud in front of the emulator: it throttles, lists in pages, loses answers, lets tokens expire
  --keep        keep logs and templates, and say where they are
  --help        show this`;

const ACCOUNT_USAGE = `Usage: npm run rehearse -- --account 123456789012 [options]
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

/** Usage by the place of the plan: `npm run verify:cloud` says `emulator`, `npm run rehearse` says `account`. */
export const USAGE = { emulator: EMULATOR_USAGE, account: ACCOUNT_USAGE } as const;
export type Place = keyof typeof USAGE;

/** Work that a person asks for. */
export type Request =
  | { readonly kind: 'help' }
  | {
      readonly kind: 'verify';
      readonly runs: readonly EmulatorRunName[];
      /** Keeps logs, templates and tools, and says where they are. */
      readonly keep: boolean;
      readonly toolsFolder: string | undefined;
      readonly unkindSeed: number | undefined;
    }
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

/** Reads `--on emulator` or `--on account`, which the commands of package.json begin with. */
export function readPlace(args: readonly string[]): { readonly place: Place; readonly rest: readonly string[] } {
  const [option, place, ...rest] = args;
  if (option !== '--on' || (place !== 'emulator' && place !== 'account'))
    throw new UsageError('Begin with --on emulator or --on account');
  return { place, rest };
}

/** Reads a command line. @throws UsageError for one that is not understood, or that asks for two things at once */
export function readRequest(args: readonly string[], place: Place = 'account'): Request {
  return place === 'emulator' ? readVerification(args) : readRehearsal(args);
}

function readVerification(args: readonly string[]): Request {
  const {
    run,
    tools: toolsFolder,
    keep,
    unkind,
    help,
  } = parsed(args, {
    run: { type: 'string' },
    tools: { type: 'string' },
    keep: { type: 'boolean', default: false },
    unkind: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  });
  if (help) return { kind: 'help' };
  const runs = EMULATOR_RUN_NAMES.filter((name) => run === undefined || run === name);
  if (runs.length === 0) throw new UsageError(`There is no run ${run}`);
  return { kind: 'verify', runs, keep, toolsFolder, unkindSeed: toSeed(unkind) };
}

function readRehearsal(args: readonly string[]): Request {
  const values = parsed(args, {
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
  });
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

function parsed<const T extends NonNullable<ParseArgsConfig['options']>>(args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options }).values;
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

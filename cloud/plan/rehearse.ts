import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { AwsCaller, pageOf } from '#cloud/aws/aws-caller';
import { regionOf } from '#cloud/aws/connection';
import { EMULATED_ACCOUNT, EMULATED_REGION } from '#cloud/emulator/emulator';
import { installPythonTools } from '#cloud/emulator/python-tools';
import { startUnkindEmulator } from '#cloud/emulator/unkind-emulator';
import { Programs } from '#cloud/plan/programs';
import type { Cloud } from '#cloud/plan/target';
import { readConcurrency } from '#cloud/preflight/account-reads';
import { callerAccount } from '#cloud/preflight/preflight';
import { loadStage } from '#infra/config/stages';
import { UsageError } from '#ops/errors';
import { GIVEN_SETTINGS, Rehearsal, STAGE } from './context';
import { expectation } from './expectation';
import type { Request } from './options';
import { emulatorCannot, plan } from './plan';
import { refuseForeignAccount, runSteps, type Selection } from './run-steps';
import { latestState, loadState, type State, saveState } from './state';

const REPOSITORY = resolve(import.meta.dirname, '../..');
const ROOT = join(REPOSITORY, '.local/rehearsal');

type Work = Extract<Request, { kind: 'begin' | 'go-on' | 'dry-run' }>;

export interface RehearsalOptions {
  readonly write: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Does what was asked for. @returns true where all of it is well */
export async function rehearse(request: Work, options: RehearsalOptions): Promise<boolean> {
  checkStep(request);
  return request.kind === 'dry-run' ? await rehearseDry(request, options) : await rehearseInAccount(request, options);
}

/** A step that does not exist is refused before anything is asked of a cloud. */
function checkStep(request: Work): void {
  const id = request.kind === 'begin' || request.selection.kind === 'left' ? undefined : request.selection.id;
  if (id !== undefined && plan.every((step) => step.id !== id))
    throw new UsageError(`There is no step ${id}; --list shows them`);
}

const stacks = pageOf('Stacks', z.object({ StackName: z.string() }));

/** Variables by which the clouds' programs find credentials, region and addresses, and reach the network. */
const PASSED_ON = /^(AWS_|HTTPS?_PROXY$|NO_PROXY$|NODE_EXTRA_CA_CERTS$)/i;

async function rehearseInAccount(
  request: Exclude<Work, { kind: 'dry-run' }>,
  options: RehearsalOptions,
): Promise<boolean> {
  const { write } = options;
  const begun =
    request.kind === 'begin'
      ? undefined
      : request.id === undefined
        ? latestState(ROOT)
        : loadState(join(ROOT, request.id));
  const id = begun?.id ?? newId();
  const folder = join(ROOT, id);
  const environment = {
    ...passedOn(),
    AWS_REGION: await regionOf(process.env),
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  };
  const aws = new AwsCaller(environment);
  try {
    const caller = await callerAccount(aws);
    const given = request.kind === 'begin' ? request.account : (begun?.account ?? '');
    const found = await aws.list({ service: 'cloudformation', operation: 'DescribeStacks' }, stacks);
    refuseForeignAccount({ given, caller }, begun === undefined ? found.map(({ StackName }) => StackName) : []);
    const state = begun ?? newState({ id, isDry: false, account: caller, region: environment.AWS_REGION });
    if (state.region !== environment.AWS_REGION)
      throw new UsageError(`Rehearsal ${id} is in ${state.region}, and the region here is ${environment.AWS_REGION}`);
    if (request.kind === 'begin') keepSettings(folder, request.settingsFile);
    const config = loadStage({ env: STAGE, configPath: join(folder, GIVEN_SETTINGS) });
    if (state.commit !== commit()) write(`It was begun at commit ${state.commit}, and goes on at ${commit()}.`);
    write(`Rehearsal ${id} in account ${caller}, ${state.region}. ${expectation(plan, config)}`);
    const programs = startPrograms(folder, homedir());
    options.signal.addEventListener('abort', () => programs.stop());
    const cloud: Cloud = { name: 'account', environment, aws, programs };
    const { limit: functionsAtOnce } = await readConcurrency({ aws });
    const rehearsal = new Rehearsal({ cloud, account: caller, region: state.region, functionsAtOnce, folder });
    const selection: Selection = request.kind === 'begin' ? { kind: 'left' } : request.selection;
    return await play(rehearsal, { state, selection }, options);
  } finally {
    aws.stop();
  }
}

async function rehearseDry(request: Extract<Work, { kind: 'dry-run' }>, options: RehearsalOptions): Promise<boolean> {
  const id = `${newId()}-dry`;
  const folder = join(ROOT, id);
  keepSettings(folder, request.settingsFile);
  const temporary = mkdtempSync(join(tmpdir(), 'partner-ramp-rehearsal-'));
  const home = join(temporary, 'home');
  mkdirSync(home);
  const programs = startPrograms(folder, home);
  options.signal.addEventListener('abort', () => programs.stop());
  try {
    options.write(`Rehearsal ${id} on the emulator`);
    const tools = await installPythonTools(programs, request.toolsFolder ?? join(temporary, 'tools'));
    const { unkindSeed } = request;
    const { write } = options;
    const place = { command: tools.emulator, folder: temporary };
    const emulator = await startUnkindEmulator({ ...place, name: 'dry', unkindSeed, write });
    const { environment } = emulator;
    const aws = new AwsCaller(environment);
    try {
      const cloud: Cloud = { name: 'dry', environment, aws, programs };
      const { limit: functionsAtOnce } = await readConcurrency({ aws });
      const account = { account: EMULATED_ACCOUNT, region: EMULATED_REGION, functionsAtOnce, folder };
      const rehearsal = new Rehearsal({ ...account, cloud, emulator });
      const state = newState({ id, isDry: true, account: EMULATED_ACCOUNT, region: EMULATED_REGION });
      return await play(rehearsal, { state, selection: request.selection }, options);
    } finally {
      aws.stop();
      await emulator.stop();
    }
  } finally {
    programs.stop();
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** Does the steps, and says how they ended and where the log is. */
async function play(
  rehearsal: Rehearsal,
  { state, selection }: { readonly state: State; readonly selection: Selection },
  { write, signal }: RehearsalOptions,
): Promise<boolean> {
  const { folder } = rehearsal.place;
  saveState(folder, state);
  const cannot = rehearsal.isEmulated ? emulatorCannot : {};
  const result = await runSteps({ steps: plan, selection, state, folder, context: rehearsal, cannot, write, signal });
  const outcomes = Object.values(result.state.steps).map(({ outcome }) => outcome);
  const counts = [...new Set(outcomes)].map((kind) => `${outcomes.filter((one) => one === kind).length} ${kind}`);
  const text = counts.join(', ');
  write(
    `\n${result.isGood ? 'All of it is well' : 'NOT all of it is well'}: ${text}. Log: ${join(folder, 'rehearsal.md')}`,
  );
  if (signal.aborted)
    write('Interrupted. What a step has switched is switched back before this ends; Ctrl-C again ends it at once.');
  if (!rehearsal.isEmulated && !result.isGood)
    write('The stage may still be deployed, and costs. Go on with --resume, or remove it with --from destroy.');
  return result.isGood;
}

/** Keeps the settings that a rehearsal is begun with, so that it goes on with the same. @throws Error where they cannot be read */
function keepSettings(folder: string, file = join(REPOSITORY, 'infra/config/sandbox.json')): void {
  const text = readFileSync(file, 'utf8');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, GIVEN_SETTINGS), text, { mode: 0o600 });
}

function startPrograms(folder: string, home: string): Programs {
  const logs = join(folder, 'logs');
  mkdirSync(logs, { recursive: true, mode: 0o700 });
  return new Programs({ folder, logs, home });
}

function passedOn(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && PASSED_ON.test(name) ? [[name, value]] : [],
    ),
  );
}

function newId(): string {
  return new Date().toISOString().replaceAll(/[-:]|\.\d+Z$/g, '');
}

function newState(start: Pick<State, 'id' | 'isDry' | 'account' | 'region'>): State {
  return { ...start, commit: commit(), startedAt: new Date().toISOString(), steps: {} };
}

/** The commit that is checked out, with a note where files differ from it; unknown in a copy without a history. */
function commit(): string {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: REPOSITORY, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    return `${git('rev-parse', 'HEAD')}${git('status', '--porcelain') === '' ? '' : ', with changes'}`;
  } catch {
    return 'unknown';
  }
}

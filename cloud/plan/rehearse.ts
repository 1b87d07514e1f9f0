import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { AwsCaller, pageOf } from '#cloud/aws/aws-caller';
import { regionOf } from '#cloud/aws/connection';
import { installPythonTools } from '#cloud/emulator/python-tools';
import { readConcurrency } from '#cloud/preflight/account-reads';
import { callerAccount } from '#cloud/preflight/preflight';
import { loadStage } from '#infra/config/stages';
import { UsageError } from '#ops/errors';
import { GIVEN_SETTINGS } from './context';
import { expectation } from './expectation';
import type { Request } from './options';
import { emulatorCannot, plan, rehearsalRun } from './plan';
import { play, playOnEmulator, type Watch } from './play';
import { Programs } from './programs';
import { Report } from './report';
import { type RunResult, refuseForeignAccount, type Selection } from './run-steps';
import { commit, latestState, loadState, newState } from './state';
import type { Cloud } from './target';

const REPOSITORY = resolve(import.meta.dirname, '../..');
const ROOT = join(REPOSITORY, '.local/rehearsal');

type Work = Exclude<Request, { kind: 'help' | 'list' | 'verify' }>;

/** Does what was asked for. @returns true where all of it is well */
export async function rehearse(request: Work, watch: Watch): Promise<boolean> {
  checkStep(request);
  return request.kind === 'dry-run' ? await rehearseDry(request, watch) : await rehearseInAccount(request, watch);
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

async function rehearseInAccount(request: Exclude<Work, { kind: 'dry-run' }>, watch: Watch): Promise<boolean> {
  const { write, signal } = watch;
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
    const found = await aws.list('cloudformation DescribeStacks', {}, stacks);
    refuseForeignAccount({ given, caller }, begun === undefined ? found.map(({ StackName }) => StackName) : []);
    const state = begun ?? newState({ id, isDry: false, account: caller, region: environment.AWS_REGION });
    if (state.region !== environment.AWS_REGION)
      throw new UsageError(`Rehearsal ${id} is in ${state.region}, and the region here is ${environment.AWS_REGION}`);
    if (request.kind === 'begin') keepSettings(folder, request.settingsFile);
    const config = loadStage({ env: rehearsalRun.stage, configPath: join(folder, GIVEN_SETTINGS) });
    if (state.commit !== commit()) write(`It was begun at commit ${state.commit}, and goes on at ${commit()}.`);
    write(`Rehearsal ${id} in account ${caller}, ${state.region}. ${expectation(plan, config)}`);
    const programs = startPrograms(folder, homedir());
    signal.addEventListener('abort', () => programs.stop());
    const cloud: Cloud = { name: 'account', environment, aws, programs };
    const { limit: functionsAtOnce } = await readConcurrency({ aws });
    const place = { run: rehearsalRun, cloud, account: caller, region: state.region, functionsAtOnce, folder };
    const selection: Selection = request.kind === 'begin' ? { kind: 'left' } : request.selection;
    const result = await play(place, { state, selection, report: new Report(write), signal });
    return conclude(result, folder, watch);
  } finally {
    aws.stop();
  }
}

async function rehearseDry(
  { settingsFile, toolsFolder, unkindSeed, selection }: Extract<Work, { kind: 'dry-run' }>,
  watch: Watch,
): Promise<boolean> {
  const id = `${newId()}-dry`;
  const folder = join(ROOT, id);
  keepSettings(folder, settingsFile);
  const temporary = mkdtempSync(join(tmpdir(), 'partner-ramp-rehearsal-'));
  const home = join(temporary, 'home');
  mkdirSync(home);
  const programs = startPrograms(folder, home);
  watch.signal.addEventListener('abort', () => programs.stop());
  try {
    watch.write(`Rehearsal ${id} on the emulator`);
    const tools = await installPythonTools(programs, toolsFolder ?? join(temporary, 'tools'));
    const machine = { programs, tools, unkindSeed, temporary, report: new Report(watch.write) };
    const run = { id, run: rehearsalRun, folder, selection, cannot: emulatorCannot };
    return conclude(await playOnEmulator({ ...run, ...machine, watch }), folder, watch);
  } finally {
    programs.stop();
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** Says how the steps ended and where the log is. @returns true where all of it is well */
function conclude({ state, isGood }: RunResult, folder: string, { write, signal }: Watch): boolean {
  const outcomes = Object.values(state.steps).map(({ outcome }) => outcome);
  const counts = [...new Set(outcomes)].map((kind) => `${outcomes.filter((one) => one === kind).length} ${kind}`);
  const text = counts.join(', ');
  write(`\n${isGood ? 'All of it is well' : 'NOT all of it is well'}: ${text}. Log: ${join(folder, 'rehearsal.md')}`);
  if (signal.aborted)
    write('Interrupted. What a step has switched is switched back before this ends; Ctrl-C again ends it at once.');
  if (!state.isDry && !isGood)
    write('The stage may still be deployed, and costs. Go on with --resume, or remove it with --from destroy.');
  return isGood;
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

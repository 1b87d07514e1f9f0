import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Agent, setGlobalDispatcher } from 'undici';
import * as z from 'zod';
import { AwsCaller } from '#cloud/aws/aws-caller';
import type { Assembly } from '#cloud/cdk/commands';
import { synthesizeVariants } from '#cloud/cdk/run-synthesis';
import type { Variant } from '#cloud/cdk/variants';
import { type Certificate, makeCertificate } from '#cloud/emulator/certificate';
import { installPythonTools, type PythonTools } from '#cloud/emulator/python-tools';
import { startUnkindEmulator } from '#cloud/emulator/unkind-emulator';
import { checkDocumentedCommands } from '#cloud/phases/documented-commands';
import { runProduction } from '#cloud/plan/production-run';
import { Programs } from '#cloud/plan/programs';
import { Report } from '#cloud/plan/report';
import { runRestore } from '#cloud/plan/restore-run';
import { runSandbox } from '#cloud/plan/sandbox-run';
import { type Cloud, projectProgram } from '#cloud/plan/target';
import { startProcessGuard } from '#local/processes/process-guard';

const REPOSITORY = resolve(import.meta.dirname, '../..');

/** The runs, each on an emulator of its own, in the order in which they begin: the longest first. IAM is enforced over TLS. */
export const RUN_NAMES = ['restore', 'plain', 'iam', 'production'] as const;
export type RunName = (typeof RUN_NAMES)[number];
const TLS_RUNS: ReadonlySet<RunName> = new Set(['iam', 'production']);

export interface RunOptions {
  readonly runs: readonly RunName[];
  /** Keeps logs, templates and tools, and says where they are. */
  readonly keep: boolean;
  /** Folder of the emulator's virtual environment, kept for later runs. @default one that is removed */
  readonly toolsFolder: string | undefined;
  /** Puts an unkind cloud in front of each emulator. @default none */
  readonly unkindSeed?: number | undefined;
  readonly write: (line: string) => void;
  /** Ends the run early. */
  readonly signal: AbortSignal;
}

/** Resources that the runs share. */
interface Shared {
  readonly folder: string;
  readonly programs: Programs;
  readonly report: Report;
  readonly tools: PythonTools;
  readonly certificate: Certificate;
  /** Settled once the templates are there that the first run does not need. */
  readonly templates: Promise<void>;
  readonly unkindSeed: number | undefined;
  readonly write: (line: string) => void;
}

/** Deploys to an emulator that is not of this project, and checks what only a deployment shows. @returns whether all is well */
export async function verifyCloud(options: RunOptions): Promise<boolean> {
  const { runs, keep, toolsFolder, unkindSeed, write, signal } = options;
  const folder = mkdtempSync(join(tmpdir(), 'partner-ramp-verify-cloud-'));
  const logs = join(folder, 'logs');
  const home = join(folder, 'home');
  for (const each of [logs, home]) mkdirSync(each);
  const guard = startProcessGuard(keep ? undefined : folder);
  const programs = new Programs({ folder, logs, home });
  const report = new Report(write);
  signal.addEventListener('abort', () => programs.stop());
  const startedMs = performance.now();
  try {
    const prepare = <T>(title: string, work: () => Promise<T>, says?: (made: T) => string) =>
      report.needed('all', title, work, says);
    const [now, later] = variantsOf(folder, runs);
    const [tools, certificate] = await Promise.all([
      prepare('the emulator and the AWS command line', () =>
        installPythonTools(programs, toolsFolder ?? join(folder, 'tools')),
      ),
      prepare('a certificate', () => makeCertificate(programs, folder)),
      prepare(
        'build, and the first templates',
        async () => {
          await programs.succeed(projectProgram('build', 'infra/build/build-functions.ts', []));
          writeFileSync(sandboxSettings(folder), fastWebhooks());
          return await synthesizeVariants(programs, folder, now);
        },
        (left) => left.map((line) => `left out: ${line}`).join('\n'),
      ),
    ]);
    setGlobalDispatcher(new Agent({ connect: { ca: readFileSync(certificate.certificateFile) } }));
    const templates = prepare('the other templates', async () => {
      if (later.length > 0) await synthesizeVariants(programs, folder, later);
    });
    const shared = { folder, programs, report, tools, certificate, templates, unkindSeed, write };
    // Each begins where the one before has little to do but wait.
    let turn = Promise.resolve();
    let lastTurn = turn;
    const running = runs.map((name) => {
      const begun = turn;
      lastTurn = begun;
      const { promise, resolve: onQuiet } = deferred();
      turn = promise;
      return begun.then(() => runOn(shared, name, { signal, onQuiet })).finally(onQuiet);
    });
    // With the last run, which is the shortest.
    const documented = lastTurn.then(() =>
      report.phase('all', 'commands of the documents', () => checkDocumentedCommands(programs, tools.aws)),
    );
    await Promise.allSettled([templates, ...running]);
    await documented;
  } catch {
    // It is in the report.
  } finally {
    programs.stop();
    if (!keep) rmSync(folder, { recursive: true, force: true });
    await guard.release();
  }
  write(`\n${report.table()}`);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(0);
  const isGood = report.isGood && !signal.aborted;
  write(`\n${isGood ? 'All of it is well' : 'NOT all of it is well'}, after ${seconds} s.`);
  if (keep) write(`Logs and templates: ${folder}`);
  return isGood;
}

/** Settings with which five attempts take seconds instead of half an hour; the rest is as shipped. */
function fastWebhooks(): string {
  const text = readFileSync(join(REPOSITORY, 'infra/config/sandbox.json'), 'utf8');
  return JSON.stringify({
    ...z.record(z.string(), z.unknown()).parse(JSON.parse(text)),
    webhookDelaysS: [0, 1, 2, 2, 2],
  });
}

const sandboxSettings = (folder: string): string => join(folder, 'sandbox.json');

function assemblyOf(folder: string, name: 'plain' | 'iam', release: Variant['release']): Assembly {
  return { stage: 'sandbox', folder: join(folder, `${name}-${release}`) };
}

/** The variants of the sandbox that runs deploy: those that the first run needs, then the others. */
function variantsOf(folder: string, runs: readonly RunName[]): readonly [Variant[], Variant[]] {
  const sandbox = (name: 'plain' | 'iam', release: Variant['release']): Variant => ({
    env: 'sandbox',
    enforcesIam: name === 'iam',
    configPath: sandboxSettings(folder),
    release,
    outDir: assemblyOf(folder, name, release).folder,
  });
  const needed: Readonly<Record<RunName, readonly Variant[]>> = {
    restore: [sandbox('plain', 'first')],
    plain: [sandbox('plain', 'first'), sandbox('plain', 'second')],
    iam: [sandbox('iam', 'first'), sandbox('iam', 'second')],
    // It makes its own: its settings name what is made in its cloud.
    production: [],
  };
  const all = new Map(runs.flatMap((name) => needed[name]).map((variant) => [variant.outDir, variant]));
  const now = runs.slice(0, 1).flatMap((name) => needed[name]);
  for (const { outDir } of now) all.delete(outDir);
  return [now, [...all.values()]];
}

interface Turn {
  readonly signal: AbortSignal;
  readonly onQuiet: () => void;
}

async function runOn(shared: Shared, name: RunName, { signal, onQuiet }: Turn): Promise<void> {
  signal.throwIfAborted();
  const { folder, programs, report, tools, certificate, templates } = shared;
  const own = join(folder, name);
  mkdirSync(own);
  const options = { command: tools.emulator, folder: own, name, unkindSeed: shared.unkindSeed, write: shared.write };
  const emulator = await report.needed(
    name,
    'start',
    () => startUnkindEmulator(TLS_RUNS.has(name) ? { ...options, certificate } : options),
    ({ url }) => url,
  );
  const aws = new AwsCaller(emulator.environment);
  const stop = once(async () => {
    aws.stop();
    await emulator.stop();
  });
  signal.addEventListener('abort', stop);
  const cloud: Cloud = { name, environment: emulator.environment, aws, programs };
  try {
    const each = { cloud, emulator, report };
    if (name === 'production') return await runProduction({ ...each, certificate, folder: own });
    if (name === 'restore') {
      const before = { assembly: assemblyOf(folder, 'plain', 'first'), configPath: sandboxSettings(folder) };
      return await runRestore({ ...each, ...before, folder: own, onQuiet });
    }
    await templates;
    const [first, second] = [assemblyOf(folder, name, 'first'), assemblyOf(folder, name, 'second')];
    await runSandbox({ ...each, first, second, onQuiet, waitsFor: name === 'plain' ? 'freeze' : 'recovery' });
  } finally {
    await stop();
  }
}

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolvePromise = () => {};
  const promise = new Promise<void>((done) => {
    resolvePromise = done;
  });
  return { promise, resolve: resolvePromise };
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= work();
    return running;
  };
}

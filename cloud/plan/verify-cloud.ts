import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Agent, setGlobalDispatcher } from 'undici';
import * as z from 'zod';
import { makeCertificate } from '#cloud/emulator/certificate';
import { installPythonTools } from '#cloud/emulator/python-tools';
import type { Request } from '#cloud/plan/options';
import { type EmulatorRunName, emulatorRuns } from '#cloud/plan/plan';
import { type EmulatedPlay, playOnEmulator, type Watch } from '#cloud/plan/play';
import { Programs } from '#cloud/plan/programs';
import { Report } from '#cloud/plan/report';
import { buildFunctions } from '#cloud/plan/target';
import { checkDocumentedCommands } from '#cloud/steps/documented-commands';
import { startProcessGuard } from '#local/processes/process-guard';

const SANDBOX_SETTINGS = resolve(import.meta.dirname, '../../infra/config/sandbox.json');

/** Plays runs on emulators that are not of this project, each on one of its own. @returns true where all is well */
export async function verifyCloud(
  { runs, keep, toolsFolder, unkindSeed }: Extract<Request, { kind: 'verify' }>,
  { write, signal }: Watch,
): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'partner-ramp-verify-cloud-'));
  const [logs, home] = [join(folder, 'logs'), join(folder, 'home')];
  for (const each of [logs, home]) mkdirSync(each);
  const guard = startProcessGuard(keep ? undefined : folder);
  const programs = new Programs({ folder, logs, home });
  const report = new Report(write);
  signal.addEventListener('abort', () => programs.stop());
  const startedMs = performance.now();
  let hasEnded = false;
  try {
    const prepare = <T>(title: string, work: () => Promise<T>) => report.needed('all', title, work, () => '');
    const [tools, certificate] = await Promise.all([
      prepare('the emulator and the AWS command line', () =>
        installPythonTools(programs, toolsFolder ?? join(folder, 'tools')),
      ),
      prepare('a certificate', () => makeCertificate(programs, folder)),
      prepare('the functions', () => buildFunctions(programs)),
    ]);
    setGlobalDispatcher(new Agent({ connect: { ca: readFileSync(certificate.certificateFile) } }));
    const shared = { programs, report, tools, certificate, unkindSeed, watch: { write, signal } };
    // Each begins where the one before has little to do but wait.
    let turn = Promise.resolve();
    let lastTurn = turn;
    const running = runs.map((name) => {
      const begun = turn;
      lastTurn = begun;
      let onQuiet = () => {};
      turn = new Promise((done) => {
        onQuiet = done;
      });
      return begun.then(() => play(name, { ...shared, folder: join(folder, name), onQuiet })).finally(onQuiet);
    });
    // With the last run, which is the shortest.
    const documented = lastTurn.then(() =>
      report.phase('all', 'commands of the documents', () => checkDocumentedCommands(programs, tools.aws)),
    );
    const ends = await Promise.allSettled(running);
    await documented;
    hasEnded = ends.every((end) => end.status === 'fulfilled' && end.value);
    for (const end of ends) if (end.status === 'rejected') write(String(end.reason));
  } catch {
    // The report has it: a preparation failed.
  } finally {
    programs.stop();
    if (!keep) rmSync(folder, { recursive: true, force: true });
    await guard.release();
  }
  write(`\n${report.table()}`);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(0);
  const isGood = hasEnded && report.isGood && !signal.aborted;
  write(`\n${isGood ? 'All of it is well' : 'NOT all of it is well'}, after ${seconds} s.`);
  if (keep) write(`Logs and templates: ${folder}`);
  return isGood;
}

interface Turn extends Omit<EmulatedPlay, 'id' | 'name' | 'run'> {
  readonly onQuiet: () => void;
}

/** Plays a run, with the certificate where IAM is enforced over TLS. */
async function play(name: EmulatorRunName, { certificate, onQuiet, ...shared }: Turn): Promise<boolean> {
  shared.watch.signal.throwIfAborted();
  const { folder } = shared;
  mkdirSync(folder);
  const run = emulatorRuns[name];
  if (run.stage === 'sandbox') writeFileSync(join(folder, 'sandbox.json'), fastWebhooks());
  const onBegin = (id: string) => {
    if (id === run.quietFrom) onQuiet();
  };
  const own = { id: name, name, run, certificate: run.enforcesIam ? certificate : undefined, onBegin };
  return (await playOnEmulator({ ...shared, ...own })).isGood;
}

/** Settings with which five attempts take seconds instead of half an hour; the rest is as shipped. */
function fastWebhooks(): string {
  const shipped = z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(SANDBOX_SETTINGS, 'utf8')));
  return JSON.stringify({ ...shipped, webhookDelaysS: [0, 1, 2, 2, 2] });
}

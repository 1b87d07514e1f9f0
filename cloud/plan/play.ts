import { AwsCaller } from '#cloud/aws/aws-caller';
import type { Certificate } from '#cloud/emulator/certificate';
import { EMULATED_ACCOUNT, EMULATED_REGION } from '#cloud/emulator/emulator';
import type { PythonTools } from '#cloud/emulator/python-tools';
import { startQuotas } from '#cloud/emulator/quotas';
import { startUnkindEmulator } from '#cloud/emulator/unkind-emulator';
import { Rehearsal, type RehearsalPlace } from '#cloud/plan/context';
import { stepsOf } from '#cloud/plan/plan';
import type { Programs } from '#cloud/plan/programs';
import type { Report } from '#cloud/plan/report';
import { type RunOptions, type RunResult, runSteps } from '#cloud/plan/run-steps';
import { newState } from '#cloud/plan/state';
import type { Run } from '#cloud/plan/step';
import { readConcurrency } from '#cloud/preflight/account-reads';

/** The person who watches a run: takes lines, and ends it early. */
export interface Watch {
  readonly write: (line: string) => void;
  readonly signal: AbortSignal;
}

type PlayOptions = Partial<Pick<RunOptions<Rehearsal>, 'selection' | 'cannot' | 'onBegin' | 'name'>> &
  Pick<RunOptions<Rehearsal>, 'state' | 'report' | 'signal'>;

/** Plays a run of the plan in a place, and undoes what it has opened on this machine. */
export async function play(place: RehearsalPlace, options: PlayOptions): Promise<RunResult> {
  const { run, folder } = place;
  const context = new Rehearsal(place);
  const { selection = { kind: 'left' } } = options;
  try {
    return await runSteps({ ...options, steps: stepsOf(run), order: run.order, selection, folder, context });
  } finally {
    await context.stop();
  }
}

export interface EmulatedPlay extends Omit<PlayOptions, 'state' | 'signal'> {
  /** Names the run in the report and its logs. */
  readonly id: string;
  readonly run: Run;
  /** Keeps state, log, settings and templates. */
  readonly folder: string;
  /** Takes the emulator's files. @default the folder */
  readonly temporary?: string;
  readonly programs: Programs;
  readonly report: Report;
  readonly tools: PythonTools;
  /** With one the emulator speaks TLS and enforces IAM. */
  readonly certificate?: Certificate | undefined;
  /** Puts an unkind cloud in front of the emulator. @default none */
  readonly unkindSeed: number | undefined;
  readonly watch: Watch;
}

/** Plays a run of the plan on an emulator of its own, which forgets everything when it ends. */
export async function playOnEmulator(options: EmulatedPlay): Promise<RunResult> {
  const { id, run, folder, temporary = folder, programs, report, tools, certificate, unkindSeed, watch } = options;
  const { write, signal } = watch;
  const start = { command: tools.emulator, folder: temporary, certificate, name: id, unkindSeed, write };
  const emulator = await report.needed(
    options.name ?? '',
    'start',
    () => startUnkindEmulator(start),
    ({ url }) => url,
  );
  // The emulator has no Service Quotas.
  const quotas = await startQuotas();
  const aws = new AwsCaller({ ...emulator.environment, AWS_ENDPOINT_URL_SERVICE_QUOTAS: quotas.url });
  let stopping: Promise<unknown> | undefined;
  const stop = () => {
    aws.stop();
    stopping ??= Promise.all([emulator.stop(), quotas.stop()]);
    return stopping;
  };
  signal.addEventListener('abort', stop);
  try {
    const cloud = { name: id, environment: emulator.environment, aws, programs };
    const { limit: functionsAtOnce } = await readConcurrency({ aws });
    const account = { account: EMULATED_ACCOUNT, region: EMULATED_REGION };
    const state = newState({ ...account, id, isDry: true });
    return await play(
      { ...account, run, cloud, functionsAtOnce, folder, emulator, certificate },
      { ...options, state, signal },
    );
  } finally {
    await stop();
  }
}

import { type Assembly, bootstrap, deploy } from '#cloud/cdk/commands';
import { EMULATED_ACCOUNT, type Emulator } from '#cloud/emulator/emulator';
import { emulatedTarget, workerKiller } from '#cloud/emulator/target';
import { playDemo } from '#cloud/phases/demo';
import { destroySandbox } from '#cloud/phases/destruction';
import { freezeAndThaw } from '#cloud/phases/freeze';
import { checkNothingLost, disturb } from '#cloud/phases/kills';
import { checkRefusals } from '#cloud/phases/left-out';
import { checkLogs } from '#cloud/phases/logs';
import { signDeclaration, uploadFile } from '#cloud/phases/pages';
import { awaitRedrive, loseStep } from '#cloud/phases/redrive';
import { checkNoDifference, releaseUnderTraffic } from '#cloud/phases/releases';
import { checkFeed, createThirtyTimes, useQuoteTwentyTimes, verifiedUser } from '#cloud/phases/transactions';
import { failAndRetry, leaveDeadLetter, type Subscriber } from '#cloud/phases/webhooks';
import type { Report } from '#cloud/plan/report';
import { type Cloud, newPartner, type Target } from '#cloud/plan/target';
import { type Receiver, startReceiver } from '#local/partner/webhook-receiver';

export interface SandboxRun {
  readonly cloud: Cloud;
  readonly emulator: Emulator;
  readonly report: Report;
  readonly first: Assembly;
  readonly second: Assembly;
  /**
   * What this run waits for, minutes each: functions that are killed and a step that is lost recover, or the stage is frozen
   * and thawed, whose calls are the operator's and not those of roles.
   */
  readonly waitsFor: 'recovery' | 'freeze';
  /** Called when what is left takes time and little of the processor. */
  readonly onQuiet: () => void;
}

/** The sandbox stage from an empty emulator to its destruction. Phases that do not disturb each other go side by side. */
export async function runSandbox(run: SandboxRun): Promise<void> {
  const { cloud, emulator, report, first } = run;
  const name = cloud.name;
  await report.needed(name, 'bootstrap', () => bootstrap(cloud, first, EMULATED_ACCOUNT));
  const outputs = await report.needed(
    name,
    'deploy the sandbox',
    () => deploy(cloud, first),
    ({ ApiUrl }) => ApiUrl,
  );
  const target = await emulatedTarget({ cloud, emulator, stage: 'sandbox', outputs });
  const receivers: Receiver[] = [await startReceiver(), await startReceiver()];
  try {
    await playJourneys(run, target, receivers);
  } finally {
    await Promise.all(receivers.map((receiver) => receiver.stop()));
  }
  await report.phase(name, 'destroy', () => destroySandbox(target, first));
}

async function playJourneys(run: SandboxRun, target: Target, [disturbedReceiver, testReceiver]: readonly Receiver[]) {
  const { cloud, report, first, second } = run;
  const phase = <T>(title: string, work: () => Promise<T>) => report.phase(cloud.name, title, work);
  if (disturbedReceiver === undefined || testReceiver === undefined) throw new Error('A receiver is missing');
  const partners = await report.needed(
    cloud.name,
    'partners with verified users',
    () => Promise.all(['Races', 'Disturbed', 'Tests', 'Traffic'].map((title) => newSubscriber(target, title))),
    (made) => `${made.length} by the operator tool`,
  );
  const [races, disturbed, tests, traffic] = partners;
  if (races === undefined || disturbed === undefined || tests === undefined || traffic === undefined)
    throw new Error('A partner is missing');

  const tester = { partner: tests.partner, receiver: testReceiver };
  await Promise.all([
    phase('dead letters', () => leaveDeadLetter(target, tester)),
    phase('cdk diff after the deployment', () => checkNoDifference(target, first)),
    phase('what is left out is still refused', () => checkRefusals(cloud)),
  ]);

  const subscriber = { partner: disturbed.partner, receiver: disturbedReceiver };
  const recovered =
    run.waitsFor === 'recovery'
      ? await disturbStage(run, target, { subscriber, userId: disturbed.userId, traffic })
      : [];

  await Promise.all([
    phase("the demo's journeys", () => playDemo(target)),
    playRaces(phase, races),
    phase('a declaration signed, its document', () => signDeclaration(target, traffic.partner)),
    phase('uploads by signed addresses', () => uploadFile(target, traffic.partner)),
    phase('retry after five failed attempts', () => failAndRetry(tester)),
  ]);
  run.onQuiet();
  await phase('a second release under traffic', () =>
    releaseUnderTraffic(target, traffic, { assembly: second, isSecond: true }),
  );
  await phase('going back under traffic', () =>
    releaseUnderTraffic(target, traffic, { assembly: first, isSecond: false }),
  );
  await Promise.all(recovered);
  if (run.waitsFor === 'freeze')
    await phase('freeze and thaw', () => freezeAndThaw(target, traffic.partner, traffic.userId));
  await phase('logs of all functions', () => checkLogs(target));
}

/** Kills functions and loses a step. @returns what comes back within minutes, beside all that follows */
async function disturbStage(
  { cloud, emulator, report }: SandboxRun,
  target: Target,
  {
    subscriber,
    userId,
    traffic,
  }: { readonly subscriber: Subscriber; readonly userId: string; readonly traffic: Verified },
) {
  const phase = <T>(title: string, work: () => Promise<T>) => report.phase(cloud.name, title, work);
  const killed = await phase('functions killed in mid-journey', async () =>
    disturb(subscriber, userId, await workerKiller(target, emulator)),
  );
  const nothingLost = killed && phase('nothing lost', () => checkNothingLost(subscriber, killed));
  const lost = await phase('a step lost by its queue', () => loseStep(target, traffic.partner, traffic.userId));
  const redriven = lost && phase('redrive by its schedule', () => awaitRedrive(traffic.partner, lost));
  return [nothingLost, redriven];
}

type Verified = Awaited<ReturnType<typeof newSubscriber>>;

async function newSubscriber(target: Target, name: string) {
  const partner = await newPartner(target, name);
  return { partner, userId: await verifiedUser(partner) };
}

type Phase = <T>(title: string, work: () => Promise<T>) => Promise<T | undefined>;

async function playRaces(phase: Phase, { partner, userId }: Verified): Promise<void> {
  const ids: string[] = [];
  const race = async (attempt: Promise<{ readonly id: string; readonly summary: string }>) => {
    const { id, summary } = await attempt;
    ids.push(id);
    return `${summary}; one transaction`;
  };
  await phase('30 equal creations with one key', () => race(createThirtyTimes(partner, userId)));
  await phase('20 uses of one quote', () => race(useQuoteTwentyTimes(partner, userId)));
  await phase('the change feed', () => checkFeed(partner, ids));
}

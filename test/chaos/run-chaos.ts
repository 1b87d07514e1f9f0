import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { deployableTemplates } from '#local/start/templates';
import { runOps } from '#ops/program';
import { Chance } from '#scripts/chance';
import { crashPoints } from '#shared/platform/observability/crash-point';
import { allItems } from '#test/support/table-census';
import { type Findings, inspect } from './checks';
import { startFlakyReceiver } from './flaky-receiver';
import { Partner } from './partner';
import { type RunnerOptions, type StackRun, startStackRun } from './stack-runner';
import { Traffic } from './traffic';

export interface ChaosOptions {
  readonly seed: number;
  readonly kills: number;
  /** Share of posts that the endpoint refuses. */
  readonly failing: number;
  /** Duration of traffic in the last life, which is not killed, in ms. @default 10_000 */
  readonly lastTrafficMs?: number;
  /** New orders in each life of the stack. @default as many as its clients can make */
  readonly ordersPerLife?: number;
  /** By how much the clock of the last life is put forward, in seconds: what is due by then is not waited for. @default 0 */
  readonly lastClockOffsetS?: number;
  /** Receives a line for every kill. */
  readonly print: (line: string) => void;
}

export interface ChaosFigures extends Findings {
  readonly seed: number;
  readonly kills: number;
  /** Kills at a named point between two effects; the others came at a random moment. */
  readonly killsAtPoints: number;
  readonly orders: number;
  readonly requests: number;
  readonly unanswered: number;
  readonly replays: number;
  readonly manualRetries: number;
  readonly seconds: number;
}

const ROOT = resolve(import.meta.dirname, '../..');
const CLIENTS = 3;
/** From when a stack is ready until it is killed, in ms. */
const RUN_MS = { least: 150, most: 3500 } as const;
/** Time limit until a named point is passed. */
const POINT_WITHIN_MS = 6000;
/**
 * After the last start everything has to end within this time. A notification whose wake-up died with a process waits
 * five minutes, and up to one more for the redrive; then come its attempts.
 */
const SETTLE_WITHIN_MS = 720_000;
/** Each look reads the whole table. */
const LOOK_EVERY_MS = 3000;
const LAST_TRAFFIC_MS = 10_000;
const DAY_MS = 86_400_000;

/** Kills the stack repeatedly under traffic, and checks what is left. */
export async function runChaos(wanted: ChaosOptions): Promise<ChaosFigures> {
  const { seed, kills, failing, print, lastTrafficMs = LAST_TRAFFIC_MS, lastClockOffsetS = 0 } = wanted;
  const { ordersPerLife = Number.POSITIVE_INFINITY } = wanted;
  const startedMs = performance.now();
  // One build for all lives, whatever changes in the folder in between.
  const cdkOut = await deployableTemplates({ root: ROOT, print }, true);
  const chance = new Chance(seed);
  const dataDir = mkdtempSync(join(tmpdir(), 'partner-ramp-chaos-'));
  const options = {
    cdkOut,
    dataDir,
    settings: { SANDBOX_STEP_MS: '300', WEBHOOK_DELAYS_S: '0,1,1,2,2', LOG_LEVEL: 'error' },
  };
  const receiver = await startFlakyReceiver(chance.fork(), failing);
  let life: StackRun | undefined;
  let partner: Partner | undefined;
  try {
    life = await startRun(options, 0);
    const { baseUrl, apiKey } = life.ready;
    const port = Number(new URL(baseUrl).port);
    partner = new Partner(baseUrl, apiKey);
    await partner.untilAnswered('PUT', '/webhook-settings', { body: { url: receiver.url } });
    const users = [await partner.verifiedUser(), await partner.verifiedUser()];
    const traffic = new Traffic(partner, users, chance.fork());
    traffic.allow(ordersPerLife);
    traffic.start(CLIENTS);

    let killsAtPoints = 0;
    const moments = chance.fork();
    await endRun(life, sleep(moments.between(RUN_MS.least, RUN_MS.most)));
    for (let kill = 1; kill < kills; kill += 1) {
      const crash = moments.happens(0.6) ? `${moments.pick(crashPoints)}:${moments.between(1, 5)}` : undefined;
      traffic.allow(ordersPerLife);
      const next = await startStackRun(options, port, crash);
      const limitMs = crash === undefined ? moments.between(RUN_MS.least, RUN_MS.most) : POINT_WITHIN_MS;
      const bySelf = next === undefined || (await endRun(next, sleep(limitMs)));
      if (bySelf) killsAtPoints += 1;
      print(`kill ${kill + 1} of ${kills}: ${bySelf ? `at ${crash}` : `after ${limitMs} ms`}`);
    }

    traffic.allow(ordersPerLife);
    const settings = { ...options.settings, CLOCK_OFFSET_S: String(lastClockOffsetS) };
    life = await startRun({ ...options, settings }, port);
    // Time for attempts to be used up, and for some of those notifications to be retried by hand.
    await sleep(lastTrafficMs);
    await traffic.end();
    const settlingMs = performance.now();
    const unended = await settle(life);
    print(`settled within ${secondsSince(settlingMs)} s`);
    await traffic.replayAll();
    const books = await checkBooks(life);
    const findings = inspect(await allItems(tableLocation(life)), receiver.received, traffic);
    await life.stop();
    return {
      ...findings,
      breaches: [...unended, ...books, ...findings.breaches],
      seed,
      kills,
      killsAtPoints,
      orders: traffic.orders.length,
      requests: traffic.requests,
      unanswered: traffic.unanswered,
      replays: traffic.replays,
      manualRetries: traffic.manualRetries,
      seconds: secondsSince(startedMs),
    };
  } finally {
    partner?.giveUp();
    await life?.kill();
    await receiver.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function secondsSince(startedMs: number): number {
  return Math.round((performance.now() - startedMs) / 1000);
}

/** A life that must not end by itself. */
async function startRun(options: RunnerOptions, port: number): Promise<StackRun> {
  const life = await startStackRun(options, port);
  if (life === undefined) throw new Error('The stack was killed by somebody else');
  return life;
}

/** Waits until a life has ended by itself or its time is over, and kills what is left; says whether it was the first. */
async function endRun(life: StackRun, time: Promise<unknown>): Promise<boolean> {
  const bySelf = await Promise.race([life.ended.then(() => true), time.then(() => false)]);
  await life.kill();
  return bySelf;
}

function tableLocation({ ready }: StackRun) {
  return { dynamodbEndpoint: ready.endpoint, tableName: ready.tableName };
}

/** Waits until every simulation and every notification has ended; names those that have not in time. */
async function settle(life: StackRun): Promise<string[]> {
  const untilMs = Date.now() + SETTLE_WITHIN_MS;
  for (;;) {
    const items = await allItems(tableLocation(life));
    const moving = items.filter(
      ({ entity, status, duePk }) =>
        (entity === 'NTF' && status === 'PENDING') || (entity === 'SIM' && duePk !== undefined),
    );
    if (moving.length === 0) return [];
    if (Date.now() > untilMs) return moving.map(({ PK, SK }) => `${PK} ${SK} did not end in time`);
    await sleep(LOOK_EVERY_MS);
  }
}

/** Collects the reports of the operator tool when the books do not balance. */
async function checkBooks({ ready }: StackRun): Promise<string[]> {
  const errors: string[] = [];
  const yesterday = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
  const place = ['--endpoint', ready.endpoint, '--table', ready.tableName];
  const code = await runOps(['books', 'trial-balance', '--from', yesterday, '--json', ...place], {
    out: () => undefined,
    error: (text) => errors.push(text),
    ask: async () => undefined,
  });
  return code === 0 ? [] : [`the books: ${errors.join(' ')}`];
}

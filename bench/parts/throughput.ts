import { join } from 'node:path';
import { currentTemplates } from '#local/start/templates';
import { ensurePeers } from '../peers-installation';
import { startChild } from '../processes/child';
import type { Part, PartResult, RunOptions } from '../report/part';
import { apiOf, makePartner, WHOLE_STACK } from '../stack/address';
import { startOkReceiver } from '../stack/ok-receiver';
import { type Length, load } from '../throughput/load';
import { BAR_CONNECTIONS, type Held, type Pair, result, type Seen } from '../throughput/result';
import {
  creationTarget,
  type OperationName,
  operations,
  type Side,
  type Sides,
  startSides,
} from '../throughput/sides';

const ROOT = join(import.meta.dirname, '../..');

interface Scale {
  readonly rounds: Readonly<Record<number, number>>;
  readonly seconds: number;
  /** Before the first round, of each kind: until the runtime has compiled what is hot. */
  readonly warmRequests: Readonly<Record<OperationName, number>>;
  readonly wholeRounds: number;
  readonly onRecord: number;
}

const FULL: Scale = {
  rounds: { 1: 3, 16: 11, 64: 3 },
  seconds: 2,
  warmRequests: { create: 1500, get: 5000, list: 600 },
  wholeRounds: 3,
  onRecord: 200,
};
const QUICK: Scale = {
  rounds: { 16: 2 },
  seconds: 2,
  warmRequests: { create: 200, get: 800, list: 100 },
  wholeRounds: 1,
  onRecord: 30,
};

export const throughput: Part = { name: 'throughput', title: 'Throughput', run };

async function run({ quick, progress }: RunOptions): Promise<PartResult> {
  await ensurePeers();
  const scale = quick ? QUICK : FULL;
  const { cdkOut } = await currentTemplates({ root: ROOT, print: () => undefined });
  const sides = await startSides(cdkOut, scale.onRecord);
  try {
    const held = await measureHeld(sides, scale, progress);
    const whole = await measureWhole(sides, cdkOut, scale, progress);
    return result(held, whole, sides.calls);
  } finally {
    await sides.stop();
  }
}

async function measureHeld(sides: Sides, scale: Scale, progress: RunOptions['progress']): Promise<Held> {
  const held = new Map(operations.map((name) => [name, new Map<number, Pair[]>()]));
  for (const name of operations) {
    for (const side of [sides.bare, sides.stack])
      await load(side.targets[name], BAR_CONNECTIONS, { requests: scale.warmRequests[name] });
  }
  for (const [connections, rounds] of Object.entries(scale.rounds)) {
    for (let round = 0; round < rounds; round += 1) {
      progress(`${connections} connections, round ${round + 1} of ${rounds}`);
      for (const name of operations) {
        const measure = (side: 'bare' | 'stack') =>
          loadAndTime(sides[side], name, Number(connections), scale);
        const pair = await inTurns(round, measure);
        const pairs = held.get(name);
        pairs?.set(Number(connections), [...(pairs.get(Number(connections)) ?? []), pair]);
      }
    }
  }
  return held;
}

async function loadAndTime(
  side: Side,
  name: OperationName,
  connections: number,
  length: Length,
): Promise<Seen> {
  const beforeMs = await side.cpuMs();
  const seen = await load(side.targets[name], connections, length);
  return { ...seen, cpuMs: ((await side.cpuMs()) - beforeMs) / seen.answers };
}

/** The side that goes first changes with each round. */
async function inTurns(round: number, measure: (side: 'bare' | 'stack') => Promise<Seen>): Promise<Pair> {
  if (round % 2 === 0) {
    const bare = await measure('bare');
    return { bare, stack: await measure('stack') };
  }
  const stack = await measure('stack');
  return { bare: await measure('bare'), stack };
}

/** Creations while everything behind them runs on the same processors: a fresh stack each round, as it starts empty. */
async function measureWhole(
  sides: Sides,
  cdkOut: string,
  scale: Scale,
  progress: RunOptions['progress'],
): Promise<readonly Pair[]> {
  const receiver = await startOkReceiver();
  const pairs: Pair[] = [];
  try {
    for (let round = 0; round < scale.wholeRounds; round += 1) {
      progress(`everything running, round ${round + 1} of ${scale.wholeRounds}`);
      const measure = async (side: 'bare' | 'stack') =>
        side === 'bare'
          ? await load(sides.bare.targets.create, BAR_CONNECTIONS, scale)
          : await loadWhole(cdkOut, receiver.url, scale);
      pairs.push(await inTurns(round, measure));
    }
  } finally {
    await receiver.stop();
  }
  return pairs;
}

async function loadWhole(cdkOut: string, webhookUrl: string, scale: Scale): Promise<Seen> {
  const whole = await startChild(WHOLE_STACK, { CDK_OUT: cdkOut });
  try {
    const target = creationTarget(
      `${await apiOf(whole)}/cross-ramp`,
      await makePartner(whole, webhookUrl, 0),
    );
    await load(target, BAR_CONNECTIONS, { requests: BAR_CONNECTIONS * 2 });
    return await load(target, BAR_CONNECTIONS, scale);
  } finally {
    await whole.end();
  }
}

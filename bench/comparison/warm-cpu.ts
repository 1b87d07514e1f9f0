import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Table } from '../report/part';
import { inPercent, median, rounded, spread } from '../report/statistics';
import type { MeteredCall } from './engine-meter';
import { type FunctionProcess, startFunction } from './function-process';
import type { RecordedCreation } from './recorded-creation';
import type { Side } from './sides';

/** Processor time of one warm request of a side, µs, in the order of the rounds. */
export interface SideCpu {
  readonly side: Side;
  readonly cpuUs: readonly number[];
  /** Calls of the database that are in it. */
  readonly calls: number;
}

export interface CpuOptions {
  readonly host: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly rounds: number;
  /** Invocations before the first round. */
  readonly warmUp: number;
  readonly batch: number;
}

/** Measures the sides batch by batch in turn, each in a process of its own, on answers that the engine gave before. */
export async function measureCpu(
  creations: readonly RecordedCreation[],
  { host, environment, rounds, warmUp, batch }: CpuOptions,
): Promise<SideCpu[]> {
  const running: { creation: RecordedCreation; fn: FunctionProcess; cpuUs: number[] }[] = [];
  try {
    for (const creation of creations) {
      const { folder, bundle } = creation.side;
      const answers = join(folder, 'answers.json');
      await writeFile(answers, JSON.stringify(answersOf(creation.calls)));
      running.push({ creation, fn: await startFunction({ host, bundle, environment, answers }), cpuUs: [] });
    }
    for (const { creation, fn } of running) await fn.measure(creation.event, warmUp);
    for (let round = 0; round < rounds; round += 1)
      for (const { creation, fn, cpuUs } of running) cpuUs.push(await fn.measure(creation.event, batch));
    return running.map(({ creation: { side, calls }, cpuUs }) => ({
      side,
      cpuUs,
      // The key is read once a minute.
      calls: calls.filter(({ operation }) => operation !== 'GetItem').length,
    }));
  } finally {
    await Promise.all(running.map(({ fn }) => fn.end()));
  }
}

function answersOf(calls: readonly MeteredCall[]): Record<string, string> {
  const targets = calls.map(({ request }) => request.target);
  if (new Set(targets).size !== targets.length)
    throw new Error(`Not told by operation: ${targets.join(', ')}`);
  return Object.fromEntries(calls.map(({ request, answer }) => [request.target, answer.body]));
}

/** Of each round, how one side's time compares with another's. */
export function cpuRatios(one: SideCpu, other: SideCpu): number[] {
  return one.cpuUs.map((cpuUs, round) => cpuUs / (other.cpuUs[round] ?? Number.NaN));
}

export function cpuTable(measured: readonly SideCpu[], base: SideCpu): Table {
  return {
    caption: `Processor time of one warm request, wire stubbed, ${base.cpuUs.length} batches of each in turn`,
    columns: ['', 'Calls', 'µs', 'Over the service', 'Spread'],
    rows: measured.map((one) => [
      one.side.title,
      one.calls,
      Math.round(median(one.cpuUs)),
      rounded(median(cpuRatios(one, base))),
      inPercent(spread(cpuRatios(one, base))),
    ]),
  };
}

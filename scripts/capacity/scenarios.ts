import { partitionsOf, stageLimits } from '#infra/capacity/limits';
import { partnerTransactions, stageLoad } from '#infra/capacity/load';
import type { StageConfig } from '#infra/config/stages';
import { workers } from '#shared/api/workers';
import type { Reader, Scenario } from './simulate';

/** A scenario with the words that docs/capacity.md has for it. */
export interface NamedScenario extends Scenario {
  readonly name: string;
}

const SEED = 1;
/** Long enough for the lives that began first to end, and for a reader that falls behind to show. */
const SECONDS = 40;

/** Builds the simulated scenarios: the stages at what they promise, and tables beyond it. */
export function scenarios(sandbox: StageConfig, production: StageConfig): NamedScenario[] {
  const reader = readerOf(production);
  const beyond = (partners: number): NamedScenario => ({
    name: `one table for ${partners} partners at their full rate`,
    creationsPerS: Math.round(partners * partnerTransactions(production)),
    partners,
    sizes: 'equal',
    partitions: partitionsOf(
      stageLimits({ ...production, capacity: { ...production.capacity, partnersAtFullRate: partners } }).table,
    ),
    reader,
    seconds: SECONDS,
    seed: SEED,
  });
  const promised = atPromise(production);
  return [
    { ...atPromise(sandbox), name: 'sandbox, as it promises' },
    { ...promised, name: 'production, as it promises' },
    { ...promised, name: 'production, read as the sandbox is', reader: readerOf(sandbox) },
    { ...promised, name: 'production, 50 partners of Zipf sizes', partners: 50, sizes: 'zipf' },
    { ...promised, name: 'production, 1,000 partners of Zipf sizes', partners: 1000, sizes: 'zipf' },
    { ...promised, name: 'production, one partner that makes 19 a second', partners: 1, creationsPerS: 19 },
    { ...promised, name: 'production, one partner that makes 50 a second', partners: 1, creationsPerS: 50 },
    beyond(20),
    beyond(40),
    beyond(84),
  ];
}

function atPromise(config: StageConfig): Scenario {
  return {
    creationsPerS: Math.round(stageLoad(config).transactions),
    partners: config.capacity.partnersAtFullRate,
    sizes: 'equal',
    partitions: partitionsOf(stageLimits(config).table),
    reader: readerOf(config),
    seconds: SECONDS,
    seed: SEED,
  };
}

function readerOf(config: StageConfig): Reader {
  const { batchSize, windowS } = stageLimits(config).changesReader;
  const memoryMb = config.memoryMb.functions?.projectChanges ?? workerMemoryMb('projectChanges');
  return { memoryMb, batchSize, windowMs: windowS * 1000, feedPages: config.feedPages ?? 'PLAIN' };
}

function workerMemoryMb(id: string): number {
  const row = workers.find((one) => one.id === id);
  if (row === undefined) throw new Error(`${id} is no worker`);
  return row.memoryMb;
}

import { type ColdStart, prepareColdStarts } from '../init/cold-start';
import { runtimeClient } from '../init/runtime-client';
import type { Table } from '../report/part';
import { inPercent, median, rounded, spread } from '../report/statistics';
import type { RecordedCreation } from './recorded-creation';
import { OUT, type Side } from './sides';

/** The starts of one side in new processes, in the order of the rounds. */
export interface SideStarts {
  readonly side: Side;
  readonly starts: readonly ColdStart[];
  readonly client: string;
}

export interface StartOptions {
  readonly environment: Readonly<Record<string, string>>;
  readonly rounds: number;
  readonly progress: (line: string) => void;
}

/** Starts every side by the runtime's client, round by round, and has it create once on recorded answers. */
export async function measureStarts(
  creations: readonly RecordedCreation[],
  { environment, rounds, progress }: StartOptions,
): Promise<SideStarts[]> {
  const client = await runtimeClient(OUT, progress);
  const cold = await prepareColdStarts(client);
  try {
    const seen = creations.map((creation) => ({ creation, starts: [] as ColdStart[] }));
    for (let round = 0; round <= rounds; round += 1) {
      // Whoever comes first in one round comes last in the next.
      for (const { creation, starts } of round % 2 === 0 ? seen : seen.toReversed()) {
        const { side, event, calls } = creation;
        const start = await cold.measure({ folder: side.folder, environment, event, calls, status: 201 });
        // The first start of each reads its files from the disk.
        if (round > 0) starts.push(start);
      }
    }
    return seen.map(({ creation: { side }, starts }) => ({ side, starts, client: client.name }));
  } finally {
    await cold.stop();
  }
}

/** Of each round, how one side's time to its first answer compares with another's. */
export function answerRatios(one: SideStarts, other: SideStarts): number[] {
  return one.starts.map(({ answerMs }, round) => answerMs / (other.starts[round]?.answerMs ?? Number.NaN));
}

export function startsTable(measured: readonly SideStarts[], base: SideStarts): Table {
  return {
    caption: `Spawn to first request for an invocation (init) and to first answer, ${base.starts.length} starts of each in turn; by ${base.client}`,
    columns: ['', 'Bundle, kB', 'Init, ms', 'First answer, ms', 'Over the service', 'Spread'],
    rows: measured.map((one) => [
      one.side.title,
      Math.round(one.side.bytes / 1000),
      rounded(median(one.starts.map(({ initMs }) => initMs)), 1),
      rounded(median(one.starts.map(({ answerMs }) => answerMs)), 1),
      rounded(median(answerRatios(one, base))),
      inPercent(spread(answerRatios(one, base))),
    ]),
  };
}

import { failEachSide, failuresTable, type SideFailures } from '../comparison/failures';
import {
  billedWrites,
  callsOf,
  countOperations,
  operationsTable,
  type SideOperations,
} from '../comparison/operations';
import { recordCreations } from '../comparison/recorded-creation';
import { type Setting, startSetting } from '../comparison/setting';
import { type Built, buildSides, type Side } from '../comparison/sides';
import { answerRatios, measureStarts, startsTable } from '../comparison/starts';
import { cpuRatios, cpuTable, measureCpu } from '../comparison/warm-cpu';
import { ensurePeers } from '../peers-installation';
import type { Bar, Part, PartResult, RunOptions } from '../report/part';
import { median } from '../report/statistics';

/** The same creation of a cross-ramp, as the service has it and as two common designs would. */
export const peers: Part = {
  name: 'peers',
  title: 'The same creation by other designs',
  async run(options) {
    await ensurePeers();
    options.progress('building');
    const built = await buildSides();
    const setting = await startSetting();
    try {
      return await compare(built, setting, options);
    } finally {
      await setting.stop();
    }
  },
};

async function compare({ sides, host }: Built, setting: Setting, options: RunOptions): Promise<PartResult> {
  const { quick, progress } = options;
  // What goes over the wire does not hang on how a side is built.
  const shapes = sides.filter(({ name, build }) => name === 'service' || build === 'own');
  progress('operations');
  const operations = await countOperations(shapes, host, setting);
  progress('failures');
  const failures = await failEachSide(shapes, host, setting);
  const creations = await recordCreations(sides, host, setting);
  const { environment } = setting;
  progress('starts');
  const starts = await measureStarts(creations, { environment, rounds: quick ? 3 : 15, progress });
  progress('processor time');
  const batches = quick ? { rounds: 5, warmUp: 300, batch: 50 } : { rounds: 21, warmUp: 2000, batch: 200 };
  const cpu = await measureCpu(creations, { host, environment, ...batches });
  return {
    tables: [
      startsTable(starts, service(starts)),
      cpuTable(cpu, service(cpu)),
      operationsTable(operations),
      failuresTable(failures),
    ],
    bars: [
      ...unitBars(operations),
      ...ratioBars('First answer of a new process', starts, answerRatios),
      ...ratioBars('Processor time of a warm request', cpu, cpuRatios),
      duplicatesBar(failures),
    ],
  };
}

function unitBars(operations: readonly SideOperations[]): Bar[] {
  const fewer = (...cases: Parameters<typeof callsOf>[2][]): number => {
    const writes = (name: Side['name']) =>
      cases.reduce((sum, one) => sum + billedWrites(callsOf(operations, name, one)), 0);
    return writes('powertools') - writes('service');
  };
  const text = (what: string) => `Write units of ${what}: fewer than with Powertools, by`;
  return [
    { text: text('a new request'), limit: 1, value: fewer('new request'), side: 'at least' },
    {
      text: text('a new request and its replay, refused writes as DynamoDB bills them'),
      limit: 1,
      value: fewer('new request', 'its replay'),
      side: 'at least',
    },
  ];
}

/** The service over each peer as its documentation builds it; both sides of a round had the same machine. */
function ratioBars<T extends { readonly side: Side }>(
  what: string,
  measured: readonly T[],
  ratios: (one: T, other: T) => number[],
): Bar[] {
  return measured
    .filter(({ side }) => side.build === 'own')
    .map((one) => ({
      text: `${what}, over ${one.side.title}`,
      limit: 1,
      value: median(ratios(service(measured), one)),
      side: 'at most',
    }));
}

function duplicatesBar(failures: readonly SideFailures[]): Bar {
  return {
    text: 'Transactions too many after a crash behind the write',
    limit: 0,
    value: service(failures).duplicatesAfterCrash,
    side: 'at most',
  };
}

/** @throws Error when the service is not among them */
function service<T extends { readonly side: Side }>(measured: readonly T[]): T {
  const found = measured.find(({ side }) => side.name === 'service');
  if (found === undefined) throw new Error('The service was not measured');
  return found;
}

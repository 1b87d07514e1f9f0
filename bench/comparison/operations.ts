import type { Table } from '../report/part';
import type { MeteredCall } from './engine-meter';
import { type FunctionAnswer, type FunctionProcess, startFunction } from './function-process';
import type { Setting } from './setting';
import type { Side } from './sides';

/** What one side asks of the database in each case. */
export interface SideOperations {
  readonly side: Side;
  readonly cases: ReadonlyMap<CaseName, readonly MeteredCall[]>;
}

const caseNames = [
  'new request',
  'its replay',
  'new request, bank name of 200 characters',
  'refused: amount out of range',
  'two at once with one key',
] as const;
type CaseName = (typeof caseNames)[number];

/**
 * A write whose condition does not hold is billed by the size of the item that was to be written, and the engine
 * reports nothing for it. Those here are records in progress, far below 1 KB. DynamoDB developer guide, "Capacity Unit
 * Consumption for Writes".
 */
const REFUSED_WRITE_UNITS = 1;

/** Counts what each side asks of the engine, with its key and its user's account known. */
export async function countOperations(
  sides: readonly Side[],
  host: string,
  setting: Setting,
): Promise<SideOperations[]> {
  const counted: SideOperations[] = [];
  for (const side of sides) {
    const start = () => startFunction({ host, bundle: side.bundle, environment: setting.environment });
    const functions = [await start(), await start()] as const;
    try {
      counted.push({ side, cases: await casesOf(functions, setting) });
    } finally {
      await Promise.all(functions.map((one) => one.end()));
    }
  }
  return counted;
}

async function casesOf(
  [first, second]: readonly [FunctionProcess, FunctionProcess],
  { meter, newUser, request }: Setting,
): Promise<ReadonlyMap<CaseName, readonly MeteredCall[]>> {
  const userId = await newUser();
  const bankName = 'Banco '.repeat(34).slice(0, 200);
  const ask = async (fn: FunctionProcess, status: number, event: unknown): Promise<void> => {
    expectStatus(await fn.invoke(event), status);
  };
  for (const fn of [first, second]) {
    await ask(fn, 201, request({ userId, key: crypto.randomUUID() }));
    await ask(fn, 201, request({ userId, key: crypto.randomUUID(), bankName }));
  }
  const key = crypto.randomUUID();
  const created = await meter.during(() => ask(first, 201, request({ userId, key })));
  const replayed = await meter.during(() => ask(first, 201, request({ userId, key })));
  const long = request({ userId, key: crypto.randomUUID(), bankName });
  const longCreated = await meter.during(() => ask(first, 201, long));
  const tooMuch = request({ userId, key: crypto.randomUUID(), sourceAmount: 90_000_000 });
  const refused = await meter.during(() => ask(first, 400, tooMuch));
  const twice = request({ userId, key: crypto.randomUUID() });
  const both = await meter.during(
    () => Promise.all([first.invoke(twice), second.invoke(twice)]),
    togetherAtTheWrite(),
  );
  return new Map<CaseName, readonly MeteredCall[]>([
    ['new request', created],
    ['its replay', replayed],
    ['new request, bank name of 200 characters', longCreated],
    ['refused: amount out of range', refused],
    ['two at once with one key', both],
  ]);
}

/** Within this time a second request of the same key is at its write, if it gets there. */
const TOGETHER_MS = 400;

/** Holds a transaction back until another one comes too, or none does. */
export function togetherAtTheWrite(): { before(operation: string): Promise<void> } {
  let release: () => void = () => undefined;
  let waiting = false;
  return {
    async before(operation) {
      if (operation !== 'TransactWriteItems') return;
      if (waiting) return release();
      waiting = true;
      await new Promise<void>((resolve) => {
        release = resolve;
        setTimeout(resolve, TOGETHER_MS);
      });
    },
  };
}

/** @throws Error with the answer when it has another status */
export function expectStatus(answer: FunctionAnswer, status: number): void {
  if (answer.status !== status) throw new Error(`Answered ${answer.status}: ${answer.body}`);
}

/** Write units of some calls: those that the engine reports, and what DynamoDB bills for refused puts. */
export function billedWrites(calls: readonly MeteredCall[]): number {
  return calls.reduce(
    (sum, { operation, refused, writeUnits }) =>
      sum + (refused && operation === 'PutItem' ? REFUSED_WRITE_UNITS : writeUnits),
    0,
  );
}

/** The calls of one side in one case. @throws Error when they were not counted */
export function callsOf(
  counted: readonly SideOperations[],
  name: Side['name'],
  caseName: CaseName,
): readonly MeteredCall[] {
  const calls = counted.find(({ side }) => side.name === name)?.cases.get(caseName);
  if (calls === undefined) throw new Error(`${caseName} was not counted for ${name}`);
  return calls;
}

export function operationsTable(counted: readonly SideOperations[]): Table {
  return {
    caption:
      'Operations and units of each request, as the engine reports them; it reports none for refused writes, which DynamoDB bills. Key and account known, no request rate',
    columns: ['Request', 'Side', 'Calls', 'Read units', 'Write units', 'Refused writes', 'In sequence'],
    rows: caseNames.flatMap((name) =>
      counted.map(({ side, cases }) => {
        const calls = cases.get(name) ?? [];
        return [
          name,
          side.title,
          calls.length,
          calls.reduce((sum, { readUnits }) => sum + readUnits, 0),
          calls.reduce((sum, { writeUnits }) => sum + writeUnits, 0),
          calls.filter(({ refused }) => refused).length,
          calls.map(({ operation, refused }) => (refused ? `${operation} (refused)` : operation)).join(', '),
        ];
      }),
    ),
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Table } from '../report/part';
import { EndedEarly, type FunctionAnswer, type FunctionProcess, startFunction } from './function-process';
import { togetherAtTheWrite } from './operations';
import type { Setting } from './setting';
import type { Side } from './sides';

/** What became of one side's requests when something went wrong. */
export interface SideFailures {
  readonly side: Side;
  /** Scenario → what the caller was told and what is on record. */
  readonly outcomes: ReadonlyMap<string, string>;
  /** Transactions on record beyond the one that was asked for, after a crash behind the write. */
  readonly duplicatesAfterCrash: number;
}

/** The function's timeout in these scenarios: an abandoned lock holds this long. */
const TIMEOUT_MS = 1500;
/** Whole seconds in which some clocks of locks count. */
const MARGIN_MS = 1200;

/** Breaks each side at the same points. */
export async function failEachSide(
  sides: readonly Side[],
  host: string,
  setting: Setting,
): Promise<SideFailures[]> {
  const failures: SideFailures[] = [];
  for (const side of sides) {
    const start = () => startFunction({ host, bundle: side.bundle, environment: setting.environment });
    const behind = await crash(setting, start, 'after');
    const before = await crash(setting, start, 'before');
    const outcomes = new Map([
      ['Crash behind the write: repeated at once', behind.atOnce],
      ['Crash behind the write: repeated when the function must have ended', behind.later],
      ['Crash behind the write: transactions on record', String(behind.transactions)],
      ['Crash before the write: repeated at once', before.atOnce],
      ['Crash before the write: repeated when the function must have ended', before.later],
      ['Crash before the write: transactions on record', String(before.transactions)],
      ...(await withTwo(setting, start)),
    ]);
    failures.push({ side, outcomes, duplicatesAfterCrash: behind.transactions - 1 });
  }
  return failures;
}

type Start = () => Promise<FunctionProcess>;

interface AfterCrash {
  readonly atOnce: string;
  readonly later: string;
  readonly transactions: number;
}

/** Ends a function at its transactional write, and sends the same request again to another one. */
async function crash(setting: Setting, start: Start, when: 'before' | 'after'): Promise<AfterCrash> {
  const { meter, newUser, request, transactionsOf } = setting;
  const userId = await newUser();
  const event = request({ userId, key: crypto.randomUUID() });
  const crashing = await start();
  const end = (operation: string): void => {
    if (operation === 'TransactWriteItems') crashing.crash();
  };
  const interference =
    when === 'after'
      ? { after: end }
      : {
          before(operation: string) {
            end(operation);
            if (operation === 'TransactWriteItems') throw new Error('The function has crashed');
          },
        };
  await meter.during(() => crashing.invoke(event, TIMEOUT_MS).catch(ignoreEnd), interference);
  await crashing.end();
  const other = await start();
  try {
    const first = await other.invoke(event, TIMEOUT_MS);
    await sleep(TIMEOUT_MS + MARGIN_MS);
    const second = await other.invoke(event, TIMEOUT_MS);
    return {
      atOnce: told(first),
      later:
        idOf(first) !== undefined && idOf(first) === idOf(second)
          ? `${told(second)}, the same`
          : told(second),
      transactions: await transactionsOf(userId),
    };
  } finally {
    await other.end();
  }
}

function ignoreEnd(error: unknown): undefined {
  if (!(error instanceof EndedEarly)) throw error;
  return undefined;
}

async function withTwo(setting: Setting, start: Start): Promise<[string, string][]> {
  const { meter, newUser, request, transactionsOf } = setting;
  const [first, second] = [await start(), await start()];
  try {
    const userId = await newUser();
    const key = crypto.randomUUID();
    await first.invoke(request({ userId, key }));
    const mismatch = await second.invoke(request({ userId, key, sourceAmount: 2500 }));
    const pair = await newUser();
    const event = request({ userId: pair, key: crypto.randomUUID() });
    let answers: FunctionAnswer[] = [];
    await meter.during(async () => {
      answers = await Promise.all([first.invoke(event), second.invoke(event)]);
    }, togetherAtTheWrite());
    const same = answers.every((answer) => answer.status === 201) && answers[0]?.body === answers[1]?.body;
    return [
      ['Key used again with another body', told(mismatch)],
      [
        'Two at once with one key',
        `${answers.map(told).toSorted().join(' and ')}${same ? ', the same text' : ''}`,
      ],
      ['Two at once with one key: transactions on record', String(await transactionsOf(pair))],
    ];
  } finally {
    await Promise.all([first.end(), second.end()]);
  }
}

function told({ status, body }: FunctionAnswer): string {
  const code = /"code":"(\w+)"/.exec(body)?.[1];
  return code === undefined ? String(status) : `${status} ${code}`;
}

function idOf({ body }: FunctionAnswer): string | undefined {
  return /"id":"([0-9a-f-]{36})"/.exec(body)?.[1];
}

export function failuresTable(failures: readonly SideFailures[]): Table {
  const scenarios = [...(failures[0]?.outcomes.keys() ?? [])];
  return {
    caption: `What the caller is told and what is on record; the function's timeout is ${TIMEOUT_MS / 1000} s`,
    columns: ['', ...failures.map(({ side }) => side.title)],
    rows: scenarios.map((scenario) => [
      scenario,
      ...failures.map(({ outcomes }) => outcomes.get(scenario) ?? ''),
    ]),
  };
}

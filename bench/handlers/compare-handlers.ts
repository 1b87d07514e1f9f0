import { buildBare } from '../bare/build';
import type { BuiltFunction, Subject } from '../functions/subject';
import type { Row, RunOptions } from '../report/part';
import { median, percentile, rounded } from '../report/statistics';
import { recordOtherCheckout } from './other-checkout';
import { type RecordedHandler, recordHandlers } from './recorded-handlers';

export interface Comparison {
  /** The handlers that are measured. */
  readonly names: RegExp;
  /** The calls that the bare handler makes, and how that is called. */
  readonly calls: 'calls' | 'warm';
  readonly bare: string;
  /** Those that have a bar of their own, since they do work that a bare handler has nothing like. @default none */
  readonly apart?: RegExp;
  /** Measures a handler and what it is compared with. @returns its ratios, one of each round, and its row for the table */
  measure(handler: Subject, other: Subject): Promise<Measured>;
}

interface Measured {
  readonly ratios: readonly number[];
  readonly row: Row;
}

/**
 * Measures handlers beside bare ones that make their calls, or beside the same handlers of another checkout.
 * @returns a row of each with the largest upper quartile first; the median of their medians, the largest upper quartile and the largest one of
 *   those apart, as figures for the bars; and the functions that take no partner's key; beside another checkout only rows, the median as the last
 */
export async function compareHandlers({ progress, against }: RunOptions, comparison: Comparison) {
  const { names, calls, bare, apart, measure } = comparison;
  progress('recording what every handler asks of the cloud');
  const { handlers, others } = await recordHandlers();
  const theirs = against === undefined ? undefined : (await recordOtherCheckout(against)).handlers;
  const findOther = async (handler: RecordedHandler): Promise<Subject | undefined> => {
    if (theirs !== undefined) return theirs.find(({ name }) => name === handler.name);
    return { ...handler, ...(await buildBare(handler[calls])), status: 200 };
  };
  const measured: Measured[] = [];
  for (const handler of handlers.filter(({ name }) => names.test(name))) {
    const other = await findOther(handler);
    if (other === undefined) continue;
    const one = await measure(handler, other);
    progress(one.row.join(' '));
    measured.push(one);
  }
  const quartile = ({ ratios }: Measured) => percentile(ratios, 0.75);
  measured.sort((left, right) => quartile(right) - quartile(left));
  const rows = measured.map(({ row }) => row);
  const all = measured.map(({ ratios }) => median(ratios));
  const none: readonly BuiltFunction[] = [];
  if (against !== undefined) {
    const last = [`median ratio of ${all.length}: ${rounded(median(all), 3)}`];
    return { rows: [...rows, last], values: [], others: none, texts: { other: against, side: 'Other' } };
  }
  // The slowest comes first.
  const [worst, worstApart] = [false, true].map((isApart) =>
    measured.find(({ row: [name] }) => (apart?.test(String(name)) ?? false) === isApart),
  );
  const nameOf = (one: Measured | undefined) => String(one?.row[0]);
  const texts = { other: bare, side: 'Bare', worst: nameOf(worst), worstApart: nameOf(worstApart) };
  const quartiles = [worst, worstApart].flatMap((one) => (one === undefined ? [] : [quartile(one)]));
  return { rows, values: [median(all), ...quartiles], others, texts };
}

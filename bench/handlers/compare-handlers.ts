import { buildBare } from '../bare/build';
import type { BuiltFunction, Subject } from '../functions/subject';
import type { Row, RunOptions } from '../report/part';
import { percentile } from '../report/statistics';
import { recordOtherCheckout } from './other-checkout';
import { recordHandlers } from './recorded-handlers';

export interface Comparison {
  /** The handlers that are measured. */
  readonly names: RegExp;
  /** Measures a handler and what it is compared with. @returns its ratios, one of each round, and its row for the table */
  measure(handler: Subject, other: Subject): Promise<Measured>;
}

export interface Measured {
  readonly ratios: readonly number[];
  readonly row: Row;
}

/** The upper quartile of the ratios of a handler. */
export function upperQuartile({ ratios }: Measured): number {
  return percentile(ratios, 0.75);
}

/**
 * Measures handlers next to bare ones that make their calls, or next to the same handlers of another checkout.
 * @returns each with its row, the largest upper quartile first, and the functions that take no partner's key
 */
export async function compareHandlers(
  { progress, against }: RunOptions,
  { names, measure }: Comparison,
): Promise<{ readonly measured: readonly Measured[]; readonly others: readonly BuiltFunction[] }> {
  progress('recording what every handler asks of the cloud');
  const { handlers, others } = await recordHandlers();
  const theirs = against === undefined ? undefined : (await recordOtherCheckout(against)).handlers;
  const findOther = async (handler: Subject): Promise<Subject | undefined> => {
    if (theirs !== undefined) return theirs.find(({ name }) => name === handler.name);
    return { ...handler, ...(await buildBare(handler.calls)), status: 200 };
  };
  const measured: Measured[] = [];
  for (const handler of handlers.filter(({ name }) => names.test(name))) {
    const other = await findOther(handler);
    if (other === undefined) continue;
    const one = await measure(handler, other);
    progress(one.row.join(' '));
    measured.push(one);
  }
  measured.sort((left, right) => upperQuartile(right) - upperQuartile(left));
  return { measured, others };
}

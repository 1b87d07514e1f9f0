import { buildBare } from '../bare/build';
import { drawnText } from '../bare/drawn-text';
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
  /** Measures a handler and what it is compared with. @returns its ratios, one of each round, and its row for the table */
  measure(handler: Subject, other: Subject): Promise<Measured>;
}

interface Measured {
  readonly ratios: readonly number[];
  readonly row: Row;
}

/**
 * Measures handlers beside bare ones that make their calls, or beside the same handlers of another checkout.
 * A handler that draws a document has a second row, beside a bare one that draws the same text by PDFKit.
 * @returns a row of each with the largest upper quartile first; the median of their medians, the largest upper quartile of those that draw nothing and the
 *   largest one beside PDFKit, as figures for the bars; and the functions that take no partner's key; beside another checkout only rows, the median as the last
 */
export async function compareHandlers({ progress, against }: RunOptions, comparison: Comparison) {
  const { names, calls, bare, measure } = comparison;
  progress('recording what every handler asks of the cloud');
  const { handlers, others } = await recordHandlers();
  const theirs = against === undefined ? undefined : (await recordOtherCheckout(against)).handlers;
  const findOther = async (handler: RecordedHandler): Promise<Subject | undefined> => {
    if (theirs !== undefined) return theirs.find(({ name }) => name === handler.name);
    return { ...handler, ...(await buildBare(handler[calls])), status: 200 };
  };
  const quartile = ({ ratios }: Measured) => percentile(ratios, 0.75);
  const measured: (Measured & { readonly draws: 'nothing' | 'alone' | 'beside PDFKit' })[] = [];
  const add = async (handler: Subject, other: Subject, draws: (typeof measured)[number]['draws']) => {
    const one = await measure(handler, other);
    progress(one.row.join(' '));
    measured.push({ ...one, draws });
  };
  for (const handler of handlers.filter(({ name }) => names.test(name))) {
    const other = await findOther(handler);
    if (other === undefined) continue;
    const drawn = theirs === undefined ? await drawnText(handler[calls]) : undefined;
    await add(handler, other, drawn === undefined ? 'nothing' : 'alone');
    if (drawn === undefined) continue;
    const drawing = { ...other, ...(await buildBare(handler[calls], { drawn })) };
    await add({ ...handler, name: `${handler.name}, beside PDFKit` }, drawing, 'beside PDFKit');
  }
  measured.sort((left, right) => quartile(right) - quartile(left));
  const rows = measured.map(({ row }) => row);
  const all = measured.filter(({ draws }) => draws !== 'beside PDFKit').map(({ ratios }) => median(ratios));
  const none: readonly BuiltFunction[] = [];
  if (against !== undefined) {
    const last = [`median ratio of ${all.length}: ${rounded(median(all), 3)}`];
    return { rows: [...rows, last], values: [], others: none, texts: { other: against, side: 'Other' } };
  }
  // The slowest comes first.
  const [worst, worstDrawn] = ['nothing', 'beside PDFKit'].map((what) => measured.find(({ draws }) => draws === what));
  const nameOf = (one: Measured | undefined) => String(one?.row[0]);
  const texts = { other: bare, side: 'Bare', worst: nameOf(worst), worstDrawn: nameOf(worstDrawn) };
  const quartiles = [worst, worstDrawn].flatMap((one) => (one === undefined ? [] : [quartile(one)]));
  return { rows, values: [median(all), ...quartiles], others, texts };
}

import { execFileSync } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { buildBare } from '../bare/build';
import type { BuiltFunction, Subject } from '../functions/subject';
import { ensurePeers } from '../installation';
import { startChild, temporaryFolder, withCleanUp } from '../processes';
import type { Row, RunOptions } from '../report/part';
import { percentile } from '../report/statistics';
import { type Recordings, recordHandlers } from './recorded-handlers';

const ROOT = join(import.meta.dirname, '../../..');

/**
 * Records the network calls of another checkout's handlers, with the items and events of that checkout. If no packages are
 * installed in the other checkout, uses the packages of this checkout.
 */
async function recordOtherCheckout(against: string): Promise<Recordings> {
  ensurePeers();
  const folder = existsSync(against) ? resolve(against) : extract(against);
  for (const packages of ['node_modules', 'tools/bench/peers/node_modules'])
    if (!existsSync(join(folder, packages))) symlinkSync(join(ROOT, packages), join(folder, packages));
  const program = relative(join(ROOT, 'tools/bench'), join(folder, 'tools/bench/handlers/recorded-handlers.ts'));
  return withCleanUp(async (atEnd) => {
    const { call } = startChild<typeof import('./recorded-handlers')>(program, atEnd);
    return call.recordHandlers();
  });
}

function extract(ref: string): string {
  const folder = temporaryFolder();
  const archive = execFileSync('git', ['archive', ref], { cwd: ROOT, maxBuffer: Number.POSITIVE_INFINITY });
  execFileSync('tar', ['--extract', '--file', '-'], { cwd: folder, input: archive });
  return folder;
}

export interface Comparison {
  /** Matches the names of the handlers to measure. */
  readonly names: RegExp;
  /** Measures a handler and its counterpart. @returns the ratios (one per round) and the row for the table */
  measure(handler: Subject, other: Subject): Promise<Measured>;
}

export interface Measured {
  readonly ratios: readonly number[];
  readonly row: Row;
}

/** Returns the upper quartile of a handler's ratios. */
export function upperQuartile({ ratios }: Measured): number {
  return percentile(ratios, 0.75);
}

/**
 * Compares handlers with bare handlers that make the same calls, or with the same handlers of another checkout.
 * @returns the handlers, largest upper quartile first; `others` are the functions that need no API key of a partner
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

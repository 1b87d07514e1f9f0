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
 * Lets another checkout record its handlers by its own program: each checkout is measured on its own items and events.
 * It uses the packages of this checkout, unless it has its own.
 * @param against a folder, or a git ref
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
  /** The handlers that are measured. */
  readonly names: RegExp;
  /** Measures a handler and its counterpart. @returns its ratios, one of each round, and its row for the table */
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

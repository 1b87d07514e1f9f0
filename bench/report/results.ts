import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import type { PartResult } from './part';

const RESULTS = join(import.meta.dirname, '../results');

const resultFile = z.strictObject({
  /** Of the run, YYYY-MM-DD. */
  date: z.iso.date(),
  machine: z.string(),
  node: z.string(),
  tables: z.array(
    z.strictObject({
      caption: z.string(),
      columns: z.array(z.string()),
      rows: z.array(z.array(z.union([z.string(), z.number()]))),
    }),
  ),
  bars: z.array(
    z.strictObject({
      text: z.string(),
      limit: z.number(),
      value: z.number(),
      side: z.enum(['at most', 'at least']),
    }),
  ),
});

/** What one part measured, where and when. */
export type Result = z.infer<typeof resultFile>;

/** The results of a part's last published run; undefined when it never ran. */
export async function readResult(part: string): Promise<Result | undefined> {
  try {
    return resultFile.parse(JSON.parse(await readFile(fileOf(part), 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Keeps a part's results in place of its last ones. */
export async function keepResult(part: string, { tables, bars }: PartResult): Promise<void> {
  const file = fileOf(part);
  await mkdir(dirname(file), { recursive: true });
  const result = { date: new Date().toISOString().slice(0, 10), machine: machine(), node: process.version };
  await writeFile(file, `${JSON.stringify({ ...result, tables, bars }, undefined, 2)}\n`);
}

function fileOf(part: string): string {
  return join(RESULTS, `${part}.json`);
}

function machine(): string {
  const processors = cpus();
  return `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown processor'}`;
}

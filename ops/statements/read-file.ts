/** Reads a file of statements in pieces. */
import { createReadStream } from 'node:fs';
import { attempt } from '#ops/errors';
import { camt053Reader } from './formats/camt053';
import { type CsvMapping, csvReader } from './formats/csv';
import { mt940Reader } from './formats/mt940';
import { type Statement, type StatementReader, StatementRefused } from './statement';

export const statementFormats = ['camt.053', 'mt940', 'csv'] as const;
export type StatementFormat = (typeof statementFormats)[number];

/** Encodings that banks use. */
export const encodings = ['utf-8', 'windows-1252'] as const;

export interface StatementFile {
  readonly file: string;
  readonly format: StatementFormat;
  readonly encoding: (typeof encodings)[number];
  readonly account: string;
  /** Of a file in CSV. */
  readonly mapping: CsvMapping | undefined;
}

/** @throws StatementRefused for a file that is not in the format, or does not add up */
export async function readStatementFile({ file, encoding, ...form }: StatementFile): Promise<Statement[]> {
  const reader = readerFor(form);
  const decoder = new TextDecoder(encoding, { fatal: true });
  const text = (bytes?: Buffer) =>
    attempt(() => (bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true }))) ??
    refuseEncoding(encoding);
  for await (const bytes of createReadStream(file)) reader.write(text(bytes));
  reader.write(text());
  return reader.end();
}

function readerFor({ format, account, mapping }: Omit<StatementFile, 'file' | 'encoding'>): StatementReader {
  if (format === 'camt.053') return camt053Reader();
  if (format === 'mt940') return mt940Reader();
  if (mapping === undefined) throw new StatementRefused('A file in CSV needs --mapping');
  return csvReader(mapping, account);
}

function refuseEncoding(encoding: string): never {
  throw new StatementRefused(`The file is not in ${encoding} (--encoding)`);
}

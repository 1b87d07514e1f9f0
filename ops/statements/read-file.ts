/** Reads a file of statements in pieces. */
import { createReadStream } from 'node:fs';
import { attempt } from '#ops/errors';
import { camt053Reader } from './formats/camt053';
import { type CsvMapping, csvReader } from './formats/csv';
import { mt940Reader } from './formats/mt940';
import { type StatementReader, StatementRefused } from './statement';

export const statementFormats = ['camt.053', 'mt940', 'csv'] as const;
export type StatementFormat = (typeof statementFormats)[number];

/** Encodings that banks use. */
export const encodings = ['utf-8', 'windows-1252'] as const;

export interface StatementFile {
  readonly file: string;
  readonly format: StatementFormat;
  readonly encoding: (typeof encodings)[number];
  /** The account whose statements are read; empty for all accounts of the file. */
  readonly account: string;
  /** Of a file in CSV. */
  readonly mapping: CsvMapping | undefined;
}

/** The most bytes of a file: some 200,000 entries. */
const MAX_BYTES = 268_435_456;

/** @throws StatementRefused for a file that is not in the format, or does not add up */
export async function readStatementFile({ file, encoding, ...form }: StatementFile) {
  const reader = readerFor(form);
  const decoder = new TextDecoder(encoding, { fatal: true });
  const text = (bytes?: Buffer) =>
    attempt(() => (bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true }))) ??
    refuseEncoding(encoding);
  let size = 0;
  for await (const bytes of createReadStream(file)) {
    size += bytes.length;
    if (size > MAX_BYTES) throw new StatementRefused(`The file is larger than ${MAX_BYTES / 1_048_576} MB: split it`);
    reader.write(text(bytes));
  }
  reader.write(text());
  const statements = reader.end();
  return { statements, others: reader.others() };
}

function readerFor({ format, account, mapping }: Omit<StatementFile, 'file' | 'encoding'>): StatementReader {
  const wanted = account === '' ? undefined : account;
  if (format === 'camt.053') return camt053Reader(wanted);
  if (format === 'mt940') return mt940Reader(wanted);
  if (mapping === undefined) throw new StatementRefused('A file in CSV needs --mapping');
  return csvReader(mapping, account);
}

function refuseEncoding(encoding: string): never {
  throw new StatementRefused(`The file is not in ${encoding} (--encoding)`);
}

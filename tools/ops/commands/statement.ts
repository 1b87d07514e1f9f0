import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { attempt, existing, OperationFailed, UsageError } from '#ops/errors';
import { choice, name, optional, type Read, required, text, whole, withDefault } from '#ops/options';
import { accountIdFor } from '#ops/statements/chain';
import { sides } from '#ops/statements/expected';
import { camt053Reader } from '#ops/statements/formats/camt053';
import { type CsvMapping, csvMapping, csvReader } from '#ops/statements/formats/csv';
import { mt940Reader } from '#ops/statements/formats/mt940';
import { importStatements } from '#ops/statements/import-statements';
import type { ImportedEntry, ImportedStatement, Progress } from '#ops/statements/item';
import { applyChanges, findAccount, findEntries, findStatements } from '#ops/statements/repository';
import { revertImport, seeImport } from '#ops/statements/revert-import';
import { type StatementReader, StatementRefused } from '#ops/statements/statement';
import { table, upperCased } from '#ops/text';
import { byWord, verb } from '#ops/verb';
import type { Currency } from '#shared/values/money/currency';
import { money, moneyText } from '#shared/values/money/money';

const statementFormats = ['camt.053', 'mt940', 'csv'] as const;
type StatementFormat = (typeof statementFormats)[number];

/** Character encodings of bank files. */
const encodings = ['utf-8', 'windows-1252'] as const;

interface StatementFile {
  readonly file: string;
  readonly format: StatementFormat;
  readonly encoding: (typeof encodings)[number];
  /** Account to read; empty for all accounts of the file. */
  readonly account: string;
  readonly mapping: CsvMapping | undefined;
}

/** Maximum size of a file in bytes: about 200,000 entries. */
const MAX_BYTES = 268_435_456;

/**
 * Reads a statement file in chunks.
 * @throws StatementRefused for a file that is too large, has another format or encoding, or has balances that do not add up
 */
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
  if (mapping === undefined) throw new StatementRefused('A CSV file requires --mapping');
  return csvReader(mapping, account);
}

function refuseEncoding(encoding: string): never {
  throw new StatementRefused(`The file is not in ${encoding} (--encoding)`);
}

const accountOption = required('NUMBER', 'Account number as the bank writes it, for example its IBAN', name);

/** Parses `--covers`: the settlement account (pay-in or pay-out) whose movements the bank account contains, or `both`. */
const covers: Read<readonly (typeof sides)[number][]> = (typed, option) =>
  typed === 'both' ? sides : [choice(sides)(typed, option)];

const numbers = choice(['consecutive', 'ignored']);

export const statement = {
  import: verb({
    about: 'Import the statements of an account from a file, and match their entries with the movements in the journal',
    writes: true,
    options: {
      file: required('PATH', 'The statement file from the bank or custodian', text),
      format: required('FORMAT', `Format of the file, one of ${statementFormats.join(', ')}`, choice(statementFormats)),
      account: accountOption,
      mapping: optional('PATH', 'A JSON file that maps the columns of a CSV file; required for --format csv', text),
      encoding: withDefault(
        optional(
          'NAME',
          `Character encoding of the file, one of ${encodings.join(', ')} (default: utf-8)`,
          choice(encodings),
        ),
        'utf-8',
      ),
      covers: withDefault(
        optional('SIDE', 'Which movements use this account: pay-in, pay-out or both (default: both)', covers),
        sides,
      ),
      days: withDefault(
        optional(
          'N',
          'For matches without a reference: how many days the booking at the bank may be before or after the booking in our journal, 0 to 10 (default: 3)',
          whole(0, 10),
        ),
        3,
      ),
      tolerance: withDefault(
        optional(
          'N',
          'For matches by reference: how many minor units the amounts may differ (default: 0)',
          whole(0, 10_000),
        ),
        0,
      ),
      numbers: withDefault(
        optional(
          'HOW',
          "Whether the bank's statement numbers must be consecutive, or are ignored: consecutive or ignored (default: consecutive)",
          numbers,
        ),
        'consecutive',
      ),
    },
    check({ format, mapping }) {
      if ((format === 'csv') !== (mapping !== undefined)) throw new UsageError('Use --mapping with --format csv');
    },
    confirm: ({ account }) => byWord(account, 'import statements of the account'),
    async run({ file, format, account, mapping, encoding, covers, days, tolerance, numbers }, context) {
      const read = mapping === undefined ? undefined : await readMapping(mapping);
      const found = await readStatementFile({ file, format, encoding, account, mapping: read });
      // Banks write the same account in several forms, so replace the file's account with the account that the operator typed.
      const own = found.statements.map((one) => ({ ...one, account }));
      if (own.length === 0) throw new OperationFailed(`The file contains no statement of ${account}.`);
      const terms = { covers, tolerances: { days, amount: BigInt(tolerance) }, numbers };
      const imported = await importStatements(own, terms, context);
      const statements = imported.map(({ isNew, statement }) => ({ ...toRow(statement), isNew }));
      const { others } = found;
      const rest = others === 0 ? '' : `\n\nStatements of other accounts in the file: ${others}, not imported.`;
      return { json: { statements, others }, text: `${table(statements.map(upperCased))}${rest}` };
    },
  }),

  revert: verb({
    about: 'Revert the last import of an account: remove its statements, and undo its matches and exceptions',
    writes: true,
    options: { id: required('ID', 'Identifier of the import or of one of its statements (see statement show)', name) },
    confirm: ({ id }) => byWord(id, 'revert the import'),
    see: ({ id }) => seeImport(id),
    async run({ id }, context) {
      const { importId, statementIds } = await revertImport(id, context);
      const json = { importId, statementIds };
      return { json, text: `The import ${importId} was reverted. Removed statements: ${statementIds.length}.` };
    },
  }),

  show: verb({
    about: 'Show the latest statements of an account, or with --entries the entries of one statement',
    // Entries contain names of people.
    onRecord: ({ entries }) => entries !== undefined,
    options: {
      account: accountOption,
      entries: optional('ID', 'Identifier of a statement: show its entries', name),
      limit: withDefault(optional('N', 'Maximum number of results, 1 to 500 (default: 50)', whole(1, 500)), 50),
    },
    async run({ account: number, entries: id, limit }, context) {
      const accountId = accountIdFor(number);
      const account = existing(await findAccount(accountId), `No statement of ${number} was imported.`);
      await applyChanges(account.changesId);
      const statements = await findStatements(accountId, id === undefined ? limit : 500);
      if (id === undefined) {
        const rows = statements.map(toRow);
        const json = { number: account.number, ...toState(account.progress), statements: rows };
        return { json, text: table(rows.map(upperCased), 'Every import was reverted.') };
      }
      await context.record({ accountId, statementId: id });
      const shown = existing(
        statements.find(({ statementId }) => statementId === id),
        `There is no statement ${id}.`,
      );
      const rows = (await findEntries(shown.entriesId, limit)).map((entry) => toEntryRow(entry, shown.currency));
      return { json: { statementId: id, entries: rows }, text: table(rows.map(upperCased), 'No entries.') };
    },
  }),
};

/** @throws OperationFailed */
async function readMapping(path: string) {
  const content = await readFile(path, 'utf8');
  const mapping = csvMapping.safeParse(attempt(() => JSON.parse(content)));
  if (mapping.success) return mapping.data;
  throw new OperationFailed(`${path} is not a valid mapping: ${z.prettifyError(mapping.error).replaceAll('\n', ' ')}`);
}

function toState(progress: Progress | undefined) {
  if (progress === undefined) return {};
  const { closing, currency, reconciledTo } = progress;
  return { currency, closing: moneyText(money(closing, currency)), reconciledTo };
}

function toRow({ statementId, currency, from, to, entries, matched, opened, closed, ...amounts }: ImportedStatement) {
  const written = (minor: bigint) => moneyText(money(minor, currency));
  return {
    ...{ statementId, from, to, number: amounts.sequence?.number ?? null, currency },
    ...{ opening: written(amounts.opening), books: written(amounts.books) },
    ...{ exceptions: written(amounts.exceptions), closing: written(amounts.closing) },
    ...{ entries, matched, opened, closed },
  };
}

function toEntryRow({ amount, position, matched, references, ...entry }: ImportedEntry, currency: Currency) {
  return {
    ...{ position, bookedOn: entry.bookedOn, amount: moneyText(money(amount, currency)) },
    ...{ bankReference: entry.bankReference, references: references.join(' '), name: entry.name ?? null },
    transactions: matched.map((id) => id.split('#', 1).join('')).join(' '),
  };
}

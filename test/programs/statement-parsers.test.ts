import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { readStatementFile } from '#ops/statements/read-file';
import { moneyFromText } from '#shared/values/money/money';
import { anyStatement, camt053Text, camtVersions, mt940Text } from '#test/support/statement-files';

const SCRIPT = resolve(import.meta.dirname, '../statement-parsers/parse.py');
/** Each is written in camt.053, whose version alternates, and in MT940. */
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

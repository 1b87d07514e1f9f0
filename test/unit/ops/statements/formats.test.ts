import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { camt053Reader } from '#ops/statements/formats/camt053';
import { csvMapping, csvReader } from '#ops/statements/formats/csv';
import { mt940Reader } from '#ops/statements/formats/mt940';
import type { Statement, StatementReader } from '#ops/statements/statement';
import { anyStatement, camt053Text, camtVersions, csvText, mt940Text } from '#test/support/statement-files';

/** Reads a text in pieces of so many characters. */
function read(reader: StatementReader, text: string, piece = text.length): Statement[] {
  for (let start = 0; start < text.length; start += piece) reader.write(text.slice(start, start + piece));
  return reader.end();
}

describe('a statement is read as it was written, in whatever pieces it comes', () => {
  const pieces = fc.integer({ min: 1, max: 400 });

  it.each(camtVersions)('camt.053.001.%s', (version) => {
    fc.assert(
      fc.property(anyStatement(30), pieces, (statement, piece) => {
        expect(read(camt053Reader(), camt053Text(statement, version), piece)).toEqual([statement]);
      }),
    );
  });

  it('MT940', () => {
    fc.assert(
      fc.property(anyStatement(30), pieces, (statement, piece) => {
        const entries = statement.entries.map((entry) => ({ ...entry, name: undefined }));
        const [first] = entries;
        const from = first?.bookedOn ?? statement.to;
        const numbered = { sequence: { field: ':28C:', number: 1, page: 1 }, opensOn: statement.from };
        expect(read(mt940Reader(), mt940Text(statement), piece)).toEqual([
          { ...statement, ...numbered, from, entries },
        ]);
      }),
    );
  });

  it('CSV', () => {
    fc.assert(
      fc.property(
        anyStatement(30).filter(({ entries }) => entries.length > 0),
        pieces,
        (statement, piece) => {
          const { text, mapping } = csvText(statement);
          const days = { from: statement.entries[0]?.bookedOn, to: statement.entries.at(-1)?.bookedOn };
          const found = read(csvReader(csvMapping.parse(mapping), statement.account), text, piece);
          expect(found).toEqual([{ ...statement, ...days }]);
        },
      ),
    );
  });
});

const small: Statement = {
  ...{ account: 'DE89370400440532013000', currency: 'EUR', opening: 1000_00n, closing: 985_50n },
  ...{ from: '2026-01-05', to: '2026-01-05' },
  entries: [
    {
      ...{ bankReference: 'BANK01', references: ['REF01'], amount: -14_50n, name: 'Ana', details: 'thanks' },
      ...{ bookedOn: '2026-01-05', valueOn: '2026-01-05' },
    },
  ],
};

describe('camt.053', () => {
  const text = camt053Text(small, '08');

  it.each([
    ['more decimals than the currency has', ['>14.50<', '>14.501<'], '"14.501" has more than the 2 decimals of EUR'],
    ['an amount with an exponent', ['>14.50<', '>145e-1<'], '"145e-1" is no amount'],
    [
      'a balance that does not fit',
      ['>985.50<', '>985.51<'],
      'opening and 1 entry make 985.50 EUR, the closing is 985.51',
    ],
    [
      'an unknown version',
      ['camt.053.001.08', 'camt.053.001.99'],
      '"urn:iso:std:iso:20022:tech:xsd:camt.053.001.99" is not one of',
    ],
    ['a document type', ['<Document', '<!DOCTYPE x [<!ENTITY a "b">]><Document'], 'a document type is not taken'],
    ['an entity of its own', ['thanks', '&secret;'], 'no well-formed XML'],
    ['an end that is missing', ['</Document>', ''], 'no well-formed XML'],
    ['an unknown currency', ['Ccy="EUR"', 'Ccy="JPY"'], 'unknown currency "JPY"'],
    ['no direction', ['DBIT', 'SIDE'], 'says neither CRDT nor DBIT'],
    ['a day that there is not', ['<BookgDt><Dt>2026-01-05', '<BookgDt><Dt>2026-02-30'], '"2026-02-30" is no day'],
    ['no account', ['<IBAN>DE89370400440532013000</IBAN>', ''], 'names no account'],
    ['no statement', ['BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn'], 'is not one of camt.053'],
  ] as const)('refuses %s, with the line', (_, [there, instead], sentence) => {
    const changed = text.replaceAll(there, instead);
    expect(() => read(camt053Reader(), changed)).toThrow(sentence);
    expect(() => read(camt053Reader(), changed)).toThrow(/^Line \d+: /);
  });

  const batch = (amounts: readonly string[]) => {
    const payment = (amount: string, index: number) =>
      `<TxDtls><Refs><EndToEndId>PART${index}</EndToEndId></Refs><Amt Ccy="EUR">${amount}</Amt></TxDtls>`;
    const details = `<NtryDtls>${amounts.map(payment).join('')}</NtryDtls>`;
    return text.replace(/<NtryDtls>.*<\/NtryDtls>/, details);
  };
  const parts = (changed: string) =>
    read(camt053Reader(), changed)[0]?.entries.map(({ amount, references }) => [amount, ...references]);

  it('splits a batch whose payments add up to it, and no other', () => {
    expect(parts(batch(['10.00', '4.50']))).toEqual([
      [-10_00n, 'PART0'],
      [-4_50n, 'PART1'],
    ]);
    expect(parts(batch(['10.00', '4.49']))).toEqual([[-14_50n, 'PART0', 'PART1']]);
  });

  it('takes a reversal in the direction in which it was booked, and leaves out what is pending', () => {
    const reversal = text.replace('</CdtDbtInd><Sts>', '</CdtDbtInd><RvslInd>true</RvslInd><Sts>');
    expect(parts(reversal)).toEqual([[-14_50n, 'REF01']]);
    const pending = text.replace('<Cd>BOOK</Cd>', '<Cd>PDNG</Cd>').replaceAll('985.50', '1000.00');
    expect(parts(pending)).toEqual([]);
  });

  it('reads every statement of a file', () => {
    const [, statement = ''] = /(<Stmt>[\s\S]*<\/Stmt>)/.exec(text) ?? [];
    const second = statement.replace('DE89370400440532013000', 'DE02120300000000202051');
    const read2 = read(camt053Reader(), text.replace('</Stmt>', `</Stmt>${second}`));
    expect(read2.map(({ account, entries }) => [account, entries.length])).toEqual([
      ['DE89370400440532013000', 1],
      ['DE02120300000000202051', 1],
    ]);
  });
});

describe('MT940', () => {
  const text = mt940Text(small);
  const entryIn = (changed: string) => read(mt940Reader(), changed)[0]?.entries[0];

  it.each([
    [
      'more decimals than the currency has',
      ['D14,50', 'D14,500'],
      'Line 5: "14.500" has more than the 2 decimals of EUR',
    ],
    ['a balance that does not fit', ['985,50', '985,51'], 'make 985.50 EUR, the closing is 985.51'],
    ['no balance', [':62F:C260105EUR985,50', ':62F:EUR985,50'], 'Line 7: :62F: is no balance'],
    ['an entry that is none', [':61:', ':61:X'], 'Line 5: :61: is no entry'],
    ['no opening', [':60F:', ':64:'], 'an entry stands before :60F:'],
    ['other text', [':20:STARTUMS', 'hello'], 'Line 1: no field of MT940'],
  ] as const)('refuses %s', (_, [there, instead], sentence) => {
    expect(() => read(mt940Reader(), text.replace(there, instead))).toThrow(sentence);
  });

  it.each([
    ['D14,50', -14_50n, '985,50'],
    ['C14,50', 14_50n, '1014,50'],
    ['RD14,50', 14_50n, '1014,50'],
    ['RC14,50', -14_50n, '985,50'],
    ['DR14,50', -14_50n, '985,50'],
  ])('reads %s', (written, amount, closing) => {
    const changed = text.replace('D14,50', written).replace('985,50', closing);
    expect(entryIn(changed)?.amount).toBe(amount);
  });

  it('finds the day of an entry across the end of a year', () => {
    const changed = text.replace(':61:2601050105', ':61:2601051231');
    expect(entryIn(changed)).toMatchObject({ bookedOn: '2025-12-31', valueOn: '2026-01-05' });
  });

  it('joins the parts of structured details, and reads the name in them', () => {
    const details = ':86:166?00SEPA?20EREF+PR01234567?2189ABCDSVWZ+Invoice?22 7?32Ana Maria?33 Perez';
    expect(entryIn(text.replace(':86:thanks', details))).toMatchObject({
      name: 'Ana Maria Perez',
      details: expect.stringContaining('EREF+PR0123456789ABCD SVWZ+Invoice 7'),
    });
  });

  it('reads pages with balances between them as statements of their own', () => {
    const page = (first: string, last: string, from: string, to: string) =>
      [
        ':20:A',
        ':25:123',
        ':28C:1/1',
        `:${first}:C260105EUR${from}`,
        ':61:260105C1,00NTRFX1//Y1',
        `:${last}:C260105EUR${to}`,
        '-',
      ].join('\n');
    const pages = [page('60F', '62M', '1,00', '2,00'), page('60M', '62F', '2,00', '3,00')].join('\n');
    expect(read(mt940Reader(), pages).map(({ opening, closing }) => [opening, closing])).toEqual([
      [100n, 200n],
      [200n, 300n],
    ]);
  });
});

describe('CSV', () => {
  const { text, mapping } = csvText(small);
  const parse = (changed: string, changes: object = {}) =>
    read(csvReader(csvMapping.parse({ ...mapping, ...changes }), 'ACC'), changed);

  it.each([
    ['an amount with the other mark', ['-14,50', '-14.50'], '"-14.50" is no amount with "," before its decimals'],
    ['more decimals than the currency has', ['-14,50', '-14,500'], 'has more than the 2 decimals of EUR'],
    [
      'a balance that does not fit',
      ['05/01/2026', '05/01/2026;1,00;986,50;A;B;;\n05/01/2026'],
      'Line 3: the balance is not the one before it',
    ],
    ['a missing column', ['Saldo', 'Sal'], 'Line 1: no column "Saldo"'],
    ['a line of another length', ['BANK01;', ''], 'Line 2: 6 columns instead of the 7'],
    ['another form of days', ['05/01/2026', '2026-01-05'], 'is no day'],
    ['a quoted cell without an end', ['"thanks"', '"thanks'], 'a quoted cell does not end'],
  ] as const)('refuses %s', (_, [there, instead], sentence) => {
    expect(() => parse(text.replace(there, instead))).toThrow(sentence);
  });

  it('reads groups of thousands, quoted cells with line breaks, and newest entries first', () => {
    const rows = [
      'Fecha;Importe;Saldo;Folio;Clave;Nombre;Concepto',
      '06/01/2026;-1.000,50;234,00;F2;C2;"Ana;\n""B"" Perez";x',
      '05/01/2026;234,50;1.234,50;F1;C1;;y',
    ];
    const [statement] = parse(rows.join('\n'), { order: 'newest-first' });
    expect(statement).toMatchObject({ opening: 1000_00n, closing: 234_00n, from: '2026-01-05', to: '2026-01-06' });
    expect(statement?.entries[1]).toMatchObject({ amount: -1000_50n, name: 'Ana;\n"B" Perez', bankReference: 'F2' });
  });

  it('takes credits and debits from columns of their own', () => {
    const columns = { bookedOn: 'Day', credit: 'In', debit: 'Out', balance: 'Total' };
    const rows = ['Day,In,Out,Total', '2026-01-05,5.00,,15.00', '2026-01-05,,2.50,12.50', '2026-01-05,,-2.50,10.00'];
    const [statement] = read(csvReader(csvMapping.parse({ currency: 'USD', columns }), 'ACC'), rows.join('\n'));
    expect(statement?.entries.map(({ amount }) => amount)).toEqual([500n, -250n, -250n]);
  });
});

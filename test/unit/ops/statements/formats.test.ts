import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { camt053Reader } from '#ops/statements/formats/camt053';
import { csvMapping, csvReader } from '#ops/statements/formats/csv';
import { mt940Reader } from '#ops/statements/formats/mt940';
import type { Statement, StatementReader } from '#ops/statements/statement';
import { anyStatement, camt053Text, camtVersions, csvText, mt940Text } from '#test/support/statement-files';

/** Reads a text in pieces. @param piece characters per piece */
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
    ['an amount with an exponent', ['>14.50<', '>145e-1<'], '"145e-1" is not an amount'],
    ['a balance that does not fit', ['>985.50<', '>985.51<'], '1 entry is 985.50 EUR, but closing is 985.51'],
    ['an unknown version', ['camt.053.001.08', 'camt.053.001.99'], 'xsd:camt.053.001.99" is not one of'],
    ['a document type', ['<Document', '<!DOCTYPE x [<!ENTITY a "b">]><Document'], 'a document type (DTD)'],
    ['a custom entity', ['thanks', '&secret;'], 'not well-formed XML'],
    ['an end that is missing', ['</Document>', ''], 'not well-formed XML'],
    ['an unknown currency', ['Ccy="EUR"', 'Ccy="JPY"'], 'unknown currency "JPY"'],
    ['no direction', ['DBIT', 'SIDE'], 'contains neither CRDT nor DBIT'],
    ['a day that there is not', ['<BookgDt><Dt>2026-01-05', '<BookgDt><Dt>2026-02-30'], '"2026-02-30" is not a date'],
    ['no account', ['<IBAN>DE89370400440532013000</IBAN>', ''], 'contains no account'],
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
});

describe('MT940', () => {
  const text = mt940Text(small);
  const entryIn = (changed: string) => read(mt940Reader(), changed)[0]?.entries[0];

  it.each([
    ['more decimals than the currency has', ['D14,50', 'D14,500'], 'Line 5: "14.500" has more than the 2 decimals'],
    ['a balance that does not fit', ['985,50', '985,51'], 'is 985.50 EUR, but closing is 985.51'],
    ['no balance', [':62F:C260105EUR985,50', ':62F:EUR985,50'], 'Line 7: :62F: is invalid'],
    ['a malformed entry', [':61:', ':61:X'], 'Line 5: :61: is invalid'],
    ['no opening', [':60F:', ':64:'], 'an entry precedes :60F:'],
    ['other text', [':20:STARTUMS', 'hello'], 'Line 1: not an MT940 field'],
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

  it('joins the parts of structured details, and reads the name in them', () => {
    const details = ':86:166?00SEPA?20EREF+PR01234567?2189ABCDSVWZ+Invoice?22 7?32Ana Maria?33 Perez';
    expect(entryIn(text.replace(':86:thanks', details))).toMatchObject({
      name: 'Ana Maria Perez',
      details: expect.stringContaining('EREF+PR0123456789ABCD SVWZ+Invoice 7'),
    });
  });
});

describe('CSV', () => {
  const { text, mapping } = csvText(small);
  const parse = (changed: string, changes: object = {}) =>
    read(csvReader(csvMapping.parse({ ...mapping, ...changes }), 'ACC'), changed);

  it.each([
    ['an amount with the other mark', ['-14,50', '-14.50'], '"-14.50" is not an amount with the decimal separator ","'],
    ['more decimals than the currency has', ['-14,50', '-14,500'], 'has more than the 2 decimals of EUR'],
    [
      'a balance that does not fit',
      ['05/01/2026', '05/01/2026;1,00;986,50;A;B;;\n05/01/2026'],
      'Line 3: the balance is not the previous balance',
    ],
    ['a missing column', ['Saldo', 'Sal'], 'Line 1: the file has no column "Saldo"'],
    ['a line of another length', ['BANK01;', ''], 'Line 2: 6 columns, but the heading has 7'],
    ['another form of days', ['05/01/2026', '2026-01-05'], 'is not a date'],
    ['a quoted cell without an end', ['"thanks"', '"thanks'], 'a quoted cell has no closing quote'],
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

describe('camt.053 as banks send it', () => {
  const text = camt053Text(small, '08');
  const first = (changed: string, wanted?: string) => read(camt053Reader(wanted), changed)[0];

  it.each([
    ['trailing zeros', '>14.50<', '>14.50000<'],
    ['a sign', '>14.50<', '>+14.50<'],
    ['leading zeros', '>14.50<', '>0014.5<'],
    ['no day of booking', /<BookgDt>.*?<\/BookgDt>/, ''],
    ['no day of an entry', /<BookgDt>.*?<\/ValDt>/, ''],
    ['a header around it', /<Document[\s\S]*<\/Document>/, '<Envelope><AppHdr><Fr>B</Fr></AppHdr>$&</Envelope>'],
    ['another version', 'camt.053.001.08', 'camt.053.001.04'],
    ['the version .14', 'camt.053.001.08', 'camt.053.001.14'],
    ['an end at midnight', 'T23:59:59', 'T00:00:00'],
    ['an end at the midnight that follows', '2026-01-05T23:59:59', '2026-01-06T00:00:00'],
    ['a begin in the evening before', '2026-01-05T00:00:00', '2026-01-04T18:00:00'],
  ])('reads %s', (_, there, instead) => {
    const statement = first(text.replace(there, instead));
    expect(statement).toMatchObject({ from: small.from, to: small.to, opening: 1000_00n, closing: 985_50n });
    expect(statement?.entries[0]).toMatchObject({ amount: -14_50n, bookedOn: '2026-01-05' });
  });

  it.each([
    ['.50', 50n],
    ['7.', 7_00n],
    ['0.5', 50n],
  ])('reads the amount %s', (written, minor) => {
    const closing = `${(1000_00n - minor) / 100n}.${String((1000_00n - minor) % 100n).padStart(2, '0')}`;
    const changed = text.replace('>14.50<', `>${written}<`).replace('>985.50<', `>${closing}<`);
    expect(first(changed)?.entries[0]?.amount).toBe(-minor);
  });

  it.each([
    ['a sixth decimal', ['>14.50<', '>14.500000<'], 'is not an amount'],
    ['no digit', ['>14.50<', '>.<'], 'is not an amount'],
    ['a proprietary status', ['<Cd>BOOK</Cd>', '<Prtry>BOOKED</Prtry>'], 'the entry BANK01 has the status "BOOKED"'],
    ['another status', ['<Cd>BOOK</Cd>', '<Cd>DONE</Cd>'], 'the entry BANK01 has the status "DONE"'],
    ['no status', ['<Sts><Cd>BOOK</Cd></Sts>', ''], 'the entry BANK01 has no status'],
    ['an empty status', ['<Cd>BOOK</Cd>', ''], 'the entry BANK01 has no status'],
    ['a text of 65 KB', ['thanks', 'x'.repeat(66_000)], 'longer than 64 KB'],
    ['a text in many pieces', ['thanks', `${'x'.repeat(60_000)}<![CDATA[${'x'.repeat(6000)}]]>`], 'longer than 64 KB'],
    ['a comment of 90 KB', ['<Ntry>', `<Ntry><!--${'x'.repeat(90_000)}-->`], 'longer than 64 KB'],
    ['a tag of 90 KB', ['<Ntry>', `<Ntry x="${'x'.repeat(90_000)}">`], 'longer than 64 KB'],
  ] as const)('refuses %s', (_, [there, instead], sentence) => {
    expect(() => first(text.replace(there, instead))).toThrow(sentence);
  });

  it('numbers statements by the electronic number, else by the legal one', () => {
    const numbered = (fields: string) => first(text.replace('<Id>S</Id>', `<Id>S</Id>${fields}`))?.sequence;
    const [electronic, legal] = ['<ElctrncSeqNb>7</ElctrncSeqNb>', '<LglSeqNb>5</LglSeqNb>'];
    expect(numbered(electronic + legal)).toEqual({ field: 'ElctrncSeqNb', number: 7, page: undefined });
    const second = `<StmtPgntn><PgNb>2</PgNb></StmtPgntn>${legal}`;
    expect(numbered(second)).toEqual({ field: 'LglSeqNb', number: 5, page: 2 });
  });

  it('skips other accounts, in whatever currency and state they are', () => {
    const [, statement = ''] = /(<Stmt>[\s\S]*<\/Stmt>)/.exec(text) ?? [];
    const swiss = statement.replaceAll('EUR', 'CHF').replace('DE89', 'CH93').replace('985.50', '1.00');
    const reader = camt053Reader('de89 3704 0044 0532 0130 00');
    expect(read(reader, text.replace('<Stmt>', `${swiss}<Stmt>`).replace('</BkTo', `${swiss}</BkTo`))).toEqual([small]);
    expect(reader.others()).toBe(2);
  });

  it('tells the currencies of one number apart where the operator names one', () => {
    const [, statement = ''] = /(<Stmt>[\s\S]*<\/Stmt>)/.exec(text) ?? [];
    const both = text.replace('<Stmt>', `${statement.replaceAll('EUR', 'USD')}<Stmt>`);
    expect(read(camt053Reader(`${small.account}EUR`), both).map(({ currency }) => currency)).toEqual(['EUR']);
    expect(read(camt053Reader(small.account), both)).toHaveLength(2);
  });

  it('reads a batch of 150,000 payments', () => {
    const payment = '<TxDtls><Refs><EndToEndId>P</EndToEndId></Refs><Amt Ccy="EUR">0.01</Amt></TxDtls>';
    const changed = text
      .replace(/<NtryDtls>.*<\/NtryDtls>/, `<NtryDtls>${payment.repeat(150_000)}</NtryDtls>`)
      .replace('>14.50<', '>1500.00<')
      .replace('>985.50</Amt><CdtDbtInd>CRDT', '>500.00</Amt><CdtDbtInd>DBIT');
    expect(first(changed)?.entries).toHaveLength(150_000);
  });
});

describe('MT940 as banks send it', () => {
  const text = mt940Text(small);
  const statementIn = (changed: string) => read(mt940Reader(), changed)[0];
  const plain = (line: string) => text.replace(/:61:.*\r\n:86:.*\r\n/, `${line}\r\n`);

  it.each([
    ['head lines', `ABNANL2A\r\n940\r\nABNANL2A\r\n${text}`],
    ['a head line that begins like a field', `:940:\r\n${text}`],
    [
      'SWIFT blocks, SOH and ETX',
      `\u0001{1:F01AAAABBCCXXX0000000000}{2:I940XXXXXXXXXXXXN}{4:\r\n${text.replace('\r\n-\r\n', '\r\n-}\u0003\r\n')}`,
    ],
    ['lines that end with CR', text.replaceAll('\r\n', '\r')],
    ['lines that end with LF', text.replaceAll('\r\n', '\n')],
    ['empty lines', text.replaceAll('\r\n', '\r\n\r\n')],
    ['a byte order mark', `\uFEFF${text}`],
    ['blanks for the entry day', plain(':61:260105    DD14,50NMSCNONREF//')],
    ['a blank before the type', plain(':61:260105D14,50 NMSCNONREF')],
    ['a type with a blank', plain(':61:260105D14,50NOV NONREF')],
    ['an amount on the next line', plain(':61:2601050105D\r\n14,50NMSCNONREF')],
    ['an amount without a type', plain(':61:2601050105D14,50')],
    ['no number', text.replace(':28C:1/1\r\n', '')],
    ['a balance with leading zeros', text.replace('EUR1000,00', 'EUR0000001000,00')],
  ])('reads %s', (_, changed) => {
    expect(statementIn(changed)).toMatchObject({ account: small.account, opening: 1000_00n, closing: 985_50n });
    expect(statementIn(changed)?.entries).toMatchObject([{ amount: -14_50n, bookedOn: '2026-01-05' }]);
  });

  it.each([
    ...[':25:37 Fo', ':20:X', ':28C:1/1', ':60F:C260105EUR1,00', ':61:rest', ':64:C1', ':NS:22'],
    ...['-', '- and more', '-}', '{5:}'],
  ])('takes a line %s of :86: for text', (line) => {
    const changed = text.replace(':86:thanks', `:86:thanks\r\n${line}\r\nPR4A69B569829BEF`);
    expect(statementIn(changed)?.account).toBe(small.account);
    expect(entryWords(changed)).toEqual(expect.arrayContaining(['PR4A69B569829BEF']));
  });

  it('reads every :86: of an entry, and refuses more of them than a payment can have', () => {
    const texts = (count: number) =>
      text.replace(':86:thanks', Array.from({ length: count }, (_, at) => `:86:W${at}`).join('\r\n'));
    expect(entryWords(texts(100))).toEqual(expect.arrayContaining(['W0', 'W50', 'W99']));
    expect(() => statementIn(texts(20_000))).toThrow('Line 1006: an entry has more than 1000 lines of :86:');
  });

  const entryWords = (changed: string) => statementIn(changed)?.entries[0]?.details.split(/[ +/:]+/);
  const full = 'X'.repeat(27);

  it.each([
    ['behind another subfield', '166?00GUTSCHRIFT?109310?20PR4A69B569829BEF?30COBADEFF?31DE1?32MAX'],
    ['before another subfield', '166?00GUTSCHRIFT?20PR4A69B569829BEF?30COBADEFF'],
    ['behind a short part', '166?20INVOICE 7?21PR4A69B569829BEF?22THANKS'],
    ['behind a full part', `166?20${full}?21PR4A69B569829BEF`],
    ['cut behind a full part', `166?20${full.slice(16)} EREF+PR4A69B5698?2129BEF?22SVWZ+THANKS`],
    ['cut behind a short part', '166?20EREF+PR4A69?21B569829BEF?22SVWZ+THANKS'],
    ['in the parts from 60', `166?29${full}?60PR4A69B569829BEF?61MORE`],
    ['cut by the end of a line', '166?00GUTSCHRIFT?20EREF+PR4A69B5\r\n69829BEF?30COBADEFF'],
    ['cut by the end of a line of free text', `${'SOME TEXT '.repeat(5)}PR4A69B5\r\n69829BEF AND MORE`],
    ['in slashes', '/TRTP/SEPA/REMI/USTD//PR4A69B569829BEF/EREF/X1/'],
  ])('finds a reference %s', (_, details) => {
    expect(entryWords(text.replace(':86:thanks', `:86:${details}`))).toEqual(
      expect.arrayContaining(['PR4A69B569829BEF']),
    );
  });

  it.each([
    ['260230', '0230', '2026-02-28', '2026-02-28'],
    ['240230', '0301', '2024-02-29', '2024-03-01'],
    ['240301', '0229', '2024-03-01', '2024-02-29'],
    ['260102', '1230', '2026-01-02', '2025-12-30'],
    ['251231', '0102', '2025-12-31', '2026-01-02'],
  ])('reads value day %s and entry day %s', (value, month, valueOn, bookedOn) => {
    const changed = text.replace(':61:2601050105', `:61:${value}${month}`);
    expect(statementIn(changed)?.entries[0]).toMatchObject({ valueOn, bookedOn });
  });

  it.each([
    ['an entry day that is near in no year', ':61:2503010229', 'Line 5: there is no day 0229 near the value day'],
    ['a value day that there is not', ':61:260231', '"2026-02-31" is not a date'],
    ['a value day that exists only in leap years', ':61:2502290301', '"2025-02-29" is not a date'],
  ])('refuses %s', (_, line, sentence) => {
    expect(() => statementIn(text.replace(':61:2601050105', line))).toThrow(sentence);
  });

  it('refuses a line of 65 KB, and one that does not end', () => {
    const long = text.replace('thanks', 'x'.repeat(70_000));
    expect(() => read(mt940Reader(), long, 4096)).toThrow('Line 6: a line is longer than 64 KB');
    expect(() => read(mt940Reader(), `${text}${'x'.repeat(70_000)}`, 4096)).toThrow('longer than 64 KB');
  });

  it('skips other accounts, in whatever currency', () => {
    const swiss = text.replaceAll('EUR', 'CHF').replace('DE89', 'CH93');
    const reader = mt940Reader('37040044/532013000');
    expect(read(reader, `${swiss}${text}${swiss}`)).toMatchObject([{ account: small.account, entries: [{}] }]);
    expect(reader.others()).toBe(2);
  });

  it('marks pages by their balances', () => {
    const pages = text.replace(':60F:', ':60M:').replace(':62F:', ':62M:').replace('1/1', '00012/00003');
    expect(statementIn(pages)).toMatchObject({
      pageEnds: ['opening', 'closing'],
      sequence: { field: ':28C:', number: 12, page: 3 },
    });
  });
});

it('CSV refuses a cell of 65 KB, in quotes too', () => {
  const { text, mapping } = csvText(small);
  for (const cell of ['x'.repeat(66_000), `"${'x'.repeat(66_000)}`])
    expect(() => read(csvReader(csvMapping.parse(mapping), 'ACC'), text.replace('"thanks"', cell))).toThrow(
      'Line 2: a cell is longer than 64 KB',
    );
});

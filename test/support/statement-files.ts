/** Random bank statements, written in every supported format. */
import fc from 'fast-check';
import type { Statement, StatementEntry } from '#ops/statements/statement';
import { addDays } from '#shared/values/calendar/calendar-day';
import { money, moneyText } from '#shared/values/money/money';

const FIRST_DAY = '2026-01-05';

const entry = fc.record({
  bankReference: fc.stringMatching(/^[A-Z0-9]{6,14}$/),
  references: fc.stringMatching(/^[A-Z0-9]{5,14}$/).map((reference) => [reference]),
  amount: fc.oneof(fc.bigInt(1n, 99_999n), fc.bigInt(1n, 10n ** 11n)),
  isDebit: fc.boolean(),
  daysIn: fc.nat(6),
  name: fc.constantFrom('Ana Perez', 'Smith & Sons <Ltd>', 'Jose Muñoz', undefined),
  details: fc.stringMatching(/^[A-Za-z0-9]{1,12}( [A-Za-z0-9]{1,12}){0,3}$/),
});

/** A random statement, oldest entry first. The closing balance is the opening balance plus the entries. */
export const anyStatement = (most: number) =>
  fc
    .record({
      opening: fc.bigInt(-(10n ** 9n), 10n ** 12n),
      currency: fc.constantFrom('MXN', 'DOP', 'USD', 'EUR' as const),
      entries: fc.array(entry, { maxLength: most }),
    })
    .map(({ opening, currency, entries: drawn }): Statement => {
      const entries = drawn
        .map(({ isDebit, daysIn, amount, ...rest }): StatementEntry => {
          const bookedOn = addDays(FIRST_DAY, daysIn);
          return { ...rest, amount: isDebit ? -amount : amount, bookedOn, valueOn: bookedOn };
        })
        .toSorted((one, other) => (one.bookedOn < other.bookedOn ? -1 : 1));
      const closing = entries.reduce((sum, { amount }) => sum + amount, opening);
      const days = { from: FIRST_DAY, to: addDays(FIRST_DAY, 6) };
      return { account: 'DE89370400440532013000', currency, opening, closing, ...days, entries };
    });

const magnitude = (minor: bigint, { currency }: Statement) => moneyText(money(minor < 0n ? -minor : minor, currency));
const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

export const camtVersions = ['02', '08', '12'] as const;

/** @param version version of camt.053.001 */
export function camt053Text(statement: Statement, version: (typeof camtVersions)[number]): string {
  const { account, currency, opening, closing, from, to, entries } = statement;
  const amount = (minor: bigint) =>
    `<Amt Ccy="${currency}">${magnitude(minor, statement)}</Amt><CdtDbtInd>${minor < 0n ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;
  const balance = (code: string, minor: bigint, day: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amount(minor)}<Dt><Dt>${day}</Dt></Dt></Bal>`;
  const isOld = version === '02';
  const party = ({ name, amount: minor }: StatementEntry) => {
    const role = minor < 0n ? 'Cdtr' : 'Dbtr';
    const named = `<Nm>${xml(name ?? '')}</Nm>`;
    return name && `<RltdPties><${role}>${isOld ? named : `<Pty>${named}</Pty>`}</${role}></RltdPties>`;
  };
  const written = entries.map(
    (one) =>
      `<Ntry>${amount(one.amount)}<Sts>${isOld ? 'BOOK' : '<Cd>BOOK</Cd>'}</Sts><BookgDt><Dt>${one.bookedOn}</Dt></BookgDt><ValDt><Dt>${one.valueOn}</Dt></ValDt><AcctSvcrRef>${one.bankReference}</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>${one.references[0]}</EndToEndId></Refs>${party(one) ?? ''}<RmtInf><Ustrd>${one.details}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId><CreDtTm>${to}T20:00:00</CreDtTm></GrpHdr><Stmt><Id>S</Id><CreDtTm>${to}T20:00:00</CreDtTm><FrToDt><FrDtTm>${from}T00:00:00</FrDtTm><ToDtTm>${to}T23:59:59</ToDtTm></FrToDt><Acct><Id><IBAN>${account}</IBAN></Id><Ccy>${currency}</Ccy></Acct>${balance('OPBD', opening, from)}${balance('CLBD', closing, to)}
${written.join('\n')}
</Stmt></BkToCstmrStmt></Document>
`;
}

export function mt940Text(statement: Statement): string {
  const { account, currency, opening, closing, from, to, entries } = statement;
  const short = (day: string) => day.slice(2).replaceAll('-', '');
  const digits = (minor: bigint) => magnitude(minor, statement).replace('.', ',');
  const balance = (minor: bigint, day: string) => `${minor < 0n ? 'D' : 'C'}${short(day)}${currency}${digits(minor)}`;
  const written = entries.flatMap(({ bookedOn, amount, references, bankReference, details }) => [
    `:61:${short(bookedOn)}${short(bookedOn).slice(2)}${amount < 0n ? 'D' : 'C'}${digits(amount)}NTRF${references[0]}//${bankReference}`,
    `:86:${details}`,
  ]);
  const head = [':20:STARTUMS', `:25:${account}`, ':28C:1/1', `:60F:${balance(opening, from)}`];
  return [...head, ...written, `:62F:${balance(closing, to)}`, '-', ''].join('\r\n');
}

/** Returns the statement as CSV, with the column mapping. */
export function csvText(statement: Statement) {
  const { currency, opening, entries } = statement;
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const signed = (minor: bigint) => moneyText(money(minor, currency)).replace('.', ',');
  let balance = opening;
  const rows = entries.map(({ bookedOn, amount, references, bankReference, name = '', details }) => {
    balance += amount;
    const day = bookedOn.split('-').toReversed().join('/');
    return [day, signed(amount), signed(balance), bankReference, ...references, quoted(name), quoted(details)].join(
      ';',
    );
  });
  const mapping = {
    ...{ currency, delimiter: ';', decimal: ',', date: 'DD/MM/YYYY', order: 'oldest-first' },
    columns: {
      ...{ bookedOn: 'Fecha', valueOn: 'Fecha', amount: 'Importe', balance: 'Saldo', bankReference: 'Folio' },
      ...{ references: ['Clave'], name: 'Nombre', details: ['Concepto'] },
    },
  } as const;
  return { text: ['Fecha;Importe;Saldo;Folio;Clave;Nombre;Concepto', ...rows, ''].join('\n'), mapping };
}

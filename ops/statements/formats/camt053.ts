/** Statements in ISO 20022 camt.053, versions .02, .08 and .12. */
import {
  givenReferences,
  inOneLine,
  proven,
  readAmount,
  readCurrency,
  readDay,
  refuse,
  type Statement,
  type StatementEntry,
  type StatementReader,
} from '#ops/statements/statement';
import type { CalendarDay } from '#shared/values/calendar/calendar-day';
import type { Currency } from '#shared/values/money/currency';
import { type Element, elementsAt, textAt, xmlElements } from './xml-elements';

const VERSIONS = ['02', '08', '12'].map((version) => `urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}`);

/** Depth of the elements below `Document/BkToCstmrStmt/Stmt`. */
const DEPTH = 4;

export function camt053Reader(): StatementReader {
  const statements: Statement[] = [];
  let elements: Element[] = [];
  let entries: StatementEntry[] = [];
  let current: Element | undefined;
  const finish = (line: number) => {
    if (current !== undefined) statements.push(toStatement(elements, entries, line));
    [elements, entries] = [[], []];
  };
  const xml = xmlElements(DEPTH, (element, around) => {
    const [document, message, statement] = around;
    if (document === undefined || message === undefined || statement === undefined) return;
    assertVersion(document, message);
    if (statement.name !== 'Stmt') return;
    if (statement !== current) finish(element.line);
    current = statement;
    if (element.name !== 'Ntry') elements.push(element);
    else if (isBooked(element)) entries.push(...toEntries(element, currencyIn(elements, element.line)));
  });
  return {
    write: xml.write,
    end() {
      xml.end();
      finish(xml.line());
      return statements.length > 0 ? statements : refuse(xml.line(), 'no statement of camt.053');
    },
  };
}

function assertVersion(document: Element, message: Element): void {
  if (message.name === 'BkToCstmrStmt' && VERSIONS.includes(document.namespace)) return;
  refuse(document.line, `"${document.namespace}" is not one of camt.053.001.02, .08 and .12`);
}

function toStatement(elements: readonly Element[], entries: readonly StatementEntry[], line: number): Statement {
  const root: Element = { name: 'Stmt', namespace: '', attributes: {}, children: [...elements], line, text: '' };
  const account = textAt(root, 'Acct/Id/IBAN', 'Acct/Id/Othr/Id') ?? refuse(line, 'the statement names no account');
  const opening = balanceIn(root, ['OPBD', 'PRCD']) ?? refuse(line, 'the statement has no opening balance');
  const closing = balanceIn(root, ['CLBD']) ?? refuse(line, 'the statement has no closing balance');
  const { currency } = closing;
  if (opening.currency !== currency) refuse(line, `the opening is in ${opening.currency}, the closing in ${currency}`);
  const foreign = elementsAt(root, 'Acct/Ccy').find(({ text }) => text.trim() !== currency);
  if (foreign) refuse(foreign.line, `the account is in ${foreign.text.trim()}, its balances in ${currency}`);
  const from = textAt(root, 'FrToDt/FrDtTm')?.slice(0, 10);
  const to = textAt(root, 'FrToDt/ToDtTm')?.slice(0, 10);
  const days = entries.map(({ bookedOn }) => bookedOn).toSorted();
  const last = later(closing.day, days.at(-1));
  const first = from === undefined ? (days[0] ?? last) : readDay(from, line);
  const statement = {
    ...{ account: account.replaceAll(/\s/g, ''), currency, opening: opening.amount, closing: closing.amount },
    ...{ from: first, to: to === undefined ? last : readDay(to, line), entries },
  };
  return proven(statement, line);
}

/** The currency of the balances, which the schema puts before the entries. */
function currencyIn(elements: readonly Element[], line: number): Currency {
  const balance = elements.find(({ name }) => name === 'Bal') ?? refuse(line, 'an entry stands before the balances');
  return readCurrency(elementsAt(balance, 'Amt')[0]?.attributes.Ccy, balance.line);
}

function later(one: CalendarDay, other: CalendarDay | undefined): CalendarDay {
  return other !== undefined && other > one ? other : one;
}

/** The first balance of one of the types, in their order. */
function balanceIn(root: Element, types: readonly string[]) {
  const balances = elementsAt(root, 'Bal');
  const found = types.flatMap((type) => balances.filter((one) => textAt(one, 'Tp/CdOrPrtry/Cd') === type))[0];
  if (found === undefined) return undefined;
  const day = readDay(textAt(found, 'Dt/Dt', 'Dt/DtTm')?.slice(0, 10), found.line);
  return { ...signedAmount(found, found), day };
}

function signedAmount(element: Element, signed: Element) {
  const amount = elementsAt(element, 'Amt')[0] ?? refuse(element.line, `${element.name} has no amount`);
  const currency = readCurrency(amount.attributes.Ccy, amount.line);
  const minor = readAmount(amount.text.trim(), currency, amount.line);
  return { amount: isCredit(signed) ? minor : -minor, currency };
}

/** Reads the direction as the bank booked it, which for a reversal is that of the reversal itself. */
function isCredit(element: Element): boolean {
  const indicator = textAt(element, 'CdtDbtInd');
  if (indicator === 'CRDT' || indicator === 'DBIT') return indicator === 'CRDT';
  return refuse(element.line, `${element.name} says neither CRDT nor DBIT`);
}

/** Pending entries are in no booked balance. */
function isBooked(entry: Element): boolean {
  return textAt(entry, 'Sts/Cd', 'Sts') === 'BOOK';
}

/** An entry; one entry for each payment of a batch whose amounts add up to it. */
function toEntries(entry: Element, currency: Currency): StatementEntry[] {
  const whole = signedAmount(entry, entry);
  if (whole.currency !== currency) refuse(entry.line, `an entry is in ${whole.currency}, the account in ${currency}`);
  const payments = elementsAt(entry, 'NtryDtls/TxDtls');
  const parts = payments.flatMap((payment) => {
    const amount = amountOf(payment, entry, currency);
    return amount === undefined ? [] : [{ amount, payments: [payment] }];
  });
  const sum = parts.reduce((total, { amount }) => total + amount, 0n);
  const isSplit = parts.length > 1 && parts.length === payments.length && sum === whole.amount;
  return (isSplit ? parts : [{ amount: whole.amount, payments }]).map((part) => toEntry(entry, part));
}

/** The amount of one payment in the account's currency; `undefined` where it is not said. */
function amountOf(payment: Element, entry: Element, currency: Currency): bigint | undefined {
  const [amount] = [...elementsAt(payment, 'AmtDtls/TxAmt/Amt'), ...elementsAt(payment, 'Amt')].filter(
    ({ attributes }) => attributes.Ccy === currency,
  );
  if (amount === undefined) return undefined;
  const minor = readAmount(amount.text.trim(), currency, amount.line);
  return isCredit(textAt(payment, 'CdtDbtInd') === undefined ? entry : payment) ? minor : -minor;
}

const REFERENCES = ['EndToEndId', 'TxId', 'UETR', 'InstrId', 'ClrSysRef', 'ChqNb'];

interface Part {
  readonly amount: bigint;
  readonly payments: readonly Element[];
}

function toEntry(entry: Element, { amount, payments }: Part): StatementEntry {
  const first = <T>(read: (payment: Element) => T | undefined) =>
    payments.map(read).find((value) => value !== undefined);
  const party = amount < 0n ? 'Cdtr' : 'Dbtr';
  const [only] = payments.length === 1 ? payments : [];
  const valueOn = textAt(entry, 'ValDt/Dt', 'ValDt/DtTm')?.slice(0, 10);
  return {
    bankReference: (only && textAt(only, 'Refs/AcctSvcrRef')) ?? textAt(entry, 'AcctSvcrRef', 'NtryRef') ?? '',
    references: givenReferences([
      ...payments.flatMap((payment) => REFERENCES.map((name) => textAt(payment, `Refs/${name}`))),
      ...payments.map((payment) => textAt(payment, 'RmtInf/Strd/CdtrRefInf/Ref')),
    ]),
    amount,
    bookedOn: readDay(textAt(entry, 'BookgDt/Dt', 'BookgDt/DtTm')?.slice(0, 10), entry.line),
    valueOn: valueOn === undefined ? undefined : readDay(valueOn, entry.line),
    name: first((payment) => textAt(payment, `RltdPties/${party}/Pty/Nm`, `RltdPties/${party}/Nm`)),
    details: inOneLine([
      ...payments.flatMap((payment) => elementsAt(payment, 'RmtInf/Ustrd').map(({ text }) => text)),
      first((payment) => textAt(payment, 'AddtlTxInf')) ?? textAt(entry, 'AddtlNtryInf'),
    ]),
  };
}

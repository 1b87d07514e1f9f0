/** Reads statements in ISO 20022 camt.053, versions .02 to .14. */
import { isAccount } from '#ops/statements/accounts';
import {
  booked,
  firstDay,
  givenReferences,
  inOneLine,
  proven,
  type ReadEntry,
  readCurrency,
  readDay,
  readIsoAmount,
  refuse,
  type Sequence,
  type Statement,
  type StatementReader,
  wholeNumber,
} from '#ops/statements/statement';
import { addDays, type CalendarDay } from '#shared/values/calendar/calendar-day';
import type { Currency } from '#shared/values/money/currency';
import { type Element, elementsAt, textAt, xmlElements } from './xml-elements';

/** Namespaces of the versions .02 to .14, which have the same structure. */
const VERSION = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.(?:0[2-9]|1[0-4])$/;

/** A partly read statement. */
interface Draft {
  readonly root: Element;
  readonly elements: Element[];
  readonly entries: ReadEntry[];
  /** True for a statement of another account; `undefined` until the account and its currency are read. */
  isOther: boolean | undefined;
}

/**
 * @param wanted account to read.
 * @default all accounts of the file
 */
export function camt053Reader(wanted?: string): StatementReader {
  const statements: Statement[] = [];
  let others = 0;
  let draft: Draft | undefined;
  const finish = (line: number) => {
    if (draft?.isOther === true) others += 1;
    else if (draft !== undefined) statements.push(toStatement(draft, line));
    draft = undefined;
  };
  const xml = xmlElements({
    isPart(around, element) {
      const [message, statement] = [around.at(-2), around.at(-1)];
      if (statement?.name === 'Document') assertVersion(statement, element);
      return message?.name === 'BkToCstmrStmt' && statement?.name === 'Stmt';
    },
    handle(element, around) {
      const root = around.at(-1) ?? element;
      if (root !== draft?.root) {
        finish(element.line);
        draft = { root, elements: [], entries: [], isOther: undefined };
      }
      draft.isOther ??= isOther(element, draft.elements, wanted);
      if (draft.isOther === true) return;
      if (element.name !== 'Ntry') draft.elements.push(element);
      else if (isBooked(element)) for (const entry of toEntries(element, draft.elements)) draft.entries.push(entry);
    },
  });
  return {
    write: xml.write,
    end() {
      xml.end();
      finish(xml.line());
      return statements.length + others > 0 ? statements : refuse(xml.line(), 'no camt.053 statement');
    },
    others: () => others,
  };
}

function assertVersion(document: Element, message: Element): void {
  if (message.name === 'BkToCstmrStmt' && VERSION.test(document.namespace)) return;
  refuse(document.line, `"${document.namespace}" is not one of camt.053.001.02 to .14`);
}

/**
 * Returns true for a statement of another account; `undefined` before the first balance. The first balance follows the account
 * and contains its currency.
 */
function isOther(element: Element, elements: readonly Element[], wanted: string | undefined): boolean | undefined {
  if (element.name !== 'Bal') return undefined;
  const account = elements.find(({ name }) => name === 'Acct');
  const number = account && accountIn(account);
  const currency = (account && textAt(account, 'Ccy')) ?? elementsAt(element, 'Amt')[0]?.attributes.Ccy ?? '';
  return number !== undefined && !isAccount(number, currency, wanted);
}

const accountIn = (account: Element) => textAt(account, 'Id/IBAN', 'Id/Othr/Id')?.replaceAll(/\s/g, '');

function toStatement({ root: { line: first }, elements, entries: read }: Draft, line: number): Statement {
  const root: Element = { name: 'Stmt', namespace: '', attributes: {}, children: [...elements], line: first, text: '' };
  const account = elementsAt(root, 'Acct').map(accountIn)[0] ?? refuse(line, 'the statement contains no account');
  const { opening, closing, pageEnds } = balancesOf(root, line);
  const { currency } = closing;
  if (opening.currency !== currency) refuse(line, `the balances are in ${opening.currency} and ${currency}`);
  const foreign = elementsAt(root, 'Acct/Ccy').find(({ text }) => text.trim() !== currency);
  if (foreign) refuse(foreign.line, `the account is in ${foreign.text.trim()}, but its balances are in ${currency}`);
  const statement = {
    ...{ account, currency, opening: opening.amount, closing: closing.amount },
    ...{ ...periodOf(root, { opening, closing, entries: read }), entries: booked(read, closing.day) },
    ...{ sequence: sequenceOf(root), pageEnds: pageEnds.length > 0 ? pageEnds : undefined },
  };
  return proven(statement, line);
}

/**
 * Returns the opening and closing balance. Interim balances replace the opening balance on all pages but the first, and the
 * closing balance on all pages but the last.
 */
function balancesOf(root: Element, line: number) {
  const interim = elementsAt(root, 'Bal').filter((one) => textAt(one, 'Tp/CdOrPrtry/Cd') === 'ITBD');
  const whole = { opening: balanceIn(root, ['OPBD', 'PRCD']), closing: balanceIn(root, ['CLBD']) };
  const [first, last] = [interim.at(0), whole.opening === undefined && interim.length < 2 ? undefined : interim.at(-1)];
  const opening = whole.opening ?? (first && toBalance(first)) ?? refuse(line, 'the statement has no opening balance');
  const closing = whole.closing ?? (last && toBalance(last)) ?? refuse(line, 'the statement has no closing balance');
  const pageEnds = (['opening', 'closing'] as const).filter((end) => whole[end] === undefined);
  return { opening, closing, pageEnds };
}

interface Ends {
  readonly opening: { readonly day: CalendarDay };
  readonly closing: { readonly day: CalendarDay };
  readonly entries: readonly ReadEntry[];
}

/**
 * Returns the first and last day. If the period ends at midnight, an earlier day of the closing balance is the last day. If the
 * period starts at noon or later, the next day is the first day, but not after the last day.
 */
function periodOf(root: Element, { opening, closing, entries }: Ends) {
  const [stated, until] = [textAt(root, 'FrToDt/FrDtTm', 'FrToDt/FrDt'), textAt(root, 'FrToDt/ToDtTm', 'FrToDt/ToDt')];
  const end = until === undefined ? closing.day : readDay(until.slice(0, 10), root.line);
  const isMidnight = until !== undefined && /T00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d\d:\d\d)?$/.test(until);
  const to = isMidnight && closing.day < end ? closing.day : end;
  if (stated === undefined) return { from: firstDay(entries, to), to, opensOn: opening.day };
  const begin = readDay(stated.slice(0, 10), root.line);
  const isEvening = /T(?:1[2-9]|2\d):/.test(stated);
  return { from: isEvening && begin < to ? addDays(begin, 1) : begin, to };
}

/** Returns the statement number: the electronic number, which counts every statement, otherwise the legal number. */
function sequenceOf(root: Element): Sequence | undefined {
  const page = wholeNumber(textAt(root, 'StmtPgntn/PgNb'));
  for (const field of ['ElctrncSeqNb', 'LglSeqNb'] as const) {
    const number = wholeNumber(textAt(root, field));
    if (number !== undefined) return { field, number, page };
  }
  return undefined;
}

/** Returns the currency of the balances, which precede the entries in the schema. */
function currencyIn(elements: readonly Element[], line: number): Currency {
  const balance = elements.find(({ name }) => name === 'Bal') ?? refuse(line, 'an entry precedes the balances');
  return readCurrency(elementsAt(balance, 'Amt')[0]?.attributes.Ccy, balance.line);
}

/** Returns the first balance with one of the types, in the order of the types. */
function balanceIn(root: Element, types: readonly string[]) {
  const balances = elementsAt(root, 'Bal');
  const found = types.flatMap((type) => balances.filter((one) => textAt(one, 'Tp/CdOrPrtry/Cd') === type))[0];
  if (found === undefined) return undefined;
  return toBalance(found);
}

function toBalance(balance: Element) {
  const day = readDay(textAt(balance, 'Dt/Dt', 'Dt/DtTm')?.slice(0, 10), balance.line);
  return { ...signedAmount(balance, balance), day };
}

function signedAmount(element: Element, signed: Element) {
  const amount = elementsAt(element, 'Amt')[0] ?? refuse(element.line, `${element.name} has no amount`);
  const currency = readCurrency(amount.attributes.Ccy, amount.line);
  const minor = readIsoAmount(amount.text.trim(), currency, amount.line);
  return { amount: isCredit(signed) ? minor : -minor, currency };
}

/** Returns true for a credit. For a reversal, the file states the direction of the reversal itself. */
function isCredit(element: Element): boolean {
  const indicator = textAt(element, 'CdtDbtInd');
  if (indicator === 'CRDT' || indicator === 'DBIT') return indicator === 'CRDT';
  return refuse(element.line, `${element.name} contains neither CRDT nor DBIT`);
}

/** Statuses of entries that are not part of the booked balance. */
const NOT_BOOKED: readonly (string | undefined)[] = ['PDNG', 'INFO', 'FUTR'];

/** @throws StatementRefused for a status that the standard does not contain, because the entry may be booked */
function isBooked(entry: Element): boolean {
  const status = textAt(entry, 'Sts/Cd', 'Sts');
  if (status === 'BOOK' || NOT_BOOKED.includes(status)) return status === 'BOOK';
  const name = textAt(entry, 'NtryRef', 'AcctSvcrRef') ?? 'without a reference';
  const stated = textAt(entry, 'Sts/Prtry') ?? status;
  return refuse(entry.line, `the entry ${name} has ${stated === undefined ? 'no status' : `the status "${stated}"`}`);
}

/** Returns an entry; for a batch, one entry per payment if the payments add up to the batch. */
function toEntries(entry: Element, elements: readonly Element[]): ReadEntry[] {
  const currency = currencyIn(elements, entry.line);
  const whole = signedAmount(entry, entry);
  if (whole.currency !== currency) refuse(entry.line, `an entry is in ${whole.currency}, the account in ${currency}`);
  const payments = elementsAt(entry, 'NtryDtls/TxDtls');
  const parts = payments.flatMap((payment) => {
    const amount = amountOf(payment, entry, currency);
    return amount === undefined ? [] : [{ amount, payments: [payment] }];
  });
  const sum = parts.reduce((total, { amount }) => total + amount, 0n);
  const isSplit = parts.length > 1 && parts.length === payments.length && sum === whole.amount;
  const bookedOn = dayIn(entry, 'BookgDt');
  return (isSplit ? parts : [{ amount: whole.amount, payments }]).map((part) => toEntry(entry, bookedOn, part));
}

/** Returns the amount of one payment in the account's currency; `undefined` if the file does not contain it. */
function amountOf(payment: Element, entry: Element, currency: Currency): bigint | undefined {
  const [amount] = [...elementsAt(payment, 'AmtDtls/TxAmt/Amt'), ...elementsAt(payment, 'Amt')].filter(
    ({ attributes }) => attributes.Ccy === currency,
  );
  if (amount === undefined) return undefined;
  const minor = readIsoAmount(amount.text.trim(), currency, amount.line);
  return isCredit(textAt(payment, 'CdtDbtInd') === undefined ? entry : payment) ? minor : -minor;
}

function dayIn(entry: Element, name: 'BookgDt' | 'ValDt'): CalendarDay | undefined {
  const day = textAt(entry, `${name}/Dt`, `${name}/DtTm`);
  return day === undefined ? undefined : readDay(day.slice(0, 10), entry.line);
}

const REFERENCES = ['EndToEndId', 'TxId', 'UETR', 'InstrId', 'ClrSysRef', 'ChqNb'];

/** Maximum stored characters of a name: the maximum of the standard. */
const MAX_NAME = 140;

interface Part {
  readonly amount: bigint;
  readonly payments: readonly Element[];
}

function toEntry(entry: Element, bookedOn: CalendarDay | undefined, { amount, payments }: Part): ReadEntry {
  const first = <T>(read: (payment: Element) => T | undefined) =>
    payments.map(read).find((value) => value !== undefined);
  const party = amount < 0n ? 'Cdtr' : 'Dbtr';
  const [only] = payments.length === 1 ? payments : [];
  return {
    bankReference:
      givenReferences([(only && textAt(only, 'Refs/AcctSvcrRef')) ?? textAt(entry, 'AcctSvcrRef', 'NtryRef')])[0] ?? '',
    references: givenReferences([
      ...payments.flatMap((payment) => REFERENCES.map((name) => textAt(payment, `Refs/${name}`))),
      ...payments.map((payment) => textAt(payment, 'RmtInf/Strd/CdtrRefInf/Ref')),
    ]),
    amount,
    bookedOn,
    valueOn: dayIn(entry, 'ValDt'),
    name: first((payment) => textAt(payment, `RltdPties/${party}/Pty/Nm`, `RltdPties/${party}/Nm`))?.slice(0, MAX_NAME),
    details: inOneLine([
      ...payments.flatMap((payment) => elementsAt(payment, 'RmtInf/Ustrd').map(({ text }) => text)),
      first((payment) => textAt(payment, 'AddtlTxInf')) ?? textAt(entry, 'AddtlNtryInf'),
    ]),
  };
}

/** Converts a receipt to the rows that the payment page and the PDF show. Account numbers show only their last digits. */
import * as z from 'zod/mini';
import { writeContacts, writeLetterhead } from '#shared/documents/letterhead';
import { Sheets, type Typeface } from '#shared/documents/sheets';
import type { Branding } from '#shared/partners/domain/branding';
import { findUnshownCharacter } from '#shared/values/document-characters';
import { fillText, formatInstant, type Language, locales } from '#shared/values/languages';
import { currencies } from '#shared/values/money/currency';
import { amountFromNumber } from '#shared/values/money/money';
import { formatMoney } from '#shared/values/money/written-amounts';
import texts from './receipt-texts.json';
import type { ReceiptKind, StoredReceipt } from './repository';

type ReceiptRow = readonly [label: string, value: string];

export interface ShownReceipt {
  readonly title: string;
  readonly rows: readonly ReceiptRow[];
  readonly disclosures: readonly string[];
}

const currency = z.enum(currencies);
const party = z.object({ name: z.string(), account: z.nullable(z.string()), bankName: z.nullable(z.string()) });
const rail = z.nullable(z.object({ type: z.string(), reference: z.nullable(z.string()) }));
const common = {
  receiptId: z.string(),
  transactionId: z.string(),
  issuedAt: z.string(),
  sender: party,
  recipient: party,
  disclosures: z.array(z.object({ text: z.string() })),
};

/** Fields that people see on the receipt of a completed transaction. */
const completion = z.object({
  ...common,
  completedAt: z.string(),
  sourceAmount: z.number(),
  sourceCurrency: currency,
  targetAmount: z.number(),
  targetCurrency: currency,
  fees: z.array(z.object({ amount: z.number(), currency })),
  rate: z.number(),
  rails: z.object({ deposit: rail, payout: rail }),
});

const returned = z.object({
  ...common,
  originalReceiptId: z.string(),
  returnedAt: z.string(),
  amount: z.number(),
  currency,
});

/** Returns an issued receipt for display in one language. */
export function showReceipt(receipt: StoredReceipt, kind: ReceiptKind, language: Language): ShownReceipt {
  const issued: unknown = JSON.parse(receipt.texts[language]);
  return kind === 'RECEIPT' ? showCompletion(issued, language) : showReturn(issued, language);
}

function showCompletion(issued: unknown, language: Language): ShownReceipt {
  const say = texts[language];
  const shown = completion.parse(issued);
  return {
    title: say.title,
    rows: present([
      [say.number, shown.receiptId],
      [say.transaction, shown.transactionId],
      [say.completed, instantText(shown.completedAt, language)],
      ...partyRows(shown, language),
      [say.paidIn, amountText(shown.sourceAmount, shown.sourceCurrency, language)],
      ...shown.fees.map((fee) => [say.fee, amountText(fee.amount, fee.currency, language)] as const),
      [say.rate, rateText(shown.rate, language)],
      [say.paidOut, amountText(shown.targetAmount, shown.targetCurrency, language)],
      [say.deposit, railText(shown.rails.deposit, say)],
      [say.payout, railText(shown.rails.payout, say)],
      [say.issued, instantText(shown.issuedAt, language)],
    ]),
    disclosures: shown.disclosures.map(({ text }) => text),
  };
}

function showReturn(issued: unknown, language: Language): ShownReceipt {
  const say = texts[language];
  const shown = returned.parse(issued);
  return {
    title: say.returnTitle,
    rows: present([
      [say.number, shown.receiptId],
      [say.original, shown.originalReceiptId],
      [say.transaction, shown.transactionId],
      [say.returned, instantText(shown.returnedAt, language)],
      ...partyRows(shown, language),
      [say.amount, amountText(shown.amount, shown.currency, language)],
      [say.issued, instantText(shown.issuedAt, language)],
    ]),
    disclosures: shown.disclosures.map(({ text }) => text),
  };
}

type PossibleRow = readonly [label: string, value: string | undefined];

function present(rows: readonly PossibleRow[]): ReceiptRow[] {
  return rows.flatMap(([label, value]) => (value === undefined ? [] : [[label, value] as const]));
}

function partyRows(
  { sender, recipient }: { readonly [side in 'sender' | 'recipient']: z.infer<typeof party> },
  language: Language,
): PossibleRow[] {
  const say = texts[language];
  const end = recipient.account?.slice(-4);
  return [
    [say.sender, sender.name],
    [say.recipient, recipient.name],
    [say.bank, recipient.bankName ?? undefined],
    [say.account, end && fillText(say.ending, { end })],
  ];
}

function instantText(at: string, language: Language): string {
  return formatInstant(Date.parse(at), language);
}

function amountText(amount: number, of: (typeof currencies)[number], language: Language): string {
  const money = amountFromNumber(amount, of);
  return typeof money === 'string' ? `${amount} ${of}` : formatMoney(money, language);
}

function rateText(rate: number, language: Language): string {
  return new Intl.NumberFormat(locales[language], { maximumFractionDigits: 20 }).format(rate);
}

function railText(used: z.infer<typeof rail>, { chain }: { readonly chain: string }): string | undefined {
  if (used === null) return undefined;
  const type = used.type === 'CHAIN' ? chain : used.type;
  return [type, used.reference].filter((part) => part !== null).join(' ');
}

// Receipt as a PDF file.

const title: Typeface = { face: 'bold', size: 17 };
const body: Typeface = { face: 'regular', size: 10.5 };
const small: Typeface = { face: 'regular', size: 9 };

interface Making {
  readonly language: Language;
  readonly madeAtMs: number;
  readonly branding: Branding;
}

/** Builds the PDF as text. The same receipt, branding and time always produce the same bytes. */
export async function receiptPdf(shown: ShownReceipt, { language, madeAtMs, branding }: Making): Promise<string> {
  const sheets = await Sheets.begin({ title: shown.title, language, at: new Date(madeAtMs) });
  await writeLetterhead(sheets, branding, language);
  sheets.text('Partner Ramp', small);
  sheets.gap(6);
  sheets.text(shown.title, title, 'H1');
  sheets.gap(10);
  for (const [label, value] of shown.rows) {
    sheets.gap(4);
    sheets.entry(label, value, body);
  }
  sheets.gap(8);
  sheets.rule();
  for (const disclosure of shown.disclosures) {
    sheets.gap(5);
    sheets.text(disclosure, small);
  }
  if (showsCodePoints(shown, branding)) {
    sheets.gap(5);
    sheets.text(texts[language].unshown, small);
  }
  writeContacts(sheets, branding, language);
  return sheets.end();
}

/** Returns true if the PDF shows a character only as its code point. */
function showsCodePoints({ rows }: ShownReceipt, { displayName = '' }: Branding): boolean {
  return [displayName, ...rows.map(([, value]) => value)].some((text) => findUnshownCharacter(text) !== undefined);
}

/** Rows of a receipt that people read, on the page and in the file alike; account numbers by their end. */
import * as z from 'zod/mini';
import { formatMoney } from '#shared/hosted-pages/amounts';
import { formatInstant, locales } from '#shared/hosted-pages/layout';
import { fillText, type Language } from '#shared/values/languages';
import { currencies } from '#shared/values/money/currency';
import { amountFromNumber } from '#shared/values/money/money';
import texts from './receipt-texts.json';
import type { ReceiptKind, StoredReceipt } from './repository';

/** A label with its value. */
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

/** The part of a receipt that people read. */
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

/** A receipt as it was issued, in a language. */
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

/** A rate with all its decimals, in the writing of the language. */
function rateText(rate: number, language: Language): string {
  return new Intl.NumberFormat(locales[language], { maximumFractionDigits: 20 }).format(rate);
}

function railText(used: z.infer<typeof rail>, { chain }: { readonly chain: string }): string | undefined {
  if (used === null) return undefined;
  const type = used.type === 'CHAIN' ? chain : used.type;
  return [type, used.reference].filter((part) => part !== null).join(' ');
}

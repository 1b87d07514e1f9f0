import { html } from 'hono/html';
import * as z from 'zod/mini';
import { formatMoney } from '#shared/hosted-pages/amounts';
import { formatInstant } from '#shared/hosted-pages/language';
import { type Markup, type Page, page } from '#shared/hosted-pages/layout';
import type { StoredReceipt } from '#shared/transactions/receipts/repository';
import { fillText } from '#shared/values/fill-text';
import type { Language } from '#shared/values/languages';
import { currencies } from '#shared/values/money/currency';
import { amountFromNumber } from '#shared/values/money/money';
import receiptTexts from './receipt-texts.json';

const currency = z.enum(currencies);
const party = z.object({ name: z.string(), account: z.nullable(z.string()), bankName: z.nullable(z.string()) });
const disclosures = z.array(z.object({ text: z.string() }));
const rail = z.nullable(z.object({ type: z.string(), reference: z.nullable(z.string()) }));
const parties = { sender: party, recipient: party };

/** The part of a receipt that people read. */
const shownReceipt = z.object({
  receiptId: z.string(),
  completedAt: z.string(),
  ...parties,
  sourceAmount: z.number(),
  sourceCurrency: currency,
  targetAmount: z.number(),
  targetCurrency: currency,
  fees: z.array(z.object({ amount: z.number(), currency })),
  rate: z.number(),
  rails: z.object({ deposit: rail, payout: rail }),
  disclosures,
});

const shownReturn = z.object({
  receiptId: z.string(),
  returnedAt: z.string(),
  amount: z.number(),
  currency,
  disclosures,
});

interface ReceiptView {
  readonly receipt: StoredReceipt;
  /** The receipt of the payout's return, where it came back. */
  readonly returned: StoredReceipt | undefined;
  readonly language: Language;
}

/** The receipt of a completed payment as it was issued, to be read or printed; account numbers are shortened. */
export function receiptPage({ receipt, returned, language }: ReceiptView): Page {
  const texts = receiptTexts[language];
  const shown = shownReceipt.parse(JSON.parse(receipt.texts[language]));
  const { sender, recipient, rails } = shown;
  const rows: [string, string | undefined][] = [
    [texts.number, shown.receiptId],
    [texts.completed, formatInstant(Date.parse(shown.completedAt), language)],
    [texts.sender, sender.name],
    [texts.recipient, recipient.name],
    [texts.bank, recipient.bankName ?? undefined],
    [
      texts.account,
      recipient.account === null ? undefined : fillText(texts.ending, { end: recipient.account.slice(-4) }),
    ],
    [texts.paidIn, amountText(shown.sourceAmount, shown.sourceCurrency, language)],
    ...shown.fees.map((fee): [string, string] => [texts.fee, amountText(fee.amount, fee.currency, language)]),
    [texts.rate, String(shown.rate)],
    [texts.paidOut, amountText(shown.targetAmount, shown.targetCurrency, language)],
    [texts.deposit, railText(rails.deposit)],
    [texts.payout, railText(rails.payout)],
  ];
  const content = html`<dl>
${detailRows(rows)}</dl>
${disclosureList(shown.disclosures)}
${returned === undefined ? '' : returnSection(returned, language)}
<div class="actions"><a class="button quiet" href="?lang=${language}">${texts.back}</a></div>`;
  return page({ language, title: texts.title, step: 'receipt', content });
}

function returnSection({ texts: stored }: StoredReceipt, language: Language): Markup {
  const texts = receiptTexts[language];
  const shown = shownReturn.parse(JSON.parse(stored[language]));
  return html`<h2>${texts.returnTitle}</h2>
<dl>
${detailRows([
  [texts.number, shown.receiptId],
  [texts.returned, formatInstant(Date.parse(shown.returnedAt), language)],
  [texts.amount, amountText(shown.amount, shown.currency, language)],
])}</dl>
${disclosureList(shown.disclosures)}`;
}

function detailRows(rows: readonly (readonly [string, string | undefined])[]): Markup[] {
  return rows.flatMap(([label, value]) =>
    value === undefined
      ? []
      : [
          html`<dt>${label}</dt><dd>${value}</dd>
`,
        ],
  );
}

function disclosureList(list: readonly { readonly text: string }[]): Markup {
  return html`<ul class="disclosures">${list.map(({ text }) => html`<li>${text}</li>`)}</ul>`;
}

function amountText(amount: number, of: (typeof currencies)[number], language: Language): string {
  const money = amountFromNumber(amount, of);
  return typeof money === 'string' ? `${amount} ${of}` : formatMoney(money, language);
}

function railText(used: z.infer<typeof rail>): string | undefined {
  return used === null ? undefined : [used.type, used.reference].filter((part) => part !== null).join(' ');
}

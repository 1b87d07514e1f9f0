import { html } from 'hono/html';
import { type Markup, type Page, page } from '#shared/hosted-pages/layout';
import type { IssuedReceipt } from '#shared/transactions/receipts/receipt-document';
import { type ShownReceipt, showReceipt } from '#shared/transactions/receipts/shown-receipt';
import type { Language } from '#shared/values/languages';
import texts from './receipt-page-texts.json';

interface ReceiptView {
  readonly receipt: IssuedReceipt;
  /** The receipt of the payout's return, where it came back. */
  readonly returned: IssuedReceipt | undefined;
  readonly language: Language;
  /** The secret of the link, which the addresses of the files begin with. */
  readonly token: string;
}

/** The receipt of a completed payment as it was issued, to be read, printed or downloaded. */
export function receiptPage({ receipt, returned, language, token }: ReceiptView): Page {
  const say = texts[language];
  const shown = shownIn(receipt, language);
  const address = `${token}/receipt?lang=${language}`;
  const content = html`${details(shown)}
${downloadLink(address, say.download)}
${returned === undefined ? '' : returnSection(returned, { language, address })}
<div class="actions"><a class="button quiet" href="?lang=${language}">${say.back}</a></div>`;
  return page({ language, title: shown.title, step: 'receipt', content, asks: false });
}

function returnSection(
  returned: IssuedReceipt,
  { language, address }: { readonly language: Language; readonly address: string },
): Markup {
  const shown = shownIn(returned, language);
  return html`<h2>${shown.title}</h2>
${details(shown)}
${downloadLink(`${address}&step=return`, texts[language].downloadReturn)}`;
}

const shownIn = ({ receipt, kind }: IssuedReceipt, language: Language) => showReceipt(receipt, kind, language);

function details({ rows, disclosures }: ShownReceipt): Markup {
  return html`<dl>
${rows.map(
  ([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>
`,
)}</dl>
<ul class="disclosures">${disclosures.map((text) => html`<li>${text}</li>`)}</ul>`;
}

function downloadLink(address: string, text: string): Markup {
  return html`<p><a class="button" href="${address}" download>${text}</a></p>`;
}

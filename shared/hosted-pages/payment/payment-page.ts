import { html } from 'hono/html';
import { accountNumberForm, isTargetCountry } from '#shared/corridors/domain/payout-zones';
import { type Markup, type Page, page } from '#shared/hosted-pages/layout';
import { pictureCode } from '#shared/hosted-pages/picture-code';
import { stage } from '#shared/platform/config/environment';
import { outstandingDeposit, paidInAmount } from '#shared/transactions/domain/deposit-policy';
import {
  type FaultyDeposit,
  faultyDeposits,
  isFinal,
  isPayable,
  type PaymentState,
  paymentState,
} from '#shared/transactions/domain/payment-state';
import { type OffRamp, payoutAmount, type Transaction } from '#shared/transactions/domain/transaction';
import type { Confirmations } from '#shared/transactions/provider-reports/repository';
import type { IssuedReceipt } from '#shared/transactions/receipts/receipt-document';
import { type ShownReceipt, showReceipt } from '#shared/transactions/receipts/shown-receipt';
import { transferRequest } from '#shared/values/chains/token-contracts';
import { fillText, formatInstant, type Language } from '#shared/values/languages';
import { currencyName, formatMoney, plainAmount } from '#shared/values/money/written-amounts';
import receiptTexts from './receipt-page-texts.json';
import texts from './receipt-page-texts.json';
import { paymentScript } from './script';
import paymentTexts from './texts.json';

interface PaymentView {
  readonly language: Language;
  /** Time of the request, epoch ms. */
  readonly nowMs: number;
  /** Blockchain confirmations of a token deposit, if the custodian has reported confirmations. */
  readonly confirmations?: Confirmations | undefined;
}

/** States with a colored notice. All other states are neutral. */
const tones: Readonly<Partial<Record<PaymentState, 'good' | 'bad'>>> = {
  completed: 'good',
  cancelled: 'bad',
  refused: 'bad',
  'not-executed': 'bad',
  expired: 'bad',
  failed: 'bad',
  'payout-returned': 'bad',
};

/** Builds the page for the payer of a deposit: the data to enter at a bank or wallet, the deadline, and the payment's state. */
export function paymentPage(transaction: Transaction, { language, nowMs, confirmations }: PaymentView): Page {
  const texts = paymentTexts[language];
  const state = paymentState(transaction);
  const values = textValues(transaction, language);
  const final = isFinal(transaction);
  const deposits = faultyDeposits(transaction);
  const content = html`<div id="payment" data-version="${transaction.version}.${confirmations?.confirmations ?? ''}" data-final="${final ? 'yes' : 'no'}">
${stage() === 'sandbox' ? html`<p class="notice bad">${texts.sandbox}</p>` : ''}
${confirmations !== undefined && deposits.length === 0 && isPayable(transaction) ? '' : stateNotice(transaction, state, language)}
${confirmations === undefined ? '' : confirming(confirmations, language)}
${isPayable(transaction) ? instructions(transaction, { language, nowMs }) : ''}
<p class="hint"><span id="as-of">${fillText(texts.asOf, { instant: formatInstant(nowMs, language) })}</span> <span data-with-script hidden>${texts.updates}</span></p>
<p class="error" id="offline" role="status" hidden>${texts.offline}</p>
<div class="actions">${transaction.status === 'COMPLETED' ? html`<a class="button" href="?lang=${language}&step=receipt">${receiptTexts[language].link}</a>` : ''}<a class="button quiet" href="?lang=${language}">${texts.check}</a></div>
</div>`;
  return page({
    language,
    title: fillText(texts.states[state].title, values),
    content,
    asks: isPayable(transaction),
    script: paymentScript,
  });
}

function textValues(transaction: Transaction, language: Language) {
  const { refundHeld, deadlineMs, completedAtMs } = transaction;
  const instant = completedAtMs ?? deadlineMs;
  const payout = formatMoney(payoutAmount(transaction), language);
  return {
    due: formatMoney(isPayable(transaction) ? outstandingDeposit(transaction) : paidInAmount(transaction), language),
    payout,
    held: refundHeld === undefined ? payout : formatMoney(refundHeld, language),
    instant: instant === undefined ? '' : formatInstant(instant, language),
  };
}

/**
 * Builds a sentence about the state and a sentence about each unexpected deposit. If only unexpected deposits arrived, the
 * outstanding amount replaces the sentence about the state.
 */
function stateNotice(transaction: Transaction, state: PaymentState, language: Language): Markup {
  const texts = paymentTexts[language];
  const values = textValues(transaction, language);
  const deposits = faultyDeposits(transaction);
  const stillDue = state === 'waiting' && deposits.length > 0;
  return html`<div class="notice ${tones[state] ?? ''}" id="state">${stillDue ? '' : html`<p>${fillText(texts.states[state].text, values)}</p>`}
${deposits.map(
  (deposit) => html`<p data-deposit="${deposit.fault}">${depositText(deposit, language)}</p>
`,
)}${stillDue ? html`<p><strong>${fillText(texts.deposits.stillDue, values)}</strong></p>` : ''}</div>`;
}

/** Builds the text with the number of blockchain confirmations, and an explanation for the payer. */
function confirming({ confirmations, required }: Confirmations, language: Language): Markup {
  const texts = paymentTexts[language].confirmations;
  const label = fillText(texts.count, { confirmations, required });
  return html`<div class="notice" id="confirmations"><p>${label}</p>
<progress class="steps" max="${required}" value="${confirmations}" aria-label="${label}"></progress>
<p>${texts.text}</p></div>`;
}

function depositText({ amount, fault, returnedAtMs, blockchain }: FaultyDeposit, language: Language): string {
  const { deposits, networks } = paymentTexts[language];
  const shown = formatMoney(amount, language);
  if (returnedAtMs === undefined)
    return fillText(deposits[fault], { amount: shown, network: blockchain === undefined ? '' : networks[blockchain] });
  return fillText(deposits.returned, { amount: shown, instant: formatInstant(returnedAtMs, language) });
}

function instructions(transaction: Transaction, { language, nowMs }: PaymentView): Markup {
  const texts = paymentTexts[language];
  const values = { ...textValues(transaction, language), network: networkName(transaction, language) };
  const isBank = transaction.kind !== 'OFF_RAMP';
  return html`<h2>${isBank ? texts.bankHeading : texts.chainHeading}</h2>
<p>${fillText(isBank ? texts.bankHint : texts.chainHint, values)}</p>
<dl class="entries">
${paymentFields(transaction, language).map((field) => entry(field, language))}
${deadline(transaction, { language, nowMs })}
<dt>${texts.labels.receive}</dt><dd>${values.payout}</dd>
</dl>
${isBank ? '' : codes(transaction, language)}`;
}

function networkName(transaction: Transaction, language: Language): string {
  return transaction.kind === 'OFF_RAMP' ? paymentTexts[language].networks[transaction.blockchain] : '';
}

function entry({ id, label, shown, copied }: PaymentField, language: Language): Markup {
  const texts = paymentTexts[language];
  const button =
    copied === undefined
      ? ''
      : html`<button type="button" class="quiet copy" data-copy="${copied}" data-of="${id}" data-copied="${texts.copied}" hidden>${texts.copy}<span class="unseen">: ${label}</span></button>`;
  return html`<dt>${label}</dt><dd><span id="${id}">${shown}</span>${button}</dd>
`;
}

function deadline({ deadlineMs }: Transaction, { language, nowMs }: PaymentView): Markup | '' {
  if (deadlineMs === undefined) return '';
  const texts = paymentTexts[language];
  const minutes = Math.floor((deadlineMs - nowMs) / 60_000);
  const left = fillText(texts.timeLeft, { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
  return html`<dt>${texts.labels.payBy}</dt><dd><span><time datetime="${new Date(deadlineMs).toISOString()}">${formatInstant(deadlineMs, language)}</time> <span id="left">${left}</span></span></dd>
`;
}

/** Builds a QR code of the address, for all wallets. On EVM chains, a second QR code also contains the token and the amount. */
function codes(transaction: OffRamp, language: Language): Markup {
  const texts = paymentTexts[language];
  const { depositAddress, blockchain, cryptoAmount } = transaction;
  const due = { ...cryptoAmount, minor: outstandingDeposit(transaction).minor };
  const values = {
    due: formatMoney(due, language),
    token: due.currency,
    network: texts.networks[blockchain],
  };
  const request = transferRequest(blockchain, due, depositAddress);
  return html`<p class="notice bad">${fillText(texts.networkWarning, values)}</p>
<figure class="code" id="address-code">${pictureCode(depositAddress, texts.codeLabel)}
<figcaption>${fillText(texts.codeHint, values)}</figcaption></figure>
${
  request === undefined
    ? ''
    : html`<details><summary>${texts.requestCode}</summary>
<figure class="code" id="request-code">${pictureCode(request, texts.requestCode)}
<figcaption>${fillText(texts.requestHint, values)}</figcaption></figure></details>`
}`;
}

// Data that the payer types into the form of a bank or wallet. The page shows the data in the usual order of such a form.

/** One value that the payer types or selects in the form of a bank or wallet. */
interface PaymentField {
  readonly id: 'beneficiary' | 'bank' | 'account' | 'amount' | 'reference' | 'token' | 'network' | 'address';
  readonly label: string;
  readonly shown: string;
  /** Text for the copy button; `undefined` for values that the payer selects from a list. */
  readonly copied?: string;
}

function paymentFields(transaction: Transaction, language: Language): PaymentField[] {
  const { labels, networks } = paymentTexts[language];
  const due = outstandingDeposit(transaction);
  const amount: PaymentField = {
    id: 'amount',
    label: labels.amount,
    shown: `${formatMoney(due, language)} (${currencyName(due.currency, language)})`,
    copied: plainAmount(due),
  };
  if (transaction.kind === 'OFF_RAMP') {
    const { depositAddress, blockchain } = transaction;
    return [
      { id: 'token', label: labels.token, shown: due.currency },
      { id: 'network', label: labels.network, shown: networks[blockchain] },
      amount,
      { id: 'address', label: labels.address, shown: depositAddress, copied: depositAddress },
    ];
  }
  const { beneficiary, bankName, accountIdentifier, country, message } =
    transaction.kind === 'ON_RAMP' ? transaction.depositAccount : transaction.sourceBankAccount;
  const form = isTargetCountry(country) ? accountNumberForm(country) : 'TEXT';
  return [
    ...(beneficiary === undefined
      ? []
      : [{ id: 'beneficiary', label: labels.beneficiary, shown: beneficiary, copied: beneficiary } as const]),
    { id: 'bank', label: labels.bank, shown: bankName },
    {
      id: 'account',
      label: labels.accounts[form === 'CLABE' || form === 'IBAN' ? form : 'TEXT'],
      shown: accountIdentifier,
      copied: accountIdentifier,
    },
    amount,
    { id: 'reference', label: labels.reference, shown: message, copied: message },
  ];
}

interface ReceiptView {
  readonly receipt: IssuedReceipt;
  /** Receipt for the return of the payout; `undefined` if the payout was not returned. */
  readonly returned: IssuedReceipt | undefined;
  readonly language: Language;
  /** Secret token of the payment link. The download URLs of the receipts start with this token. */
  readonly token: string;
}

/** Builds the page with the issued receipt of a completed payment, and the links to download the receipt. */
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

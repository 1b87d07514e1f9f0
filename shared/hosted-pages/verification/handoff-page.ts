/** The page of a first device that shows the code, and what has become of it. */
import { html } from 'hono/html';
import { formatInstant, type Markup, type Page, page } from '#shared/hosted-pages/layout';
import { pictureCode } from '#shared/hosted-pages/picture-code';
import { canHandOff, finishedStep, handedOffStep, handoffState, isFollowing } from '#shared/identity/domain/handoff';
import { handoffCode } from '#shared/identity/sessions/handoff';
import type { VerificationSession } from '#shared/identity/sessions/repository';
import { fillText, type Language } from '#shared/values/languages';
import { finishedText, followAttributes, HANDOFF_STEP } from './handoff';
import { handoffScript } from './handoff-script';
import handoffTexts from './handoff-texts.json';
import { stepHref } from './step-page';

interface CodeView {
  readonly language: Language;
  /** Epoch ms of the request. */
  readonly nowMs: number;
  /** The token of the first device's link. */
  readonly token: string;
  readonly baseUrl: string;
}

/** The page of a session that has a hand-off. */
export function handoffPage(session: VerificationSession, view: CodeView): Page {
  const { language, nowMs } = view;
  const { handoff } = session;
  if (handoff === undefined) throw new Error('The session has no hand-off');
  const texts = handoffTexts[language];
  const state = handoffState(handoff, nowMs);
  const { title, text } = texts.states[state];
  const content = html`<div${followAttributes(session, nowMs)}>
${state === 'waiting' ? waiting(session, view) : html`<div class="notice ${state === 'used' ? 'good' : 'bad'}"><p>${text}${state === 'used' ? finishedText({ language, session }) : ''}</p></div>`}
${actions(session, view)}
</div>`;
  return page({
    language,
    title,
    step: HANDOFF_STEP,
    content,
    script: isFollowing(handoff, nowMs) ? handoffScript : undefined,
  });
}

function waiting(session: VerificationSession, { language, token, baseUrl }: CodeView): Markup {
  const texts = handoffTexts[language];
  const { id = '', expiresAtMs = 0 } = session.handoff ?? {};
  const address = `${baseUrl}/verify/${handoffCode(token, id)}?lang=${language}`;
  return html`<ol><li>${texts.scan}</li><li>${texts.answer}</li><li>${texts.add}</li></ol>
<figure class="code" id="handoff-code">${pictureCode(address, texts.codeLabel)}
<figcaption>${fillText(texts.until, { instant: formatInstant(expiresAtMs, language) })}</figcaption></figure>
<p>${texts.addressHint}<br><span id="address">${address}</span></p>
<p><button type="button" class="quiet" data-copy="${address}" data-copied="${texts.copied}" hidden>${texts.copy}</button> <span id="copied" role="status"></span></p>
<p class="hint" data-with-script hidden>${texts.follows}</p>
<noscript><p class="hint">${texts.checkHint}</p></noscript>`;
}

/** The ways on: to look again, another code, or the step on this device. */
function actions(session: VerificationSession, { language, nowMs }: CodeView): Markup {
  const texts = handoffTexts[language];
  const { handoff } = session;
  const state = handoff && handoffState(handoff, nowMs);
  const step = handedOffStep(session) ?? session.step;
  const isOn = finishedStep(session) !== undefined;
  const check = html`<a class="button quiet" href="${stepHref(HANDOFF_STEP, language)}">${texts.check}</a>`;
  const here = html`<a class="button quiet" href="${stepHref(step, language)}">${isOn ? texts.onward : texts.here}</a>`;
  const another = canHandOff(session, nowMs)
    ? html`<button${state === 'used' ? html` class="quiet"` : ''} name="action" value="handoff">${texts.another}</button>`
    : '';
  return html`<form method="post"><input type="hidden" name="step" value="${step}">
<div class="actions">${state === 'waiting' ? html`${check}<button class="quiet" name="action" value="stay">${texts.here}</button>` : state === 'used' ? html`${check}${here}${another}` : html`${another}${here}`}</div></form>`;
}

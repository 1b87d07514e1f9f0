/**
 * A person can continue a verification on a second device (hand-off). This file builds the pages of the second device. For the
 * first device, this file builds the offer of a code, and the notice that the second device is connected.
 */

import { randomBytes } from 'node:crypto';
import { html } from 'hono/html';
import { type Markup, type Page, page } from '#shared/hosted-pages/layout';
import type { PageBranding } from '#shared/hosted-pages/page-branding';
import { canHandOff, finishedStep, type HandoffState, handoffMark, isFollowing } from '#shared/identity/domain/handoff';
import type { VerificationStep } from '#shared/identity/domain/verification-steps';
import type { OpenVerificationSession } from '#shared/identity/sessions/open-verification-session';
import type { VerificationSession } from '#shared/identity/sessions/repository';
import { fillText, type Language } from '#shared/values/languages';
import { handoffScript } from './handoff-script';
import handoffTexts from './handoff-texts.json';
import verificationTexts from './texts.json';

/** Value of the query parameter `step` for the page that shows the code for the second device. */
export const HANDOFF_STEP = 'phone';

/**
 * Role of a device in a hand-off (the person continues on a second device). `offers`: can show a code. `follows`: polls the
 * progress on the second device.
 */
export type HandoffPart =
  | { readonly kind: 'offers' | 'none' }
  | { readonly kind: 'follows'; readonly following: Markup };

interface HandoffView {
  readonly language: Language;
  readonly session: VerificationSession;
  readonly part?: HandoffPart;
}

/** Returns the role of the device that sent the request. */
export function handoffPart(
  { session, handoffId }: Pick<OpenVerificationSession, 'session' | 'handoffId'>,
  nowMs: number,
): HandoffPart {
  const { handoff } = session;
  if (handoffId !== undefined) return { kind: 'none' };
  if (handoff?.outcome === 'USED' && isFollowing(handoff, nowMs))
    return { kind: 'follows', following: followAttributes(session, nowMs) };
  return { kind: canHandOff(session, nowMs) ? 'offers' : 'none' };
}

/**
 * Builds the content above a file step or the review: a notice if a second device is connected. Otherwise, file steps offer a
 * code for a second device.
 */
export function handoffAside(step: VerificationStep, { language, session, part }: HandoffView): Markup | '' {
  const texts = handoffTexts[language];
  if (part?.kind === 'follows')
    return html`<div class="notice good"${part.following}><p>${texts.connected}${finishedText({ language, session })}</p>
<p><a href="?lang=${language}&step=${HANDOFF_STEP}">${texts.connection}</a></p></div>`;
  if (part?.kind !== 'offers' || step === 'review') return '';
  return html`<form method="post" class="handoff"><input type="hidden" name="step" value="${step}">
<button class="quiet" name="action" value="handoff">${texts.offer}</button></form>`;
}

/** Returns the script for a device that follows the second device; otherwise empty. */
export function handoffScriptFor(part: HandoffPart | undefined): string {
  return part?.kind === 'follows' ? handoffScript : '';
}

/** Returns a text with the last step that was completed on the second device. */
export function finishedText({ language, session }: Omit<HandoffView, 'part'>): string {
  const finished = finishedStep(session);
  if (finished === undefined) return '';
  return ` ${fillText(handoffTexts[language].finished, { step: verificationTexts[language].steps[finished] })}`;
}

/** Returns the attributes that the script needs for polling; empty if no device must be followed. */
export function followAttributes({ userId, id, handoff }: VerificationSession, nowMs: number): Markup {
  if (handoff === undefined || !isFollowing(handoff, nowMs)) return html``;
  const follow = new URLSearchParams({ action: 'follow', user: userId, link: id, handoff: handoff.id });
  return html` data-follow="${String(follow)}" data-mark="${handoffMark(handoff, nowMs)}" data-left="${handoff.expiresAtMs - nowMs}"`;
}

// Pages for the second device, after it has opened the link in the code.

/**
 * Builds the first page of the second device, which asks whether to continue on this device. The form contains 256 random bits
 * that identify this device. If this device submits Yes again, it receives the same link. Any other device receives no link.
 */
export function handoffQuestion(language: Language): Page {
  const { question } = handoffTexts[language];
  const content = (pageBranding: PageBranding | undefined) => {
    const partner = pageBranding?.branding.displayName;
    return html`<p>${partner === undefined ? question.text : fillText(question.textOf, { partner })}</p>
<p>${question.warning}</p>
<form method="post"><input type="hidden" name="device" value="${randomBytes(32).toString('base64url')}">
<div class="actions"><button name="action" value="accept">${question.yes}</button><button class="quiet" name="action" value="decline">${question.no}</button></div></form>`;
  };
  return page({ language, title: question.title, content });
}

/** Builds the page of a code that can no longer be used. */
export function closedHandoffPage(state: Exclude<HandoffState, 'waiting'>, language: Language): Page {
  const { title, text } = handoffTexts[language].closed[state];
  return page({ language, status: 410, title, content: html`<p>${text}</p>` });
}

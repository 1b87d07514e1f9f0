/** Builds the pages of a verification link. */
import { html } from 'hono/html';
import { failurePage, type Markup, type Page, page } from '#shared/hosted-pages/layout';
import { goBackText, type PageBranding } from '#shared/hosted-pages/page-branding';
import type { OwnerViolations } from '#shared/identity/domain/entered-owners';
import type { UploadSlot } from '#shared/identity/domain/upload-slots';
import { DOCUMENT_KIND, documentKindOf, textOf } from '#shared/identity/domain/verification-draft';
import {
  type FormField,
  findStep,
  stepBeside,
  stepContents,
  stepsOf,
  type VerificationStep,
} from '#shared/identity/domain/verification-steps';
import type {
  OpenVerificationSession,
  VerificationLinkState,
} from '#shared/identity/sessions/open-verification-session';
import {
  type DraftViolations,
  missingSlots,
  requiredDraftFields,
  requiredSlots,
  stepViolations,
} from '#shared/identity/sessions/validate-draft';
import { ownerViolations } from '#shared/identity/sessions/validate-owners';
import { bucketOrigin } from '#shared/platform/files/signed-requests';
import { listPersons } from '#shared/signatures/associated-persons/repository';
import type { Language } from '#shared/values/languages';
import { formatFieldValue } from './controls';
import { fieldsStep } from './fields-step';
import { type FileViolation, filesStep, slotTexts, usedFiles } from './files-step';
import { handoffAside, handoffPart, handoffScriptFor } from './handoff';
import { ownerLines, ownersStep } from './owners-step';
import { type StepView, stepHref, stepPage } from './step-page';
import verificationTexts from './texts.json';

/** Builds the step in which the person reviews and submits the verification. */
export function reviewStep(view: StepView): Page {
  const { language, session } = view;
  const texts = verificationTexts[language];
  const parts = stepsOf(session).filter((step) => step !== 'review');
  const content = html`${handoffAside('review', view)}
<p>${texts.reviewIntro}${session.resubmission === undefined ? '' : ` ${texts.resubmission.kept}`}</p>
${parts.map((step) => part(step, linesOf(step, view), view))}
<form method="post">
<input type="hidden" name="action" value="send">
<p class="hint">${texts.sendHint}</p>
<div class="actions"><button>${texts.send}</button><a class="button quiet" href="${stepHref(stepBeside(session, 'review', -1), language)}">${texts.back}</a></div>
</form>`;
  return stepPage('review', view, { content, script: handoffScriptFor(view.part) || undefined });
}

/** Returns the values and files of a step, with their labels. */
function linesOf(step: VerificationStep, view: StepView): readonly Markup[] {
  const { language, session } = view;
  if (step === 'owners') return ownerLines(view).map(([label, value]) => line(label, value));
  const texts = verificationTexts[language];
  const { fields, slots } = stepContents[step];
  const entered = fields.flatMap((field) => {
    if (field === DOCUMENT_KIND) {
      const kind = documentKindOf(session.draft);
      return kind === undefined ? [] : [line(texts.fields[field].label, texts.documentKinds[kind])];
    }
    const value = textOf(session.draft, field);
    return value === '' ? [] : [line(texts.fields[field].label, formatFieldValue(field, value, language))];
  });
  const added = usedFiles(session).filter(({ slot }) => slots.includes(slot));
  return [...entered, ...added.map(({ slot }) => line(slotTexts(slot, session, texts).label, texts.added))];
}

function part(step: VerificationStep, lines: readonly Markup[], { language }: StepView): Markup {
  const texts = verificationTexts[language];
  const shown = lines.length === 0 ? html`<p class="hint">${texts.left}</p>` : html`<dl>${lines}</dl>`;
  return html`<h3>${texts.steps[step]}</h3>${shown}
<p><a href="${stepHref(step, language)}">${texts.change}<span class="unseen">: ${texts.steps[step]}</span></a></p>`;
}

function line(label: string, value: string): Markup {
  return html`<dt>${label}</dt><dd>${value}</dd>`;
}

/** Builds the page of a link that cannot be used. */
export function closedLinkReply(
  closed: Exclude<VerificationLinkState, OpenVerificationSession>,
  language: Language,
): Page {
  if (closed.state === 'used') return donePage(language, closed.redirectUri);
  return failurePage(closed.state, language);
}

/**
 * Builds the page of a used link. The page shows none of the entered data.
 * @param redirectUri URL of the partner, for the button that leads back to the partner; no parameters are added to the URL
 */
function donePage(language: Language, redirectUri: string | undefined): Page {
  const texts = verificationTexts[language];
  const next = (pageBranding: PageBranding | undefined) =>
    redirectUri === undefined
      ? html`<p>${texts.close}</p>`
      : html`<div class="actions"><a class="button" href="${redirectUri}" rel="noreferrer">${goBackText(pageBranding, language) ?? texts.goBack}</a></div>`;
  const content = (pageBranding: PageBranding | undefined) =>
    html`<div class="notice good"><p>${texts.doneText}</p><p>${texts.doneUsed}</p></div>${next(pageBranding)}`;
  return page({ language, title: texts.doneTitle, asks: false, content });
}

/** Invalid input. The step shows this input again, instead of the stored values. */
interface RejectedInput {
  readonly draft?: {
    readonly entered: Readonly<Record<string, string>>;
    readonly violations: DraftViolations;
  };
  readonly owners?: { readonly entered: Readonly<Record<string, string>>; readonly violations: OwnerViolations };
  readonly files?: ReadonlyMap<UploadSlot, FileViolation>;
}

interface StepReply {
  readonly language: Language;
  readonly nowMs: number;
  readonly refused?: RejectedInput;
  /** True to show inputs for one more owner. @default false */
  readonly withAnother?: boolean;
}

/** Builds the page of a step in an open verification. */
export async function stepReply(
  step: VerificationStep,
  { session, handoffId }: Pick<OpenVerificationSession, 'session' | 'handoffId'>,
  { language, nowMs, refused = {}, withAnother = false }: StepReply,
): Promise<Page> {
  const view = { language, session, step, part: handoffPart({ session, handoffId }, nowMs) };
  if (step === 'review') return reviewStep(view);
  if (step === 'owners') {
    const { entered = session.draft, violations = new Map() } = refused.owners ?? {};
    const recorded = await listPersons(session.userId);
    return ownersStep({ ...view, entered, violations, recorded, withAnother });
  }
  const { fields, slots } = stepContents[step];
  if (slots.length > 0) {
    const violations = refused.files ?? new Map();
    return filesStep({ ...view, violations, asked: requiredSlots(session), bucket: bucketOrigin() });
  }
  const { entered = session.draft, violations = new Map() } = refused.draft ?? {};
  const asked: FormField[] = [...requiredDraftFields(session)];
  if (requiredSlots(session).includes('identityFront')) asked.push(DOCUMENT_KIND);
  return fieldsStep({ ...view, fields, entered, violations, asked });
}

/** Returns the requested step, or the first earlier step that is not complete. */
export function reachableStep(
  { session }: Pick<OpenVerificationSession, 'session'>,
  requested: string | undefined,
  atMs: number,
): VerificationStep {
  const steps = stepsOf(session);
  const wanted = findStep(session, requested) ?? session.step;
  const before = steps.slice(0, steps.indexOf(wanted));
  const isOpen = (step: VerificationStep) =>
    stepViolations(session, step, session.draft, atMs).size > 0 ||
    missingSlots(session, step).length > 0 ||
    (step === 'owners' && ownerViolations(session.draft, []).size > 0);
  return before.find(isOpen) ?? wanted;
}

import { html } from 'hono/html';
import { describedInput, errorMessage } from '#shared/hosted-pages/form-markup';
import type { Markup, Page } from '#shared/hosted-pages/layout';
import { maxFileBytes } from '#shared/identity/domain/file-rules';
import { chosenTypes, slotRules, type UploadSlot } from '#shared/identity/domain/upload-slots';
import { documentKindOf } from '#shared/identity/domain/verification-draft';
import { slotsOf, stepContents, type VerificationStep } from '#shared/identity/domain/verification-steps';
import { fillText } from '#shared/values/fill-text';
import { cameraScript } from './camera-script';
import { handoffAside, handoffScriptFor } from './handoff';
import { keepScript } from './keep-script';
import { keptInputs, keptTexts, type StepView, stepActions, stepPage, type VerificationTexts } from './step-page';
import verificationTexts from './texts.json';
import { uploadScript } from './upload-script';
import type { FileViolation } from './uploads';

interface FilesStep extends StepView {
  readonly step: VerificationStep;
  readonly violations: ReadonlyMap<UploadSlot, FileViolation>;
  /** Slots that may not stay empty. */
  readonly asked: readonly UploadSlot[];
  /** Origin that the script sends files to. */
  readonly bucket: string;
}

const BYTES_PER_MB = 1024 * 1024;

/** A step in which files are added: each is sent as soon as it is chosen, straight into the bucket. */
export function filesStep(view: FilesStep): Page {
  const { language, session, step, violations, asked } = view;
  const texts = verificationTexts[language];
  const document = documentKindOf(session.draft);
  const slots = slotsOf(session, session.draft).filter((slot) => stepContents[step].slots.includes(slot));
  const intro =
    step === 'sides'
      ? texts.sidesIntro[document ?? 'NATIONAL_ID']
      : texts.stepIntros[step === 'face' ? 'face' : 'proof'];
  const errors = [...violations].map(
    ([slot, violation]) =>
      [slot, `${slotTexts(slot, session, texts).label}: ${texts.fileMessages[violation]}`] as const,
  );
  const refusals = Object.entries(texts.fileMessages).map(([violation, text]) => html` data-${violation}="${text}"`);
  const content = html`${handoffAside(step, view)}
<noscript><p class="notice bad">${asked.length === 0 ? texts.noScriptOptional : texts.noScriptRequired}</p></noscript>
<form method="post" id="files" novalidate${keptTexts(texts)} data-uploading="${texts.uploading}" data-uploaded="${texts.uploaded}" data-failed="${texts.failed}"${refusals} data-wait="${texts.wait}" data-offline="${texts.offline}"${cameraTexts(texts)}>
${keptInputs(step, session)}
<div id="with-script" hidden>
<p>${intro}${session.kind === 'KYB' && step === 'sides' ? ` ${texts.filesOfRepresentative}` : ''}</p>
${slots.map((slot) => slotMarkup(slot, view, texts))}
${cameraMarkup(texts)}
</div>
<p class="unseen" id="progress" role="status"></p>
${stepActions(step, view)}
</form>`;
  return stepPage(step, view, {
    form: 'files',
    content,
    errors: new Map(errors),
    script: keepScript + uploadScript + cameraScript + handoffScriptFor(view.part),
    connect: [view.bucket],
  });
}

/** The words of a slot; the page of a passport is no front. */
export function slotTexts(slot: UploadSlot, { draft }: StepView['session'], texts: VerificationTexts) {
  return slot === 'identityFront' && documentKindOf(draft) === 'PASSPORT' ? texts.passportPage : texts.slots[slot];
}

/** The input has no name: what it holds goes to the bucket, and not with the form. */
function slotMarkup(slot: UploadSlot, { session, violations, asked }: FilesStep, texts: VerificationTexts): Markup {
  const { label, hint } = slotTexts(slot, session, texts);
  const limit = maxFileBytes[slotRules[slot].use];
  const types = chosenTypes(slot);
  const kinds = types.includes('application/pdf') ? texts.kinds.picturesAndPdf : texts.kinds.pictures;
  const camera = cameras[slot];
  const violation = violations.get(slot);
  const isUploaded = session.files.some((file) => file.slot === slot);
  const pending = session.pending.findLast((upload) => upload.slot === slot);
  const note = asked.length === 0 || asked.includes(slot) ? '' : html` <span class="hint">(${texts.optional})</span>`;
  return html`<div class="field" data-slot="${slot}" data-limit="${limit}"${pending === undefined ? '' : html` data-pending="${pending.name}"`}>
<label for="${slot}">${label}${note}</label>
<p class="hint" id="${slot}-hint">${hint} ${fillText(kinds, { limit: limit / BYTES_PER_MB })}</p>
<input type="file" id="${slot}" accept="${types.join(',')}"${camera === undefined ? '' : html` capture="${camera}"`}${describedInput(slot, { hint: true, invalid: violation !== undefined })}>
${camera === undefined ? '' : html`<p><button type="button" class="quiet" data-camera hidden>${texts.camera.open}</button></p>`}
${errorMessage(slot, violation && texts.fileMessages[violation])}
<p class="state" data-state${isUploaded ? html` data-kind="good"` : ''}>${isUploaded ? texts.uploaded : ''}</p>
</div>`;
}

/** The texts of the script of the camera, as attributes of the form. */
function cameraTexts({ cameraTexts: said }: VerificationTexts): Markup[] {
  return Object.entries(said).map(([name, text]) => html` data-camera-${name}="${text}"`);
}

/** The camera in the page, which the script puts into the field that asked for it. */
function cameraMarkup({ camera }: VerificationTexts): Markup {
  return html`<div class="camera" id="camera" hidden>
<div class="viewer"><video playsinline muted aria-label="${camera.view}"></video></div>
<canvas class="shot" role="img" aria-label="${camera.preview}" hidden></canvas>
<p class="state" data-state role="status"></p>
<div class="beside"><button type="button" data-act="take">${camera.take}</button><button type="button" data-act="use" hidden></button><button type="button" class="quiet" data-act="again" hidden>${camera.again}</button><button type="button" class="quiet" data-act="close">${camera.close}</button></div>
</div>`;
}

/** Camera that a phone offers first; a proof of address is rather chosen than photographed. */
const cameras: Readonly<Record<UploadSlot, 'user' | 'environment' | undefined>> = {
  selfie: 'user',
  identityFront: 'environment',
  identityBack: 'environment',
  addressProof: undefined,
};

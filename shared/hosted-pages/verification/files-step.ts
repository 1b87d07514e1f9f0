import { createHash } from 'node:crypto';
import { html } from 'hono/html';
import { describedInput, errorMessage } from '#shared/hosted-pages/form-markup';
import type { Markup, Page } from '#shared/hosted-pages/layout';
import { detectFileType, maxFileBytes } from '#shared/identity/domain/file-rules';
import { cleanJpeg } from '#shared/identity/domain/jpeg';
import { acceptedTypes, chosenTypes, slotRules, type UploadSlot } from '#shared/identity/domain/upload-slots';
import { documentKindOf } from '#shared/identity/domain/verification-draft';
import { slotsOf, stepContents, type VerificationStep } from '#shared/identity/domain/verification-steps';
import type { AttachedFile, PendingUpload, VerificationSession } from '#shared/identity/sessions/repository';
import type { CheckedFile } from '#shared/identity/verification-files';
import { deleteFile, FileNotFound, FileTooLarge, type ReadFile, readFile } from '#shared/platform/files/files';
import { logError } from '#shared/platform/observability/log';
import { fillText } from '#shared/values/languages';
import { cameraScript } from './camera-script';
import { handoffAside, handoffScriptFor } from './handoff';
import { keepScript } from './keep-script';
import { keptInputs, keptTexts, type StepView, stepActions, stepPage, type VerificationTexts } from './step-page';
import type texts from './texts.json';
import verificationTexts from './texts.json';
import { uploadScript } from './upload-script';

// Files of a verification that a browser has uploaded to the bucket.

/** Time limit for reading all uploaded files, ms. */
const READ_MS = 5000;

/** Time limit for deleting all uploaded files, ms. The response waits until the deletion ends. */
const DELETE_MS = 1500;

/** Reasons for a rejected file. */
export type FileViolation = keyof (typeof texts)['en']['fileMessages'];

/** Location of an uploaded file in the bucket. */
export type Upload = Pick<ReadFile, 'key' | 'versionId'>;

/** Uploaded and validated file, ready to be stored with the verification. */
type AcceptedUpload = CheckedFile & Upload & { readonly sha256: string };

/**
 * Result of the read of an upload. For a rejected file, `read` contains the location for the deletion; `undefined` if the file is
 * missing or too large.
 */
type UploadResult =
  | { readonly read: AcceptedUpload; readonly violation: undefined }
  | { readonly read: Upload | undefined; readonly violation: FileViolation };

/**
 * Builds the object key of an upload. Each upload has a unique name, so no upload overwrites another. Uploads that are not
 * submitted expire after two days.
 */
export function uploadKey({ userId, id }: Pick<VerificationSession, 'userId' | 'id'>, name: string): string {
  return `uploads/${userId}/${id}/${name}`;
}

/** Returns the attached files whose slots the verification has. For a passport, an attached back side is left out. */
export function usedFiles(session: VerificationSession): readonly AttachedFile[] {
  const slots = slotsOf(session, session.draft);
  return session.files.filter(({ slot }) => slots.includes(slot));
}

/**
 * Reads all attached files in parallel and validates the files again. A file must be equal to the file that was attached.
 * @throws FileNotRead if the bucket does not respond
 */
export async function readUploads(
  session: VerificationSession,
): Promise<
  { readonly accepted: readonly AcceptedUpload[] } | { readonly violations: ReadonlyMap<UploadSlot, FileViolation> }
> {
  const signal = AbortSignal.timeout(READ_MS);
  const results = await Promise.all(
    usedFiles(session).map(async (file) => ({ file, ...(await readUpload(session, file, signal)) })),
  );
  const violations = new Map<UploadSlot, FileViolation>();
  const accepted: AcceptedUpload[] = [];
  for (const { file, read, violation } of results) {
    if (violation !== undefined) violations.set(file.slot, violation);
    else if (file.sha256 !== read.sha256) violations.set(file.slot, 'lost');
    else accepted.push(read);
  }
  return violations.size > 0 ? { violations } : { accepted };
}

/** Reads an uploaded file and validates the content. @throws FileNotRead if the bucket does not respond */
export async function readUpload(
  session: VerificationSession,
  { slot, name }: PendingUpload,
  signal: AbortSignal,
): Promise<UploadResult> {
  const { use } = slotRules[slot];
  try {
    const { key, versionId, content } = await readFile(uploadKey(session, name), maxFileBytes[use], { signal });
    const checked = checkUpload(slot, content);
    if (typeof checked === 'string') return { read: { key, versionId }, violation: checked };
    const digest = createHash('sha256').update(content).digest('hex');
    return { read: { ...checked, key, versionId, sha256: digest }, violation: undefined };
  } catch (error) {
    if (error instanceof FileNotFound) return { read: undefined, violation: 'lost' };
    if (error instanceof FileTooLarge) return { read: undefined, violation: 'size' };
    throw error;
  }
}

/** Validates an uploaded file with the same rules in sandbox and production. Removes metadata from JPEG files. */
function checkUpload(slot: UploadSlot, content: Uint8Array): CheckedFile | FileViolation {
  const contentType = detectFileType(content);
  if (contentType === undefined || !acceptedTypes(slot).includes(contentType)) return 'type';
  const { field } = slotRules[slot];
  if (contentType === 'application/pdf') return isWholePdf(content) ? { field, content, contentType } : 'damaged';
  const picture = cleanJpeg(content);
  return typeof picture === 'string' ? picture : { field, content: picture, contentType };
}

/** Returns true if the last 1,024 bytes of a PDF contain the end marker (ISO 32000-1, annex H). */
function isWholePdf(content: Uint8Array): boolean {
  return Buffer.from(content.subarray(-1024)).includes('%%EOF');
}

/**
 * Deletes uploads that the verification has stored, replaced or rejected. Uploads that remain after a failure expire after two
 * days.
 */
export async function deleteUploads(uploads: readonly Upload[]): Promise<void> {
  const signal = AbortSignal.timeout(DELETE_MS);
  const ends = await Promise.allSettled(uploads.map((upload) => deleteFile(upload, { signal })));
  const failed = ends.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') logError('an upload could not be deleted', failed.reason);
}

interface FilesStep extends StepView {
  readonly step: VerificationStep;
  readonly violations: ReadonlyMap<UploadSlot, FileViolation>;
  /** Required slots. */
  readonly asked: readonly UploadSlot[];
  /** Origin to which the script uploads files. */
  readonly bucket: string;
}

const BYTES_PER_MB = 1024 * 1024;

/** Builds the page of a verification step with file inputs. The script immediately uploads each selected file to the bucket. */
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

/** Returns the texts of a slot. A passport has a page instead of a front side, so its texts differ. */
export function slotTexts(slot: UploadSlot, { draft }: StepView['session'], texts: VerificationTexts) {
  return slot === 'identityFront' && documentKindOf(draft) === 'PASSPORT' ? texts.passportPage : texts.slots[slot];
}

/** Builds the input of a slot. The input has no name, because the file goes to the bucket and not to this form's endpoint. */
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

/** Returns the texts of the camera script as attributes of the form. */
function cameraTexts({ cameraTexts: said }: VerificationTexts): Markup[] {
  return Object.entries(said).map(([name, text]) => html` data-camera-${name}="${text}"`);
}

/** Builds the camera view. The script moves the view into the field that the person takes a photo for. */
function cameraMarkup({ camera }: VerificationTexts): Markup {
  return html`<div class="camera" id="camera" hidden>
<div class="viewer"><video playsinline muted aria-label="${camera.view}"></video></div>
<canvas class="shot" role="img" aria-label="${camera.preview}" hidden></canvas>
<p class="state" data-state role="status"></p>
<div class="beside"><button type="button" data-act="take">${camera.take}</button><button type="button" data-act="use" hidden></button><button type="button" class="quiet" data-act="again" hidden>${camera.again}</button><button type="button" class="quiet" data-act="close">${camera.close}</button></div>
</div>`;
}

/** Camera that a phone opens by default. For a proof of address, people usually select a file. */
const cameras: Readonly<Record<UploadSlot, 'user' | 'environment' | undefined>> = {
  selfie: 'user',
  identityFront: 'environment',
  identityBack: 'environment',
  addressProof: undefined,
};

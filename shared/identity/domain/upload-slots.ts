/** Files that a person can add on the verification page. */
import { type FileType, type FileUse, fileTypes } from './file-rules';
import type { DocumentKind } from './verification-draft';
import type { VerificationKind } from './verification-link';

export const uploadSlots = ['selfie', 'identityFront', 'identityBack', 'addressProof'] as const;
export type UploadSlot = (typeof uploadSlots)[number];

interface SlotRule {
  readonly use: FileUse;
  /** Name of the file's field in a submission, the same as in a partner's request. */
  readonly field: string;
  /** Entry of a KYC template's `required` list that requires the file. Absent if no template requires the file. */
  readonly requiredBy?: string;
}

export const slotRules: Readonly<Record<UploadSlot, SlotRule>> = {
  selfie: { use: 'SELFIE', field: 'selfieUrl', requiredBy: 'selfieUrl' },
  identityFront: { use: 'IDENTITY', field: 'identity.frontIdUrl', requiredBy: 'identity' },
  identityBack: { use: 'IDENTITY', field: 'identity.backIdUrl' },
  addressProof: { use: 'DOCUMENT', field: 'documents.0.fileUrl', requiredBy: 'documents' },
};

/** Returns the slots of a verification: a business needs no selfie, and a passport has one side. */
export function slotsFor(kind: VerificationKind, document: DocumentKind | undefined): readonly UploadSlot[] {
  const left: readonly UploadSlot[] = [
    ...(kind === 'KYB' ? (['selfie'] as const) : []),
    ...(document === 'PASSPORT' ? (['identityBack'] as const) : []),
  ];
  return uploadSlots.filter((slot) => !left.includes(slot));
}

export function isUploadSlot(text: string): text is UploadSlot {
  return uploadSlots.some((slot) => slot === text);
}

/** Returns the file types that a browser can upload for a slot. Before the upload, the page converts every image to JPEG. */
export function acceptedTypes(slot: UploadSlot): readonly FileType[] {
  return slot === 'selfie' ? ['image/jpeg'] : ['image/jpeg', 'application/pdf'];
}

/** Returns the file types that a person can choose for a slot. */
export function chosenTypes(slot: UploadSlot): readonly FileType[] {
  return fileTypes.filter((type) => type !== 'application/pdf' || acceptedTypes(slot).includes(type));
}

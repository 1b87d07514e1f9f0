/** The files that a person can add on the verification page. */
import { type FileType, type FileUse, fileTypes } from './file-rules';
import type { DocumentKind } from './verification-draft';
import type { VerificationKind } from './verification-link';

export const uploadSlots = ['selfie', 'identityFront', 'identityBack', 'addressProof'] as const;
export type UploadSlot = (typeof uploadSlots)[number];

interface SlotRule {
  readonly use: FileUse;
  /** Field of the file in a submission; the same as in a partner's own. */
  readonly field: string;
  /** The entry of a template that asks for it; none asks for the others. */
  readonly requiredBy?: string;
}

export const slotRules: Readonly<Record<UploadSlot, SlotRule>> = {
  selfie: { use: 'SELFIE', field: 'selfieUrl', requiredBy: 'selfieUrl' },
  identityFront: { use: 'IDENTITY', field: 'identity.frontIdUrl', requiredBy: 'identity' },
  identityBack: { use: 'IDENTITY', field: 'identity.backIdUrl' },
  addressProof: { use: 'DOCUMENT', field: 'documents.0.fileUrl', requiredBy: 'documents' },
};

/** The slots of a verification: a business needs no selfie, and a passport has one side. */
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

/** Returns the types that the file of a slot may have: browsers make a JPEG of every picture that they can show. */
export function acceptedTypes(slot: UploadSlot): readonly FileType[] {
  return slot === 'selfie' ? ['image/jpeg'] : ['image/jpeg', 'application/pdf'];
}

/** Returns the types of files that a person may choose for a slot. */
export function chosenTypes(slot: UploadSlot): readonly FileType[] {
  return fileTypes.filter((type) => type !== 'application/pdf' || acceptedTypes(slot).includes(type));
}

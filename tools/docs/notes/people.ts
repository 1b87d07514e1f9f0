import type { Notes } from '#shared/contract/define-docs';
import { event, frame, page } from './common';

/** Notes on the fields of a link in a webhook. */
const link = {
  kycId: 'Of the verification that is submitted by the link: the `kycId` of its later events.',
  kind: 'KYC for a person, KYB for a business.',
  expiresAt: 'When the link ends, or ended.',
  openedAt: 'When a browser first opened the page; null before that.',
};

/** Users, their verifications, owners and signatures. */
export const peopleNotes: Readonly<Record<string, Notes>> = {
  User: {
    about: 'One of your users.',
    kycStatus: 'Only VERIFIED users can transact.',
    firstName: 'As submitted, from then on; once verified, as the provider read it.',
    lastName: 'The same.',
    businessName: 'As you gave or submitted it; once verified, as the provider read it.',
  },
  UserPage: { about: 'A page of users.', ...page },
  StartedKyc: { about: 'A verification that was taken in.' },
  Kyc: {
    about: 'Where a verification stands.',
    verificationId: 'The newest verification; null before any.',
    version: 'Of that verification, as in the change feed; null before any.',
    rejectionReasons: 'Why it was rejected; empty otherwise.',
  },
  KycLink: {
    about: 'A link of a person.',
    kycLink: 'Works once, for 24 hours. Send it to that person alone.',
  },
  KybLink: {
    about: 'A link of a business.',
    kybLink: 'Works once, for 24 hours. Send it to the business alone.',
  },
  EndedVerificationLink: {
    about: 'A verification link that has ended.',
    event: 'The webhook that reports it.',
    kind: 'KYC for a person, KYB for a business.',
    openedAt: 'When a browser first opened the page; null where none did.',
    endedAt: 'When it ended: the time of the request.',
  },
  Kyb: {
    about: 'Where the verification of a business stands.',
    verificationId: 'The newest verification; null before any.',
    version: 'Of that verification, as in the change feed; null before any.',
    businessInfo: 'As last submitted; null where nothing was. The name of a verified business is the verified one.',
    beneficialOwners: 'The associated persons with the role `UBO`.',
    sessionUrl: 'The link that can still be opened, if any.',
    createdAt: 'When the newest verification was submitted or the newest link made; null before any.',
  },
  AssociatedPerson: {
    about: 'A person of a business.',
    role: 'UBO is an ultimate beneficial owner: the one that has to sign.',
    ownershipPercent: 'Share of the business in percent, with at most four decimals.',
  },
  AssociatedPersonPage: {
    about: 'A page of the persons of a business.',
    ...page,
    total: 'Number of persons on record of the business.',
  },
  SignatureEntry: {
    about: 'Where the signature of a beneficial owner stands.',
    status: 'Absent while no declaration was requested, and when requesting one failed.',
    error: 'Why the owner has no declaration although one was requested.',
    errorCode: 'The same, to decide by.',
    version: 'Of the person, as in the change feed.',
  },
  SignaturePage: {
    about: 'Where the signatures of a business stand.',
    ...page,
    count: 'Number of owners that match the query.',
    total: 'Number of owners on record.',
  },
  SignatureEvent: {
    about: 'An owner has signed.',
    ...frame,
    signatureId: 'Of the declaration, as in the signed document.',
    externalUserId: 'Your own id of the business, or ours when you gave none.',
    firstName: 'Of the owner.',
    lastName: 'Of the owner.',
    associatedPersonId: 'The owner among the persons of the business.',
  },
  KycEvent: { about: 'A step of a verification.', ...event },
  LinkEvent: { about: 'What became of a verification link.', ...event, ...link },
  ResubmissionEvent: {
    about: 'A link asks for the refused items of a rejected verification.',
    ...event,
    ...link,
    reasons: 'Why they were refused, as the `rejectionReasons` of the rejected verification.',
  },
  RejectedKycEvent: {
    about: 'A verification was rejected.',
    ...event,
    rejectionReasons: 'Why, as `GET …/users/{userId}/kyc` shows it.',
  },
};

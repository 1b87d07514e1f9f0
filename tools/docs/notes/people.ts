import type { Notes } from '#shared/contract/define-docs';
import { event, frame, page } from './common';

const kind = 'KYC for a person, KYB for a business.';

/** Notes on the fields of webhooks about verification links. */
const link = {
  kycId: 'Id of the verification that the link submits, equal to the `kycId` of later events of this verification.',
  kind,
  expiresAt: 'Time when the link expires or expired.',
  openedAt: 'Time when a browser first opened the page. Null if no browser has opened the page.',
};
const newestVerification = {
  verificationId: 'Id of the newest verification. Null if there is none.',
  version: 'Version of this verification, as in the change feed. Null if there is none.',
};

/** Users, verifications, owners and signatures. */
export const peopleNotes: Readonly<Record<string, Notes>> = {
  User: {
    about: 'One of your users.',
    kycStatus: 'Only VERIFIED users can transact.',
    firstName: 'First name that was submitted. After verification: the name that the provider confirmed.',
    lastName: 'Last name that was submitted. After verification: the name that the provider confirmed.',
    businessName: 'Business name that was submitted. After verification: the name that the provider confirmed.',
  },
  UserPage: { about: 'A page of users.', ...page },
  StartedKyc: { about: 'An accepted verification.' },
  Kyc: {
    about: 'Status of a verification.',
    ...newestVerification,
    rejectionReasons: 'Reasons for the rejection. Empty if the verification is not rejected.',
  },
  KycLink: { about: 'A KYC verification link.', kycLink: 'Works once, for 24 hours. Send it only to this person.' },
  KybLink: { about: 'A KYB verification link.', kybLink: 'Works once, for 24 hours. Send it only to the business.' },
  EndedVerificationLink: {
    about: 'An expired verification link.',
    event: 'The webhook that reports the expiry.',
    kind,
    openedAt: link.openedAt,
    endedAt: 'Time when this request expired the link.',
  },
  Kyb: {
    about: 'Status of the verification of a business.',
    ...newestVerification,
    businessInfo: 'Data of the last submission. Null if there is none. After verification: the verified name.',
    beneficialOwners: 'Associated persons with the role `UBO`.',
    sessionUrl: 'The active verification link. Null if there is none.',
    createdAt: 'Time of the newest submission or verification link. Null if there is none.',
  },
  AssociatedPerson: {
    about: 'An associated person of a business.',
    role: 'UBO is an ultimate beneficial owner. Only a UBO signs.',
    ownershipPercent: 'Share of the business in percent, with at most four decimals.',
  },
  AssociatedPersonPage: {
    about: 'A page of the associated persons of a business.',
    ...page,
    total: 'Number of associated persons of the business.',
  },
  SignatureEntry: {
    about: 'Status of the signature of a beneficial owner.',
    status: 'Absent if no declaration was requested, or if the request failed.',
    error: 'Reason why the request for this owner failed.',
    errorCode: 'Code of the reason. Handle failures by this code.',
    version: 'Version of the person, as in the change feed.',
  },
  SignaturePage: {
    about: 'Status of the signatures of a business.',
    ...page,
    count: 'Number of owners that match the query.',
    total: 'Number of owners of the business.',
  },
  SignatureEvent: {
    about: 'An owner signed the declaration.',
    ...frame,
    signatureId: 'Id of the declaration, as in the signed document.',
    externalUserId: 'Your id of the business. If you set none: our id.',
    firstName: 'First name of the owner.',
    lastName: 'Last name of the owner.',
    associatedPersonId: 'Id of the owner among the associated persons of the business.',
  },
  KycEvent: { about: 'The status of a verification changed.', ...event },
  LinkEvent: { about: 'The status of a verification link changed.', ...event, ...link },
  ResubmissionEvent: {
    about: 'A verification was rejected, and a new link requests only the refused items.',
    ...event,
    ...link,
    reasons: 'Reasons for the rejection, equal to `rejectionReasons` of the rejected verification.',
  },
  RejectedKycEvent: {
    about: 'A verification was rejected.',
    ...event,
    rejectionReasons: 'Reasons for the rejection, as in `GET …/users/{userId}/kyc`.',
  },
};

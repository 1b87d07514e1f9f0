import { event, frame, type Notes, page, version } from './common';

const kycId = 'The `verificationId` of `GET …/users/{userId}/kyc`.';

/** Users, their verifications, owners and signatures. */
export const peopleNotes: Readonly<Record<string, Notes>> = {
  User: {
    about: 'One of your users.',
    kycStatus: 'Only VERIFIED users can transact.',
    firstName: 'As submitted, from then on; once verified, as the provider read it.',
    lastName: 'The same.',
    businessName: 'As you gave or submitted it; once verified, as the provider read it.',
    version,
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
  Kyb: {
    about: 'Where the verification of a business stands.',
    verificationId: 'The newest verification; null before any.',
    version: 'Of that verification, as in the change feed; null before any.',
    businessInfo:
      'As last submitted; null where nothing was. The name of a verified business is the verified one.',
    beneficialOwners: 'The associated persons with the role `UBO`.',
    sessionUrl: 'The link that can still be opened, if any.',
    createdAt: 'When the newest verification was submitted or the newest link made; null before any.',
  },
  AssociatedPerson: {
    about: 'A person of a business.',
    role: 'UBO is an ultimate beneficial owner: the one that has to sign.',
    ownershipPercent: 'Share of the business in percent, with at most four decimals.',
    version,
  },
  AssociatedPersonPage: {
    about: 'A page of the persons of a business.',
    ...page,
    total: 'Number of persons on record of the business.',
  },
  SignatureEntry: {
    about: 'Where the signature of a beneficial owner stands.',
    associatedPersonId: 'The `id` of the person.',
    status: 'Absent while no declaration was requested, and when requesting one failed.',
    signingUrl: 'Only while PENDING. Whoever holds it can sign as the owner: log it nowhere.',
    signedAt: 'When the owner signed.',
    nameDiffers: 'There where the owner signed with another name than the one on record, and insisted on it.',
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
  CreateAssociatedPersonRequest: {
    about: 'A person to put on record.',
    email: 'An owner without one cannot be asked for a signature.',
    dateOfBirth: 'YYYY-MM-DD.',
    ownershipPercent: 'Above 0, at most 100, with at most four decimals; of all owners together at most 100.',
  },
  RequestSignaturesRequest: { about: 'May be left out.', country: 'MX, which is also the default.' },
  SignatureEvent: {
    about: 'An owner has signed.',
    ...frame,
    signatureId: 'Of the declaration, as in the signed document.',
    externalUserId: 'Your own id of the business, or ours when you gave none.',
    firstName: 'Of the owner.',
    lastName: 'Of the owner.',
    associatedPersonId: 'The owner among the persons of the business.',
  },
  CreateUserRequest: {
    about: 'A user to register.',
    email: 'Once per partner, in any letter case.',
    externalUserId: 'Your own id of the user, once per partner.',
    businessName: 'Kept for business users only.',
  },
  StartKycRequest: {
    about: 'An identity verification to submit.',
    country: 'ISO 3166-1 alpha-2; decides which fields are required.',
    dateOfBirth:
      'YYYY-MM-DD; 18 years ago or more. The sandbox refuses 2015-01-01 as too young, and takes younger persons otherwise.',
    economicActivity: 'In Spanish, upper-case.',
    countryOfBirth: 'English name of a country, or its alpha-2 code.',
    selfieUrl: 'An https URL. The file is kept, the URL is not.',
    frontIdUrl: 'Stands for `identity.frontIdUrl`.',
    backIdUrl: 'Stands for `identity.backIdUrl`.',
    phoneNumber: 'E.164, such as +525512345678.',
    taxId: 'In Mexico the RFC: of a person, or of a company for a business.',
    address: 'The postal code has the form of its country.',
    documents: 'All files of a submission together are at most 10.',
    pep: 'A politically exposed position, where there is one.',
  },
  KycPerson: {
    about: 'A person beside the user.',
    rfc: 'In Mexico its form is checked: of a person or of a company.',
  },
  KycAddress: {
    about: 'An address.',
    zipCode:
      'In the form of the country: of the address, or of the verification where the address names none.',
    country: 'English name of a country, or its alpha-2 code.',
  },
  KycEvent: { about: 'A step of a verification.', ...event, kycId },
  RejectedKycEvent: {
    about: 'A verification was rejected.',
    ...event,
    kycId,
    rejectionReasons: 'Why, as `GET …/users/{userId}/kyc` shows it.',
  },
};

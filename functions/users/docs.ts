import { invalidEmail, userExists, verifiedNameFixed } from '#shared/api/problems';
import { defineDocs, wholeList } from '#shared/contract/define-docs';
import { ana, anaWithAlias, userId } from '#shared/users/examples';
import { contract as createContract } from './create/contract';
import { contract as getContract } from './get/contract';
import { contract as listContract } from './list/contract';
import { contract as updateContract } from './update/contract';

export const createUser = defineDocs(createContract, {
  sdk: ['users.create', 'Registers a user. An e-mail address and an `externalUserId` can be used once each.'],
  description:
    "Puts one of your customers on record, under an id that every other operation takes. The e-mail address (in any letter case) and your own `externalUserId` can each be used once per partner: a second use returns 409, with the existing user's id in `errors`. An internationalized domain is kept as you sent it, and compared by its ASCII form. An invalid address returns `BAD_REQUEST` when you create or change a user. Other operations return `INVALID_USER_INPUT_ERROR`. A new user starts as `NOT_STARTED` and cannot transact before it is verified.",
  body: {
    about: 'A user to register.',
    email: 'Once per partner, in any letter case.',
    externalUserId: 'Your own id of the user, once per partner.',
    businessName: 'Kept for business users only.',
  },
  example: { body: { type: 'INDIVIDUAL', email: ana.email, externalUserId: 'customer-1042' }, data: { userId } },
  refusals: [userExists([{ field: 'email', message: `Already used by user ${userId}` }], userId), invalidEmail()],
});

export const getUser = defineDocs(getContract, {
  sdk: ['users.get', 'Reads a user, with the status of its verification.'],
  description:
    "Returns one user with its verification status. First and last name, or the business name, appear when the verification provider has read them from the documents. An unknown id and another partner's user get the same 401.",
  example: { path: { userId }, data: ana },
});

export const listUsers = defineDocs(listContract, {
  sdk: ['users.list', 'Lists users, newest first unless asked otherwise.'],
  description:
    'Lists your users, newest first unless asked otherwise. `email` and `externalUserId` find the one user that has them; `type` and `kycStatus` narrow the list. A wrong `limit`, `skip` or filter value returns 400 and is never silently corrected.',
  parameters: {
    email: 'The user with this address.',
    externalUserId: 'The user with your external id.',
    kycStatus: 'Only this verification status.',
  },
  example: { query: { kycStatus: 'VERIFIED', limit: 20 }, data: wholeList(ana) },
});

export const updateUser = defineDocs(updateContract, {
  sdk: ['users.update', 'Changes what you keep of a user: what is left out stays, `null` clears.'],
  description:
    "Changes what you keep of a user: its `alias`, your own `externalUserId`, its `email`, and of a business its `businessName`. What you leave out stays; null clears, except the e-mail address. An address or `externalUserId` that another of your users has returns 409, with that user's id in `errors`; what the user had before is free again at once. A call that changes nothing returns 200 and makes no new version.",
  example: { path: { userId }, body: { alias: 'Ana, Monterrey' }, data: anaWithAlias },
  refusals: [invalidEmail(), verifiedNameFixed(userId)],
});

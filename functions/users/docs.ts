import { invalidEmail, userExists, verifiedNameFixed } from '#shared/api/problems';
import { defineDocs, wholeList } from '#shared/contract/define-docs';
import { ana, anaWithAlias, userId } from '#shared/users/examples';
import { contract as createContract } from './create/contract';
import { contract as getContract } from './get/contract';
import { contract as listContract } from './list/contract';
import { contract as updateContract } from './update/contract';

export const createUser = defineDocs(createContract, {
  sdk: ['users.create', 'Registers a user. Each e-mail address and `externalUserId` can be used only once.'],
  description:
    "Registers one of your customers and returns the user's id for all other operations. Two of your users cannot have the same e-mail address (in any letter case) or the same `externalUserId`. A second use returns 409, with the existing user's id in `errors`. The API stores an internationalized domain as sent, and compares its ASCII form. An invalid address returns `BAD_REQUEST` when you create or change a user. Other operations return `INVALID_USER_INPUT_ERROR`. A new user has the status `NOT_STARTED` and cannot transact before the verification.",
  body: {
    about: 'A user to register.',
    email: 'Unique per partner, in any letter case.',
    externalUserId: 'Your own id of the user, unique per partner.',
    businessName: 'Stored only for business users.',
  },
  example: { body: { type: 'INDIVIDUAL', email: ana.email, externalUserId: 'customer-1042' }, data: { userId } },
  refusals: [userExists([{ field: 'email', message: `Already used by user ${userId}` }], userId), invalidEmail()],
});

export const getUser = defineDocs(getContract, {
  sdk: ['users.get', 'Reads a user with the verification status.'],
  description:
    "Returns one user with the verification status. The first and last name, or the business name, are as submitted until the provider reads them from the documents. An unknown id and another partner's user return the same 401.",
  example: { path: { userId }, data: ana },
});

export const listUsers = defineDocs(listContract, {
  sdk: ['users.list', 'Lists users, by default newest first.'],
  description:
    'Lists your users, by default newest first. `email` and `externalUserId` find the one user with this value. `type` and `kycStatus` filter the list. A wrong `limit`, `skip` or filter value returns 400: the API never corrects it silently.',
  parameters: {
    email: 'The user with this address.',
    externalUserId: 'The user with your external id.',
    kycStatus: 'Only this verification status.',
  },
  example: { query: { kycStatus: 'VERIFIED', limit: 20 }, data: wholeList(ana) },
});

export const updateUser = defineDocs(updateContract, {
  sdk: ['users.update', 'Changes a user. Absent fields do not change, and `null` clears a field.'],
  description:
    "Changes a user's `alias`, `externalUserId` and `email`, and the `businessName` of a business. Absent fields do not change. `null` clears a field, except the e-mail address. An address or `externalUserId` of another of your users returns 409, with the id of that user in `errors`. You can use the old address or `externalUserId` for another user immediately. A call that changes nothing returns 200 and creates no new version.",
  example: { path: { userId }, body: { alias: 'Ana, Monterrey' }, data: anaWithAlias },
  refusals: [invalidEmail(), verifiedNameFixed(userId)],
});

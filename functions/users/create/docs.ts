import { invalidEmail, userExists } from '#shared/api/problems';
import { defineDocs } from '#shared/http/docs';
import { ana, userId } from '#shared/users/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['users.create', 'Registers a user. An e-mail address and an `externalUserId` can be used once each.'],
  description:
    "Puts one of your customers on record, under an id that every other operation takes. The e-mail address (in any letter case) and your own `externalUserId` can each be used once per partner: a second use answers 409, with the existing user's id in `errors`. An internationalized domain is kept as you sent it, and compared by its ASCII form. An invalid address returns `BAD_REQUEST` when you create or change a user. Other operations return `INVALID_USER_INPUT_ERROR`. A new user starts as `NOT_STARTED` and cannot transact before it is verified.",
  body: {
    about: 'A user to register.',
    email: 'Once per partner, in any letter case.',
    externalUserId: 'Your own id of the user, once per partner.',
    businessName: 'Kept for business users only.',
  },
  example: { body: { type: 'INDIVIDUAL', email: ana.email, externalUserId: 'customer-1042' }, data: { userId } },
  refusals: [userExists([{ field: 'email', message: `Already used by user ${userId}` }], userId), invalidEmail()],
});

import { invalidEmail, verifiedNameFixed } from '#shared/api/problems';
import { defineDocs } from '#shared/http/docs';
import { anaWithAlias, userId } from '#shared/users/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['users.update', 'Changes what you keep of a user: what is left out stays, `null` clears.'],
  description:
    "Changes what you keep of a user: its `alias`, your own `externalUserId`, its `email`, and of a business its `businessName`. What you leave out stays; null clears, except the e-mail address. An address or `externalUserId` that another of your users has answers 409, with that user's id in `errors`; what the user had before is free again at once. A call that changes nothing answers 200 and makes no new version.",
  example: { path: { userId }, body: { alias: 'Ana, Monterrey' }, data: anaWithAlias },
  refusals: [invalidEmail(), verifiedNameFixed(userId)],
});

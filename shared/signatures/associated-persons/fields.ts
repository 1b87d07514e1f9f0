import { nameText } from '#shared/api/fields';

/** Text about a person of a business: all of it stands in the declaration that an owner signs. */
export const personText = nameText(200);

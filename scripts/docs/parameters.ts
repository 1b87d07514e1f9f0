import { premiumNote } from '#shared/quotes/notes';

/** Notes on query and path parameters that several operations take, by name. An operation's docs.ts has its own. */
export const parameterNotes: Readonly<Record<string, string>> = {
  skip: 'Items to leave out before the page. Past the end of the list the page is empty. Above 10,000 inside a longer list, or beyond what one request looks at of a narrowed one, the answer is 400; use `cursor` there.',
  limit: 'Items on the page.',
  cursor:
    'The `nextCursor` of the page before, with the same filters and the same order. Must not be sent together with `skip`.',
  sortBy: 'The only order there is.',
  sortOrder: 'Newest (desc) or oldest (asc) first, in any letter case.',
  createdFrom: 'Created at or after this ISO 8601 instant; a date alone means its start in UTC.',
  createdTo: 'Created at or before this ISO 8601 instant; a date alone means its start in UTC.',
  id: 'Id of the resource.',
  userId: 'Id of a user.',
  type: 'Only this type.',
  status: 'Only this status.',
  fiatCurrency: 'On either side.',
  premiumSpread: premiumNote,
  targetRail: 'LOCAL by default.',
  language: 'Of the sentences for people.',
  receiverId: 'Id of a receiver.',
  personId: 'Id of a person of the business.',
  country: 'Code of the country (ISO 3166-1 alpha-2).',
  rampType: 'Only this ramp.',
};

/** The views, by the name that begins their address. Each reads what it shows, and gives its content. */
import { element } from '#site/browser/elements';
import { actionForm } from './action';
import { asFields, asRows, asText, call, type Fields, type VerbOptions } from './api';
import { fieldList, record, rowsTable, section, title, viewLink, viewPath } from './parts';
import { search, searchKeys } from './search';
import { nameText } from './values';
import { readWorkList, type WorkList, workLists } from './work-lists';

type Content = readonly (Node | string)[];

/** @param parts of the address after the name @param redraw draws it again */
type View = (parts: readonly string[], redraw: () => Promise<void>) => Promise<Content>;

const read = (verb: string, options: VerbOptions = {}) => call({ verb, options });

const transactionColumns = {
  names: ['id', 'status', 'kind', 'amount', 'createdAt', 'userId', 'partnerId'],
  leadsTo: (row: Fields) => ['transaction', asText(row.id)] as const,
};

async function home(): Promise<Content> {
  const [partners, ...lists] = await Promise.all([
    read('partner list'),
    ...Object.entries(workLists).map(async ([name, list]) => ({ name, list, found: await readWorkList(list) })),
  ]);
  const cards = lists.map(({ name, list, found }) =>
    element(
      'li',
      { class: found.rows.length > 0 && 'waiting' },
      element('a', { href: viewPath('list', name) }, list.title),
      element('span', {}, found.summary),
    ),
  );
  const rows = asRows(partners.partners);
  return [
    ...title('Work lists'),
    element('ul', { class: 'cards' }, ...cards),
    section(
      'Partners',
      rowsTable(rows, {
        about: 'Partners',
        names: ['name', 'suspended', 'flows', 'createdAt', 'id'],
        leadsTo: (row) => ['partner', asText(row.id)],
      }),
    ),
    section('Operators', viewLink('Audit records', 'audit')),
  ];
}

async function list([name = '', id]: readonly string[], redraw: () => Promise<void>): Promise<Content> {
  const known = Object.hasOwn(workLists, name) ? workLists[name] : undefined;
  if (known === undefined) return nothing();
  const { rows, summary } = await readWorkList(known);
  if (id !== undefined) return row({ ...known, rows }, id, redraw);
  return [...title(known.title), element('p', {}, summary), rowsTable(rows, { ...known, about: known.title })];
}

interface ShownRows extends Pick<WorkList, 'title' | 'actions'> {
  readonly rows: readonly Fields[];
}

/** One row of a list, with the actions on it. */
function row({ title: list, actions = [], rows }: ShownRows, id: string, redraw: () => Promise<void>): Content {
  const found = rows.find((one) => one.id === id);
  if (found === undefined) return [...title(list, id), element('p', {}, 'It waits for no one any more.')];
  const forms = actions.map((action) => actionForm({ ...action, options: { id } }, redraw));
  return [...title(list, id), fieldList(found), ...forms];
}

async function transaction([id = '']: readonly string[], redraw: () => Promise<void>): Promise<Content> {
  const [shown, ordered, sent] = await Promise.all([
    read('transaction show', { id }),
    read('order show', { transaction: id }),
    read('transaction webhooks', { id }),
  ]);
  const { id: _id, version, ...stored } = asFields(shown.transaction);
  const seenVersion = typeof version === 'number' ? version : undefined;
  const partnerId = asText(stored.partnerId);
  const orders = asRows(ordered.orders);
  const act = (title: string, verb: string, options: VerbOptions = {}) =>
    actionForm({ title, verb, options: { transaction: id, ...options }, seenVersion }, redraw);
  const waiting = orders.filter(({ waitsFor }) => waitsFor !== null).map(({ order }) => asText(order));
  const webhooks = asRows(sent.notifications);
  const resend = { title: 'Send all again', verb: 'transaction re-emit', options: { id } };
  return [
    ...title(nameText(asText(stored.kind).toLowerCase()), id),
    ...(stored.hold === undefined
      ? []
      : [act('Release the hold', 'hold release'), act('Reject: end it without a payout', 'hold reject')]),
    ...waiting.flatMap((order) => [
      act(`Retry ${order}`, 'order retry', { order }),
      act(`Close ${order}`, 'order close', { order }),
    ]),
    ...record({ ...stored, version }),
    section('Timeline', rowsTable(asRows(shown.timeline), { about: 'Timeline' })),
    section('Ledger entries', rowsTable(asRows(shown.ledger), { about: 'Ledger entries' })),
    section('Orders', rowsTable(orders, { about: 'Orders', names: ['order', 'waitsFor', 'since', 'reference'] })),
    section(
      'Webhooks',
      rowsTable(webhooks, {
        about: 'Webhooks',
        names: ['id', 'event', 'status', 'createdAt', 'attempts', 'failedReason'],
        leadsTo: (row) => ['notification', partnerId, asText(row.id)],
      }),
      ...(webhooks.length === 0 ? [] : [actionForm(resend, redraw)]),
    ),
  ];
}

async function user([id = '']: readonly string[]): Promise<Content> {
  const [found] = asRows((await read('user find', { id })).users);
  if (found === undefined) return nothing();
  const { transactions } = await read('transaction list', { user: id });
  return [
    ...title('User', id),
    fieldList(found),
    section('Transactions', rowsTable(asRows(transactions), { ...transactionColumns, about: 'Transactions' })),
  ];
}

async function partner([id = '']: readonly string[]): Promise<Content> {
  const of = { partner: id };
  const [shown, keys, limits, endpoints, transactions, audit] = await Promise.all([
    read('partner show', { id }),
    read('key list', of),
    read('limits show', of),
    read('webhook-endpoint list', of),
    read('transaction list', of),
    read('audit list', of),
  ]);
  const { id: _partner, name, agreement: _agreement, ...facts } = shown;
  const { partnerId: _id, ...terms } = limits;
  const latest = asRows(transactions.transactions);
  return [
    ...title(asText(name), id),
    fieldList(facts),
    section('Transactions', rowsTable(latest, { ...transactionColumns, about: 'Transactions' })),
    section('Webhook endpoints', rowsTable(asRows(endpoints.endpoints), { about: 'Webhook endpoints' })),
    section('Keys', rowsTable(asRows(keys.keys), { about: 'Keys' })),
    section('Limits and terms', ...record(terms)),
    section('Audit records', auditTable(audit)),
  ];
}

async function notification(parts: readonly string[], redraw: () => Promise<void>): Promise<Content> {
  const [partnerId = '', id = ''] = parts;
  const of = { partner: partnerId, id };
  const { deliveries, id: _id, ...facts } = await read('notification show', of);
  const states = asRows(deliveries).map(({ answers, ...state }) => ({ state, answers: asRows(answers) }));
  const resend = { title: 'Send it again', verb: 'notification replay', options: of };
  const answers = states.flatMap(({ state: { endpointId }, answers }) =>
    answers.map(({ at, statusCode, durationMs, error }) => ({ endpointId, at, statusCode, durationMs, error })),
  );
  return [
    ...title('Notification', id),
    fieldList(facts),
    actionForm(resend, redraw),
    section(
      'Deliveries',
      rowsTable(
        states.map(({ state }) => state),
        { about: 'Deliveries' },
      ),
    ),
    section('Attempts and answers', rowsTable(answers, { about: 'Attempts and answers' })),
  ];
}

function auditTable({ entries }: Fields): HTMLElement {
  const rows = asRows(entries).toReversed();
  const noted = rows.map(({ at, operator, verb, partnerId, ...details }) => ({
    at,
    operator,
    verb,
    partnerId,
    details,
  }));
  return rowsTable(noted, { about: 'Audit records' });
}

async function audit(): Promise<Content> {
  return [...title('Audit records'), auditTable(await read('audit list'))];
}

async function found([query = '']: readonly string[]): Promise<Content> {
  const [, partnerId, id] = /^notification:\s*([\da-f-]{36})\/([\da-f-]{36})$/i.exec(query) ?? [];
  if (partnerId !== undefined && id !== undefined) {
    location.replace(viewPath('notification', partnerId, id));
    return [];
  }
  const { transactions, users, partners } = await search(query);
  const groups = [
    { name: 'Transactions', rows: transactions, ...transactionColumns },
    { name: 'Users', rows: users, leadsTo: (row: Fields) => ['user', asText(row.id)] as const },
    {
      ...{ name: 'Partners', rows: partners, names: ['name', 'id', 'suspended', 'createdAt'] },
      leadsTo: (row: Fields) => ['partner', asText(row.id)] as const,
    },
  ].filter(({ rows }) => rows.length > 0);
  const help = `Nothing was found. Name what you search by: ${searchKeys.join(', ')}, as in email:ana@example.com, or notification:PARTNER/ID.`;
  return [
    ...title('Found', query),
    ...groups.map(({ name, rows, ...columns }) => section(name, rowsTable(rows, { ...columns, about: name }))),
    ...(groups.length === 0 ? [element('p', {}, help)] : []),
  ];
}

async function nothing(): Promise<Content> {
  return [...title('Nothing is here'), element('p', {}, 'The address leads to nothing.')];
}

const views: Readonly<Record<string, View>> = {
  '': home,
  ...{ list, transaction, user, partner, notification, audit },
  search: found,
};

/** Finds the view of an address, with the parts behind its name. */
export function findView(hash: string): { readonly view: View; readonly parts: readonly string[] } {
  const [name = '', ...parts] = hash.replace(/^#\/?/, '').split('/');
  return { view: Object.hasOwn(views, name) ? (views[name] ?? nothing) : nothing, parts: parts.map(decoded) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

import { type AuditItem, findingOf } from '#ops/audit/compare-copies';
import { UsageError } from '#ops/errors';
import { day, identifier, optional } from '#ops/options';
import { table } from '#ops/text';
import { verb } from '#ops/verb';
import { auditPartition, type RecordKey } from '#shared/dynamodb/keys';
import { readItems, readPages } from '#shared/dynamodb/table';
import { type AuditCopy, readAuditCopies } from '#shared/partners/audit/copies/repository';
import { type AuditEntry, listPartners, PLATFORM, readAudit } from '#shared/partners/repository';
import { type CalendarDay, startOfDayMs, utcDay } from '#shared/values/calendar/calendar-day';

const DAY_MS = 86_400_000;
/** Default number of compared days. */
const USUAL_DAYS = 30;
const MOST_DAYS = 400;

export const audit = {
  list: verb({
    about: 'List the audit records of operators, oldest first',
    options: {
      partner: optional(
        'ID',
        'Only records about this partner (default: all partners, and actions that concern no partner)',
        identifier,
      ),
    },
    async run({ partner: partnerId }) {
      const subjects =
        partnerId === undefined ? [PLATFORM, ...(await listPartners()).map(({ id }) => id)] : [partnerId];
      const entries: (AuditEntry & { readonly partnerId: string })[] = [];
      for (const subject of subjects)
        for (const entry of await readAudit(subject)) entries.push({ ...entry, partnerId: subject });
      entries.sort((left, right) => (left.at < right.at ? -1 : left.at > right.at ? 1 : 0));
      const rows = entries.map(({ at, operator, verb, partnerId: subject, ...noted }) => ({
        AT: at,
        OPERATOR: operator,
        ...(partnerId === undefined && { PARTNER: subject }),
        VERB: verb,
        DETAILS: Object.entries(noted)
          .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`)
          .join(' '),
      }));
      const text = table(rows, 'There are no audit records.');
      return { json: { partnerId: partnerId ?? null, entries }, text };
    },
  }),

  verify: verb({
    about:
      'Compare audit records, approvals and journal entries with their copies, which no operator can write. List the records that differ, are missing or were replaced',
    options: {
      from: optional('YYYY-MM-DD', `First day, in UTC (default: ${USUAL_DAYS - 1} days before --to)`, day),
      to: optional('YYYY-MM-DD', 'Last day, in UTC (default: today)', day),
    },
    check: ({ from, to }) => daysOf(from, to, Date.now()),
    async run({ from, to }, { atMs }) {
      const days = daysOf(from, to, atMs);
      const items = await itemsOf(days);
      const faults = items
        .flatMap((item) => findingOf(item, atMs) ?? [])
        .map(({ fault, key, first, present }) => ({
          ...{ fault, item: `${key.PK} ${key.SK}`, first: first ?? null, present: present ?? null },
        }));
      const copies = items.reduce((sum, item) => sum + item.copies.length, 0);
      const rows = faults.map(({ fault, item, first, present }) => ({
        ...{ FAULT: fault, ITEM: item, ORIGINAL: JSON.stringify(first), CURRENT: JSON.stringify(present) },
      }));
      const summary = `${items.length} records compared with ${copies} copies, from ${days[0]} to ${days.at(-1)}.`;
      return {
        json: { from: days[0], to: days.at(-1), records: items.length, copies, faults },
        text: [table(rows), summary].filter((line) => line !== '').join('\n'),
        ...(faults.length > 0 && { failure: `${faults.length} records have a fault.` }),
      };
    },
  }),
};

/** Returns the days of a range. @throws UsageError for an empty range or too many days */
function daysOf(from: CalendarDay | undefined, to: CalendarDay | undefined, nowMs: number): CalendarDay[] {
  const last = startOfDayMs(to ?? utcDay(nowMs));
  const first = from === undefined ? last - (USUAL_DAYS - 1) * DAY_MS : startOfDayMs(from);
  const count = (last - first) / DAY_MS + 1;
  if (count < 1 || count > MOST_DAYS) throw new UsageError(`--from to --to must be 1 to ${MOST_DAYS} days`);
  return Array.from({ length: count }, (_, at) => utcDay(first + at * DAY_MS));
}

/**
 * Returns the audit records written, and the items copied, on these days. Also reads copies of the day before: an approval can be
 * decided a day after its proposal. Also reads copies of the next day: the stream can create a copy later.
 */
async function itemsOf(days: readonly CalendarDay[]): Promise<AuditItem[]> {
  const [first = ''] = days;
  const copies = new Map<string, { readonly key: RecordKey; readonly of: AuditCopy[] }>();
  const nameOf = ({ PK, SK }: RecordKey) => `${PK} ${SK}`;
  const [before, after] = [startOfDayMs(first) - DAY_MS, startOfDayMs(days.at(-1) ?? '') + DAY_MS];
  for (const one of [utcDay(before), ...days, utcDay(after)])
    for (const copy of await readAuditCopies(one)) {
      const known = copies.get(nameOf(copy.of)) ?? { key: copy.of, of: [] };
      known.of.push(copy);
      copies.set(nameOf(copy.of), known);
    }
  const isOfDays = (at: unknown) => days.some((one) => String(at).startsWith(one));
  const copied = [...copies.values()];
  const stored = await readItems(copied.map(({ key }) => key));
  const items = copied
    .map(({ key, of }, at) => ({ key, present: stored[at], copies: of }))
    .filter(({ present, copies: of }) => isOfDays(present?.at) || of.some(({ atMs }) => isOfDays(utcDay(atMs))));
  // Find the audit records without a copy. Their sort keys start with the time, so `from` and `to` select the days.
  for (const subject of [PLATFORM, ...(await listPartners()).map(({ id }) => id)])
    for await (const page of readPages({ partition: auditPartition(subject), from: first, to: utcDay(after) }))
      for (const present of page) {
        const key = { PK: String(present.PK), SK: String(present.SK) };
        if (!copies.has(nameOf(key))) items.push({ key, present, copies: [] });
      }
  return items;
}

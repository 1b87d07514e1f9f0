/** Checks that lists, their counts and the change feed agree with the items. */
import * as z from 'zod/mini';
import { decodeChanges } from '#shared/changes/item';
import { listPartition } from '#shared/dynamodb/keys';
import { allFacet, statusTypeFacet, typeFacet, userFacet } from '#shared/dynamodb/lists/list-rows';
import type { StoredRecord } from '#shared/dynamodb/table';
import { type Evidence, groupBy, inOrder, ofEntity } from './evidence';

export function listViolations({ items }: Evidence): string[] {
  const rows = items.filter(({ PK }) => String(PK).startsWith('L#'));
  const present = new Set(rows.filter(({ PK }) => String(PK).includes('#TX#')).map(({ PK, SK }) => `${PK} ${SK}`));
  const expected = new Set(ofEntity(items, 'TX').flatMap(rowsOf));
  return [
    ...[...expected].flatMap((row) => (present.has(row) ? [] : [`the list has no row ${row}`])),
    ...[...present].flatMap((row) => (expected.has(row) ? [] : [`row ${row} is in a list that it does not belong to`])),
    ...countViolations(items, rows),
  ];
}

function rowsOf({ id, partnerId, userId, kind, status }: StoredRecord): string[] {
  const facets = [
    allFacet,
    statusTypeFacet(String(status), String(kind)),
    typeFacet(String(kind)),
    userFacet(String(userId)),
  ];
  return facets.map((facet) => `${listPartition(String(partnerId), 'TX', facet)} ${id}`);
}

function countViolations(items: readonly StoredRecord[], rows: readonly StoredRecord[]): string[] {
  const counted = new Map(
    items
      .filter(({ PK }) => String(PK).startsWith('COUNT#'))
      .map(({ PK, rows: number }) => [String(PK).slice('COUNT#'.length), Number(number)]),
  );
  const lists = groupBy(rows, ({ PK }) => String(PK));
  return [...new Set([...counted.keys(), ...lists.keys()])].flatMap((list) => {
    const [number, length] = [counted.get(list) ?? 0, lists.get(list)?.length ?? 0];
    return number === length ? [] : [`list ${list} has ${length} rows, and the count says ${number}`];
  });
}

const page = z.object({
  SK: z.string(),
  changes: z.array(z.object({ type: z.string(), id: z.string(), version: z.number() })),
});

/** Checks that the change feed contains each version of each transaction once, in order, and that no page is missing. */
export function feedViolations({ items }: Evidence): string[] {
  const transactions = groupBy(ofEntity(items, 'TX'), ({ partnerId }) => String(partnerId));
  const feeds = groupBy(ofEntity(items, 'FEED'), ({ PK }) => String(PK));
  return [...transactions].flatMap(([partnerId, own]) => {
    const pages = inOrder(feeds.get(`FEED#${partnerId}`) ?? []).map((item) =>
      page.parse({ ...item, changes: decodeChanges(item) }),
    );
    const isGapless = pages.every(({ SK }, index) => Number(SK.slice('PAGE#'.length)) === index + 1);
    const versions = groupBy(
      pages.flatMap(({ changes }) => changes),
      ({ type, id }) => `${type} ${id}`,
    );
    return [
      ...(isGapless ? [] : [`the feed of ${partnerId} misses a page`]),
      ...[...versions].flatMap(([resource, changes]) => {
        const isRising = changes.every(
          (change, index) => index === 0 || change.version > (changes[index - 1]?.version ?? 0),
        );
        return isRising
          ? []
          : [`the feed has ${resource} in versions ${changes.map(({ version }) => version).join(', ')}`];
      }),
      ...own.flatMap(({ id, version }) => {
        const seen = versions.get(`TRANSACTION ${id}`)?.map((change) => change.version) ?? [];
        return seen.length === version
          ? []
          : [`the feed has versions ${seen.join(', ')} of ${id}, which is at ${version}`];
      }),
    ];
  });
}

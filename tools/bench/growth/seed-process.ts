/**
 * Writes transactions into the file of the database while the engine is stopped. Each is a copy of a transaction that the
 * API made and brought to its end, with ids and a separate time: its rows of the lists that requests walk, and the kept
 * counts. Only those that a measured request reads have the rest: the item, the list of their user, the last notification
 * and all list rows of both. What no request reads is left out: timeline, journal, feed, the first four notifications.
 * Needs `node:sqlite`, hence Node 24, which runs this as it is.
 */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { newId } from '#shared/values/ids';

/** A partner, its transaction, and how many it has in the end. */
export interface Seed {
  readonly partnerId: string;
  readonly transactionId: string;
  readonly size: number;
}

/** Number of a partner's transactions that belong to one user. */
const PER_USER = 100;
/** The lists that requests walk at any depth. */
const WALKED = /#TX#(ALL|STATUS#COMPLETED#TYPE#CROSS_RAMP)$|#NTF#ALL$/;
/** Requests read transactions whole among the newest, and around these places of the list. */
const [NEWEST, AROUND, PLACES] = [12_000, 300, [0.1, 0.3, 0.5, 0.7, 0.9]];
type Row = Readonly<Record<string, SQLInputValue>>;

const COLUMNS = ['pk', 'sk', 'item_json', 'item_size', 'hash_prefix'];

/** @param spanMs the transactions of a partner lie in this time before now */
export function seed(file: string, partners: readonly Seed[], spanMs: number): void {
  const database = new DatabaseSync(file);
  // No one else has the file, and a failed run throws it away.
  for (const pragma of ['journal_mode = DELETE', 'journal_mode = OFF', 'synchronous = OFF', 'cache_size = -200000'])
    database.exec(`PRAGMA ${pragma}`);
  for (const partner of partners) {
    database.exec('BEGIN');
    copy(database, partner, spanMs);
    database.exec('COMMIT');
  }
  // The engine's own mode; it folds its log into the file when it stops.
  database.exec('PRAGMA journal_mode = WAL');
  database.close();
}

function copy(database: DatabaseSync, { partnerId, transactionId, size }: Seed, spanMs: number): void {
  const table = String(database.prepare('SELECT table_name FROM _tables').get()?.table_name);
  const find = (condition: string, ...values: string[]): readonly Row[] =>
    database.prepare(`SELECT ${COLUMNS} FROM "${table}" WHERE ${condition}`).all(...values);
  const own = find('pk = ? ORDER BY sk', `S:TX#${transactionId}`);
  const items = ['S:META', 'S:NTF#'].flatMap<Row>(
    (start) => own.findLast(({ sk }) => String(sk).startsWith(start)) ?? [],
  );
  const [json = '', notification = ''] = items.map((row) => String(row.item_json));
  const notificationId = /"id":\{"S":"([^"]+)"\}/.exec(notification)?.[1] ?? '';
  const mine = [`S:L#${partnerId}#%`, `S:${transactionId}`, `S:${notificationId}`];
  const lists = find('pk LIKE ? AND sk IN (?, ?)', ...mine);
  const walked = lists.filter(({ pk }) => WALKED.test(String(pk)));
  const userId = /"userId":\{"S":"([^"]+)"\}/.exec(json)?.[1];
  const createdAtMs = /"createdAtMs":\{"N":"(\d+)"\}/.exec(json)?.[1];
  if (
    items.length !== 2 ||
    lists.length !== 7 ||
    walked.length !== 3 ||
    userId === undefined ||
    createdAtMs === undefined
  )
    throw new Error(`${items.length} items, ${lists.length} and ${walked.length} list rows instead of 2, 7 and 3`);
  const insert = database.prepare(`INSERT INTO "${table}" (${COLUMNS}) VALUES (?, ?, ?, ?, ?)`);
  const firstMs = Date.now() - spanMs;
  let user = '';
  for (let n = 0; n < size - 1; n += 1) {
    const atMs = firstMs + Math.floor((n * spanMs) / size);
    if (n % PER_USER === 0) user = newId(atMs);
    const ownIds = new Map([
      [transactionId, newId(atMs)],
      [notificationId, newId(atMs)],
      [userId, user],
      [createdAtMs, String(atMs)],
    ]);
    const renew = (text: string) => [...ownIds].reduce((sum, [old, fresh]) => sum.replaceAll(old, fresh), text);
    const isWhole = n > size - NEWEST || PLACES.some((place) => Math.abs(n - place * size) < AROUND);
    for (const row of isWhole ? [...items, ...lists] : walked) {
      const values = COLUMNS.map((column) => {
        const value = row[column] ?? null;
        return typeof value === 'string' ? renew(value) : value;
      });
      insert.run(...values);
    }
  }
  // The numbers that the stream's reader would have kept.
  for (const { pk } of lists.filter((row) => !String(row.pk).includes('#USER#'))) {
    const at = `S:COUNT#${String(pk).slice('S:'.length)}`;
    const counted = String(find('pk = ?', at)[0]?.item_json);
    const raised = counted.replace(/(?<="rows":\{"N":")\d+/, (kept) => String(Number(kept) + size - 1));
    database.prepare(`UPDATE "${table}" SET item_json = ? WHERE pk = ?`).run(raised, at);
  }
}

/**
 * Writes transactions directly into the database file while the database engine is stopped. Each transaction is a copy of a
 * completed transaction that the API created, with new ids and another time. Every copy is included in the counts of the lists,
 * and has rows in the lists of `WALKED`. Complete copies also have their item, last notification and rows in all other lists.
 * Requires Node 24 for `node:sqlite`.
 */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { newId } from '#shared/values/ids';

/** A partner, the transaction that we copy, and the number of transactions that the partner has at the end. */
export interface Seed {
  readonly partnerId: string;
  readonly transactionId: string;
  readonly size: number;
}

/** Number of transactions of each user of a partner. */
const PER_USER = 100;
/** Lists that the measured requests read at any depth, not only at the first pages. */
const WALKED = /#TX#(ALL|STATUS#COMPLETED#TYPE#CROSS_RAMP)$|#NTF#ALL$/;
/**
 * Some copies are complete: the `NEWEST` newest ones, and `AROUND` on each side of `PLACES` (fractions of the partner's list).
 * Requests read only these copies as a whole.
 */
const [NEWEST, AROUND, PLACES] = [12_000, 300, [0.1, 0.3, 0.5, 0.7, 0.9]];
type Row = Readonly<Record<string, SQLInputValue>>;

const COLUMNS = ['pk', 'sk', 'item_json', 'item_size', 'hash_prefix'];

/** Adds copied transactions to each partner. @param spanMs the period before now in which the transactions were created */
export function seed(file: string, partners: readonly Seed[], spanMs: number): void {
  const database = new DatabaseSync(file);
  // Fast but unsafe settings: no other process uses the file, and a failed run deletes the file.
  for (const pragma of ['journal_mode = DELETE', 'journal_mode = OFF', 'synchronous = OFF', 'cache_size = -200000'])
    database.exec(`PRAGMA ${pragma}`);
  for (const partner of partners) {
    database.exec('BEGIN');
    copy(database, partner, spanMs);
    database.exec('COMMIT');
  }
  // Restore the journal mode that the database engine uses.
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
  // Update the counts, because the stream consumer did not count the copies.
  for (const { pk } of lists.filter((row) => !String(row.pk).includes('#USER#'))) {
    const at = `S:COUNT#${String(pk).slice('S:'.length)}`;
    const counted = String(find('pk = ?', at)[0]?.item_json);
    const raised = counted.replace(/(?<="rows":\{"N":")\d+/, (kept) => String(Number(kept) + size - 1));
    database.prepare(`UPDATE "${table}" SET item_json = ? WHERE pk = ?`).run(raised, at);
  }
}

/**
 * Writes transactions into the file of the database while the engine is stopped: `node seed-process.ts <file>
 * <partner>:<transaction>:<size> …`. Each is a copy of a transaction that the API made and brought to its end, with
 * ids and a time of its own: the item, its four list rows, its last notification and that one's three list rows, and
 * the kept counts of those lists. What no measured request reads is left out: timeline, journal, feed, the first four
 * notifications. Needs `node:sqlite`, hence the newer Node.js, which runs this file as it is.
 */
import { randomBytes } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';

/** As many of a partner's transactions belong to one user. */
const PER_USER = 100;
/** The transactions of a partner lie in the year before now. */
const SPAN_MS = 365 * 24 * 3600 * 1000;

interface Row {
  readonly pk: string;
  readonly sk: string;
  readonly item_json: string;
  readonly item_size: number;
  /** Of the partition key; only scans read it, and the service makes none. */
  readonly hash_prefix: string;
}

const [, , file = '', ...partners] = process.argv;
const database = new DatabaseSync(file);
const table = String(database.prepare('SELECT table_name FROM _tables').get()?.table_name);
// Nobody else has the file, and a failed run throws it away.
for (const pragma of [
  'journal_mode = DELETE',
  'journal_mode = OFF',
  'synchronous = OFF',
  'cache_size = -200000',
]) {
  database.exec(`PRAGMA ${pragma}`);
}
const insert = database.prepare(
  `INSERT INTO "${table}" (pk, sk, item_json, item_size, hash_prefix) VALUES (?, ?, ?, ?, ?)`,
);
for (const partner of partners) {
  const [partnerId = '', transactionId = '', size = '0'] = partner.split(':');
  database.exec('BEGIN');
  copies(partnerId, transactionId, Number(size) - 1);
  database.exec('COMMIT');
}
// The engine's own mode; it folds its log into the file when it stops.
database.exec('PRAGMA journal_mode = WAL');
database.close();

/** Puts so many more on record beside the one that is there. */
function copies(partnerId: string, transactionId: string, count: number): void {
  const transaction = itemAt(`S:TX#${transactionId}`, 'S:META');
  const notifications = rows('pk = ? AND sk LIKE ? ORDER BY sk', `S:TX#${transactionId}`, 'S:NTF#%');
  const notification = notifications.at(-1);
  if (notification === undefined) throw new Error(`Transaction ${transactionId} has no notification`);
  const notificationId = textOf(notification, 'id');
  const userId = textOf(transaction, 'userId');
  const createdAtMs = /"createdAtMs":\{"N":"(\d+)"\}/.exec(transaction.item_json)?.[1] ?? '';
  const listRows = (collection: string, id: string) =>
    rows('pk LIKE ? AND sk = ?', `S:L#${partnerId}#${collection}#%`, `S:${id}`);
  const lists = [...listRows('TX', transactionId), ...listRows('NTF', notificationId)];
  if (lists.length !== 7) throw new Error(`${lists.length} list rows instead of 4 and 3`);
  const firstMs = Date.now() - SPAN_MS;
  let ownUser = '';
  for (let n = 0; n < count; n += 1) {
    const atMs = firstMs + Math.floor((n * SPAN_MS) / (count + 1));
    if (n % PER_USER === 0) ownUser = idAt(atMs, n);
    const replacements: readonly (readonly [string, string])[] = [
      [transactionId, idAt(atMs, n)],
      [notificationId, idAt(atMs, n)],
      [userId, ownUser],
      [createdAtMs, String(atMs)],
    ];
    for (const row of [transaction, notification, ...lists]) write(row, replacements);
  }
  for (const { pk } of lists) if (!pk.includes('#USER#')) raiseCount(pk.slice('S:'.length), count);
}

function write(
  { pk, sk, item_json, item_size, hash_prefix }: Row,
  replacements: readonly (readonly [string, string])[],
): void {
  const own = (text: string): string => {
    let result = text;
    for (const [from, to] of replacements) result = result.replaceAll(from, to);
    return result;
  };
  insert.run(own(pk), own(sk), own(item_json), item_size, hash_prefix);
}

/** The number that the stream's reader would have kept. */
function raiseCount(partition: string, by: number): void {
  const pk = `S:COUNT#${partition}`;
  const counted = itemAt(pk, 'S:COUNT').item_json.replace(
    /("rows":\{"N":")(\d+)/,
    (_match, head: string, kept: string) => `${head}${Number(kept) + by}`,
  );
  database.prepare(`UPDATE "${table}" SET item_json = ? WHERE pk = ? AND sk = ?`).run(counted, pk, 'S:COUNT');
}

function itemAt(pk: string, sk: string): Row {
  const [row] = rows('pk = ? AND sk = ?', pk, sk);
  if (row === undefined) throw new Error(`There is no ${pk} ${sk}`);
  return row;
}

function rows(condition: string, ...values: string[]): Row[] {
  const found = database
    .prepare(`SELECT pk, sk, item_json, item_size, hash_prefix FROM "${table}" WHERE ${condition}`)
    .all(...values);
  return found.map((row) => ({
    pk: String(row.pk),
    sk: String(row.sk),
    item_json: String(row.item_json),
    item_size: Number(row.item_size),
    hash_prefix: String(row.hash_prefix),
  }));
}

/** The text attribute of an item. */
function textOf({ item_json }: Row, name: string): string {
  const found = new RegExp(`"${name}":\\{"S":"([^"]+)"\\}`).exec(item_json)?.[1];
  if (found === undefined) throw new Error(`An item has no ${name}`);
  return found;
}

/** A version 7 UUID of a millisecond; those of one millisecond sort by their number. */
function idAt(atMs: number, number: number): string {
  const time = atMs.toString(16).padStart(12, '0');
  const order = (number & 0xfff).toString(16).padStart(3, '0');
  const tail = randomBytes(8).toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${order}-9${tail.slice(0, 3)}-${tail.slice(3, 15)}`;
}

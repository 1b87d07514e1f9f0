import { randomBytes } from 'node:crypto';
import { isRecord, readPrivateFile, writePrivateFile } from '../account/private-file.js';

/**
 * The stored data of a profile's listener: its signing secret, and its position in the change feed. The listener writes the data
 * after each notification, and can continue at the same position after any exit.
 */
export class ListenerMemory {
  readonly #path: string;
  readonly #account: string;
  readonly secret: string;
  #cursor: string | undefined;
  /** Versions of notifications that the listener has forwarded since it stored the cursor. */
  #forwarded: Set<string>;

  /** @param account owner of the feed; a stored position of another account is ignored */
  constructor(path: string, account: string) {
    const { secret, position } = readPrivateFile(path) ?? {};
    const known = isRecord(position) && position.account === account ? position : {};
    this.#path = path;
    this.#account = account;
    this.secret = typeof secret === 'string' ? secret : `whsec_${randomBytes(32).toString('base64')}`;
    this.#cursor = typeof known.cursor === 'string' ? known.cursor : undefined;
    this.#forwarded = new Set(Array.isArray(known.forwarded) ? known.forwarded : []);
    this.#write();
  }

  /** Cursor at which the listener continues, or `undefined` if the listener has not stored a position for this account. */
  get cursor(): string | undefined {
    return this.#cursor;
  }

  has(version: string): boolean {
    return this.#forwarded.has(version);
  }

  add(version: string): void {
    this.#forwarded.add(version);
    this.#write();
  }

  /** Stores a cursor. Call it after the listener has forwarded all notifications before the cursor. */
  moveTo(cursor: string): void {
    this.#cursor = cursor;
    this.#forwarded = new Set();
    this.#write();
  }

  #write(): void {
    const position = { account: this.#account, cursor: this.#cursor, forwarded: [...this.#forwarded] };
    writePrivateFile(this.#path, { secret: this.secret, position });
  }
}

import { randomBytes } from 'node:crypto';
import { isRecord, readPrivateFile, writePrivateFile } from '../account/private-file.js';

/**
 * Memory of a profile's listener: the secret that it signs with, and how far in the change feed it has forwarded. It is
 * written after each notification, so that a listener that ends in any way goes on where it was.
 */
export class ListenerMemory {
  readonly #path: string;
  readonly #account: string;
  readonly secret: string;
  #cursor: string | undefined;
  /** Versions of notifications that were forwarded after the cursor. */
  #forwarded: Set<string>;

  /** @param account owner of the feed: a position is meaningless in another feed */
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

  /** Cursor to go on from; `undefined` when nothing of this account was forwarded yet. */
  get cursor(): string | undefined {
    return this.#cursor;
  }

  has(version: string): boolean {
    return this.#forwarded.has(version);
  }

  /** Remembers that a version was forwarded. */
  add(version: string): void {
    this.#forwarded.add(version);
    this.#write();
  }

  /** Remembers that everything before a cursor was. */
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

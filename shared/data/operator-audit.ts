/** Who of the platform's operators did what. Changes of partners and keys write their record in the same transaction. */
import * as z from 'zod/mini';
import { auditPartition } from '#shared/data/keys';
import { audit, readAll, type Stamp } from '#shared/data/partner-writes';
import { type RawItem, writeAtomically } from '#shared/data/table';

/** In place of a partner's id, for what is about no single partner. */
export const PLATFORM = 'PLATFORM';

export interface Act extends Stamp {
  /** Noun and verb, as typed. */
  readonly verb: string;
  /** A partner's id, or `PLATFORM`. */
  readonly partnerId: string;
  /** What it was done to; never a secret, nothing of a person. */
  readonly noted: RawItem;
}

const entry = z.looseObject({ at: z.string(), operator: z.string(), verb: z.string() });
export type AuditEntry = z.infer<typeof entry>;

/** Puts an act on record before it is done: one that cannot be recorded is not begun. */
export async function recordAct({ partnerId, noted, ...stamp }: Act): Promise<void> {
  await writeAtomically([audit(partnerId, noted, stamp)]);
}

/** What operators did to a partner, oldest first. */
export async function readAudit(partnerId: string): Promise<AuditEntry[]> {
  const raw = await readAll(auditPartition(partnerId));
  return raw.map(({ PK: _pk, SK: _sk, entity: _entity, ...rest }) => entry.parse(rest));
}

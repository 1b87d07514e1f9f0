/**
 * Check of a table that another Region has written (docs/adr/072). Items travel one by one: a transaction of writes may have come by
 * half. It reads every item, page by page, keeps nothing in memory but a page, and puts right what follows from what came.
 */
import { checkBeside, listsToCount, recount } from '#ops/region/check-beside';
import { checkTransaction } from '#ops/region/check-transaction';
import { carryOut, type Repair } from '#ops/region/finding';
import type { StoredRecord } from '#shared/dynamodb/table';

type Pass = 'parts' | 'counts';
/** Passes over the table: a repair may be what another needs, and what is counted comes after what is repaired. */
export const checkPasses = ['parts', 'parts', 'counts'] as const satisfies readonly Pass[];

export interface PageCheck {
  /** Epoch that findings are stored under. */
  readonly epoch: number;
  readonly atMs: number;
  /** Only reports. @default false */
  readonly dryRun?: boolean;
}

/** Numbers of a page. */
export interface PageCounts {
  readonly found: number;
  /** Findings that were not carried out, since something else had changed. */
  readonly left: number;
}

const TRANSACTION = /^TX#([^#]+)$/;

/** Checks the items of a page, in one of the passes. @param report receives each finding */
export async function checkPage(
  pass: Pass,
  items: readonly StoredRecord[],
  { epoch, atMs, dryRun = false, report = () => undefined }: PageCheck & { readonly report?: (repair: Repair) => void },
): Promise<PageCounts> {
  if (pass === 'counts') {
    if (dryRun) return { found: 0, left: 0 };
    for (const partition of await listsToCount(items)) await recount(partition);
    return { found: 0, left: 0 };
  }
  let [found, left] = [0, 0];
  const take = async (repairs: readonly Repair[]) => {
    for (const repair of repairs) {
      found += 1;
      report(repair);
      if (!dryRun && !(await carryOut(repair, epoch))) left += 1;
    }
  };
  const ids = new Set(items.flatMap(({ PK }) => TRANSACTION.exec(String(PK))?.[1] ?? []));
  for (const id of ids) await take(await checkTransaction(id, atMs));
  await take(await checkBeside(items));
  return { found, left };
}

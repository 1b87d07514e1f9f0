import type { Command } from '#scripts/ops/command';
import { columns } from '#scripts/ops/lines';
import { readId } from '#scripts/ops/values';
import type { AuditEntry } from '#shared/partners/audit/repository';

type Noted = AuditEntry & { readonly partnerId: string };

const list: Command = {
  noun: 'audit',
  verb: 'list',
  about: 'List what operators did, to one partner or to all and to the platform, oldest first',
  options: {
    partner: { value: 'ID', about: "The partner's identifier (default: all, and the platform)" },
  },
  prepare(given) {
    const text = given.text('partner');
    const partnerId = text === undefined ? undefined : readId('partner', text);
    return {
      async run() {
        // Loaded here: the other verbs need nothing of it.
        const { PLATFORM, readAudit } = await import('#shared/partners/audit/repository');
        const { listPartners } = await import('#shared/partners/repository');
        const subjects =
          partnerId === undefined ? [PLATFORM, ...(await listPartners()).map(({ id }) => id)] : [partnerId];
        const entries: Noted[] = [];
        for (const subject of subjects)
          entries.push(...(await readAudit(subject)).map((entry) => ({ ...entry, partnerId: subject })));
        entries.sort((left, right) => (left.at < right.at ? -1 : left.at > right.at ? 1 : 0));
        const rows = entries.map(({ at, operator, verb, partnerId: subject, ...noted }) => [
          at,
          operator,
          ...(partnerId === undefined ? [subject] : []),
          verb,
          Object.entries(noted)
            .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`)
            .join(' '),
        ]);
        const headings = ['AT', 'OPERATOR', ...(partnerId === undefined ? ['PARTNER'] : []), 'VERB', 'NOTED'];
        const text = rows.length === 0 ? 'Nothing is on record.' : columns(headings, rows);
        return { json: { partnerId: partnerId ?? null, entries }, text };
      },
    };
  },
};

export const auditCommands: readonly Command[] = [list];

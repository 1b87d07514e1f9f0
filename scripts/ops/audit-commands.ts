import type { Command } from '#scripts/ops/command';
import { columns } from '#scripts/ops/lines';
import { readId } from '#scripts/ops/values';

const list: Command = {
  noun: 'audit',
  verb: 'list',
  about: 'List what operators did to a partner, or to no single one, oldest first',
  options: {
    partner: { value: 'ID', about: "The partner's identifier (default: acts on no single partner)" },
  },
  prepare(given) {
    const text = given.text('partner');
    const partnerId = text === undefined ? undefined : readId('partner', text);
    return {
      async run() {
        // Loaded here: the other verbs need nothing of it.
        const { PLATFORM, readAudit } = await import('#shared/data/operator-audit');
        const entries = await readAudit(partnerId ?? PLATFORM);
        const rows = entries.map(({ at, operator, verb, partnerId: _partner, ...noted }) => [
          at,
          operator,
          verb,
          Object.entries(noted)
            .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`)
            .join(' '),
        ]);
        const text =
          rows.length === 0 ? 'Nothing is on record.' : columns(['AT', 'OPERATOR', 'VERB', 'NOTED'], rows);
        return { json: { partnerId: partnerId ?? null, entries }, text };
      },
    };
  },
};

export const auditCommands: readonly Command[] = [list];

import { identifier, optional } from '#ops/options';
import { table } from '#ops/text';
import { verb } from '#ops/verb';
import { type AuditEntry, PLATFORM, readAudit } from '#shared/partners/audit/repository';
import { listPartners } from '#shared/partners/repository';

export const audit = {
  list: verb({
    about: 'List the actions of operators, on one partner or on all and the platform, oldest first',
    options: {
      partner: optional('ID', "The partner's identifier (default: all, and the platform)", identifier),
    },
    async run({ partner: partnerId }) {
      const subjects =
        partnerId === undefined ? [PLATFORM, ...(await listPartners()).map(({ id }) => id)] : [partnerId];
      const entries: (AuditEntry & { readonly partnerId: string })[] = [];
      for (const subject of subjects)
        for (const entry of await readAudit(subject)) entries.push({ ...entry, partnerId: subject });
      entries.sort((left, right) => (left.at < right.at ? -1 : left.at > right.at ? 1 : 0));
      const rows = entries.map(({ at, operator, verb, partnerId: subject, ...noted }) => ({
        AT: at,
        OPERATOR: operator,
        ...(partnerId === undefined && { PARTNER: subject }),
        VERB: verb,
        NOTED: Object.entries(noted)
          .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`)
          .join(' '),
      }));
      const text = table(rows, 'Nothing is on record.');
      return { json: { partnerId: partnerId ?? null, entries }, text };
    },
  }),
};

import { UsageError } from '#ops/errors';
import { addMissing, checkFeed, type Version } from '#ops/feed/check-feed';
import { flag, instant, optional } from '#ops/options';
import { table } from '#ops/text';
import { byPartner, verb } from '#ops/verb';
import { partnerOption } from './partner';

export const feed = {
  check: verb({
    about:
      "Compare a partner's change feed with the table, and list versions that the feed does not contain. Without --repair, the feed does not change",
    writes: true,
    asksWhen: '--repair is given',
    options: {
      partner: partnerOption,
      from: optional(
        'INSTANT',
        'Compare only changes at this time or later, for example 2026-11-21T10:00:00Z',
        instant,
      ),
      to: optional('INSTANT', 'Compare only changes at this time or earlier', instant),
      repair: flag(
        'If the feed does not contain the latest version of an item, add this version to the end of the feed',
      ),
    },
    check({ from = 0, to = Number.POSITIVE_INFINITY }) {
      if (from > to) throw new UsageError('--from is after --to');
    },
    confirm: ({ partner, repair }) => repair && byPartner(partner, 'add the missing versions to its change feed'),
    async run({ partner: partnerId, from: fromMs, to: toMs, repair }, { atMs, record }) {
      const found = await checkFeed({ partnerId, fromMs, toMs, atMs });
      const { compared, passedOver } = found;
      const missing = found.missing.map(({ type, id, version }) => ({ type, id, version }));
      if (repair) {
        await record({ added: missing.length }, partnerId);
        await addMissing(partnerId, found.missing);
      }
      const row = (state: string) => (one: Version) => ({
        TYPE: one.type,
        ID: one.id,
        VERSION: one.version,
        '': state,
      });
      const rows = [...missing.map(row(repair ? 'added' : 'missing')), ...passedOver.map(row('skipped'))];
      const summary = found.hasBacklog
        ? 'Changes wait in the backlog. The redrive adds them to the feed within a minute. Then check again.'
        : `${compared} items compared, ${missing.length} missing, ${passedOver.length} versions skipped.`;
      const isWrong = found.hasBacklog || passedOver.length > 0 || (missing.length > 0 && !repair);
      const added = repair ? missing.length : 0;
      return {
        json: { partnerId, compared, hasBacklog: found.hasBacklog, missing, added, passedOver },
        text: `${table(rows)}\n${summary}`.trim(),
        ...(isWrong && { failure: 'The change feed is incomplete.' }),
      };
    },
  }),
};

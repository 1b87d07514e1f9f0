import type { Command } from '#scripts/ops/command';
import { UsageFault } from '#scripts/ops/faults';
import { columns } from '#scripts/ops/lines';
import { readId, readInstant } from '#scripts/ops/values';

const check: Command = {
  noun: 'feed',
  verb: 'check',
  about: "Compare a partner's feed of changes with the table",
  writes: { askedWhen: '--repair is given' },
  options: {
    partner: { value: 'ID', required: true, about: "The partner's identifier" },
    from: { value: 'INSTANT', about: 'Only what was made at or after, such as 2026-11-21T10:00:00Z' },
    to: { value: 'INSTANT', about: 'Only what was made at or before' },
    repair: { about: 'Add the latest version of what is missing to the end of the feed' },
  },
  prepare(given) {
    const partnerId = readId('partner', given.required('partner'));
    const [fromMs, toMs] = (['from', 'to'] as const).map((name) => {
      const text = given.text(name);
      return text === undefined ? undefined : readInstant(name, text);
    });
    if ((fromMs ?? 0) > (toMs ?? Number.POSITIVE_INFINITY)) throw new UsageFault('--from is after --to');
    const repair = given.on('repair');
    return {
      ...(repair && { confirm: { partnerId, act: 'add what is missing to the feed of' } }),
      async run(scene) {
        // Loaded here: the other verbs need nothing of it.
        const { addMissing, checkFeed } = await import('#scripts/ops/feed-check');
        const found = await checkFeed({ partnerId, fromMs, toMs, atMs: scene.atMs });
        const { missing, passedOver, compared, hasBacklog } = found;
        if (repair) {
          const { recordAction } = await import('#shared/partners/audit/repository');
          await recordAction({ partnerId, verb: 'feed check', details: { added: missing.length }, ...scene });
          await addMissing(partnerId, missing, scene.atMs);
        }
        const rows = [
          ...missing.map(({ type, id, version }) => [
            type,
            id,
            String(version),
            repair ? 'added' : 'missing',
          ]),
          ...passedOver.map(({ type, id, version }) => [type, id, String(version), 'passed over']),
        ];
        const summary = hasBacklog
          ? 'Changes wait in the backlog; the redrive takes them on within a minute. Check again then.'
          : `${compared} compared, ${missing.length} missing, ${passedOver.length} versions passed over.`;
        const table = rows.length === 0 ? '' : `${columns(['TYPE', 'ID', 'VERSION', ''], rows)}\n`;
        const isWrong = hasBacklog || passedOver.length > 0 || (missing.length > 0 && !repair);
        return {
          json: {
            partnerId,
            compared,
            hasBacklog,
            missing: missing.map(({ type, id, version }) => ({ type, id, version })),
            added: repair ? missing.length : 0,
            passedOver,
          },
          text: `${table}${summary}`,
          ...(isWrong && { failure: 'The feed does not hold everything.' }),
        };
      },
    };
  },
};

export const feedCommands: readonly Command[] = [check];

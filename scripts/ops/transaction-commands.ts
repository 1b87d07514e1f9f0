import type { Command } from '#scripts/ops/command';
import { OperationFailed } from '#scripts/ops/faults';
import { columns, fields } from '#scripts/ops/lines';
import { plain } from '#scripts/ops/plain';
import { readId } from '#scripts/ops/values';

const show: Command = {
  noun: 'transaction',
  verb: 'show',
  about: 'Show a transaction of any partner as it is on record, and its timeline',
  options: { id: { value: 'ID', required: true, about: "The transaction's identifier" } },
  prepare(given) {
    const id = readId('id', given.required('id'));
    return {
      async run() {
        // Loaded here: the other verbs need nothing of it.
        const { findTransaction, readTimelineEntries } = await import('#shared/transactions/repository');
        const transaction = await findTransaction(id);
        if (transaction === undefined) throw new OperationFailed(`There is no transaction ${id}.`);
        const entries = await readTimelineEntries(id);
        const record = Object.fromEntries(
          Object.entries(transaction).map(([name, value]) => [name.replace(/Ms$/, ''), plain(value, name)]),
        );
        const timeline = [
          {
            at: new Date(transaction.createdAtMs).toISOString(),
            from: null,
            to: entries.at(0)?.from ?? transaction.status,
            trigger: 'CREATED',
            cause: null,
            reason: null,
          },
          ...entries.map(({ atMs, from, to, trigger, cause, reason = null }) => ({
            at: new Date(atMs).toISOString(),
            from,
            to,
            trigger,
            cause,
            reason,
          })),
        ];
        const lines = Object.entries(record).filter(([, value]) => value !== undefined);
        const steps = timeline.map(({ at, from, to, trigger, cause, reason }) => [
          at,
          from ?? '',
          to,
          trigger,
          cause ?? '',
          reason ?? '',
        ]);
        const text = [
          fields(
            `Transaction ${id}`,
            Object.fromEntries(lines.map(([name, value]) => [name, inOneLine(value)])),
          ),
          columns(['AT', 'FROM', 'TO', 'TRIGGER', 'CAUSE', 'REASON'], steps),
        ].join('\n\n');
        return { json: { transaction: record, timeline }, text };
      },
    };
  },
};

function inOneLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.values(value)
    .map((part) => inOneLine(part))
    .join(' ');
}

const reEmit: Command = {
  noun: 'transaction',
  verb: 're-emit',
  about: "Send all of a transaction's webhooks again, in their order, with the same ids and bytes",
  writes: 'asked',
  options: { id: { value: 'ID', required: true, about: "The transaction's identifier" } },
  prepare(given) {
    const id = readId('id', given.required('id'));
    return {
      confirm: { transactionId: id, act: 'send the events of its transaction again' },
      async run(scene) {
        const { findTransaction } = await import('#shared/transactions/repository');
        const { recordAction } = await import('#shared/partners/audit/repository');
        const { replayTransaction } = await import('#scripts/ops/replay');
        const transaction = await findTransaction(id);
        if (transaction === undefined) throw new OperationFailed(`There is no transaction ${id}.`);
        const { partnerId } = transaction;
        const details = { transactionId: id };
        const { accepted, onTheirWay } = await replayTransaction(transaction, {
          atMs: scene.atMs,
          record: () => recordAction({ partnerId, verb: 'transaction re-emit', details, ...scene }),
        });
        return {
          json: { transactionId: id, accepted, onTheirWay },
          text: `${accepted} events go out again; ${onTheirWay} were on their way already.`,
        };
      },
    };
  },
};

export const transactionCommands: readonly Command[] = [show, reEmit];

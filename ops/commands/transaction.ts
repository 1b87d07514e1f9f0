import { existing } from '#ops/errors';
import { identifier, required } from '#ops/options';
import { fields, instantText, table, upperCased } from '#ops/text';
import { byPartner, verb } from '#ops/verb';
import { findTransaction, readTimelineEntries } from '#shared/transactions/repository';
import { currencies } from '#shared/values/money/currency';
import { decimalText } from '#shared/values/money/decimal';
import { money, moneyText } from '#shared/values/money/money';
import { findTransactionNotifications } from '#shared/webhooks/repository';
import { partnerWithUrl, sendAgain } from './notification';

/** The option of verbs that concern one transaction. */
export const transactionOption = required('ID', "The transaction's identifier", identifier);

/** @throws OperationFailed when there is none */
export async function existingTransaction(id: string) {
  return existing(await findTransaction(id), `There is no transaction ${id}.`);
}

/** Asks for the name of the partner of a transaction. */
export async function byPartnerOfTransaction(id: string, act: string) {
  return byPartner((await existingTransaction(id)).partnerId, act);
}

export const transaction = {
  show: verb({
    about: 'Show a transaction of any partner as it is on record, and its timeline',
    options: { id: transactionOption },
    async run({ id }) {
      const found = await existingTransaction(id);
      const entries = await readTimelineEntries(id);
      const first = { atMs: found.createdAtMs, from: null, to: entries.at(0)?.from ?? found.status };
      const creation = { ...first, trigger: 'CREATED', cause: null, reason: null };
      const timeline = [creation, ...entries].map(({ atMs, from, to, trigger, cause, reason = null }) => {
        return { at: instantText(atMs), from, to, trigger, cause, reason };
      });
      const record = plainObject(found);
      const steps = timeline.map(upperCased);
      const lines = Object.entries(record).map(([name, value]) => [name, lineText(value)] as const);
      const text = `${fields(`Transaction ${id}`, Object.fromEntries(lines))}\n\n${table(steps)}`;
      return { json: { transaction: record, timeline }, text };
    },
  }),

  're-emit': verb({
    about: "Send all of a transaction's webhooks again, in their order, with the same ids and bytes",
    writes: true,
    options: { id: transactionOption },
    confirm: ({ id }) => byPartnerOfTransaction(id, 'send the events of its transaction again'),
    async run({ id }, { atMs, record }) {
      const { partnerId } = await existingTransaction(id);
      await partnerWithUrl(partnerId);
      const items = await findTransactionNotifications(partnerId, id);
      await record({ transactionId: id }, partnerId);
      let accepted = 0;
      for (const item of items) if (await sendAgain(item, atMs)) accepted += 1;
      const onTheirWay = items.length - accepted;
      return {
        json: { transactionId: id, accepted, onTheirWay },
        text: `${accepted} events go out again; ${onTheirWay} were on their way already.`,
      };
    },
  }),
};

function lineText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.values(value).map(lineText).join(' ');
}

/**
 * A record of the domain as plain JSON: amounts as text beside their currency, rates as text, instants as ISO 8601
 * (every number whose name ends in `Ms` is one here), and of a bank account only what distinguishes it: operators need
 * no more of a person.
 */
function plain(value: unknown, name = ''): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number' && name.endsWith('Ms')) return new Date(value).toISOString();
  if (Array.isArray(value)) return value.map((part) => plain(part));
  if (typeof value !== 'object' || value === null) return value;
  return plainAmount(value) ?? plainRate(value) ?? plainAccount(value) ?? plainObject(value);
}

function plainObject(value: object): Record<string, unknown> {
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  return Object.fromEntries(entries.map(([name, part]) => [name.replace(/Ms$/, ''), plain(part, name)]));
}

function plainAmount(value: object): unknown {
  if (!('minor' in value && 'currency' in value) || typeof value.minor !== 'bigint') return undefined;
  const currency = currencies.find((known) => known === value.currency);
  return currency && { amount: moneyText(money(value.minor, currency)), currency };
}

function plainRate(value: object): unknown {
  if (!('coefficient' in value && 'scale' in value)) return undefined;
  const { coefficient, scale } = value;
  return typeof coefficient === 'bigint' && typeof scale === 'number' ? decimalText({ coefficient, scale }) : undefined;
}

function plainAccount(value: object): unknown {
  if (!('accountIdentifier' in value)) return undefined;
  const shown = Object.entries(value).filter(([name]) => ['country', 'bankName', 'message'].includes(name));
  return { ...Object.fromEntries(shown), accountEndsWith: String(value.accountIdentifier).slice(-4) };
}

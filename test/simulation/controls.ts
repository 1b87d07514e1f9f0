/**
 * Planted bugs that a run must find. A bug breaks a guarantee of AWS, prevents a write that the service depends on, or stops the
 * redrive. The bugs are in the simulated world; the code of the service does not change.
 */
import { BatchGetCommand, DeleteCommand, PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Chance } from '#test/support/chance';

/** Description of each planted bug. */
export const controls = {
  'conditions-ignored': 'the table carries out writes whose conditions do not hold',
  'half-transactions': 'the table carries out a part of some transactions',
  'writes-forgotten': 'the table acknowledges some writes and forgets them',
  'creations-forgotten': 'the table acknowledges some transactions of writes and forgets them',
  'keys-forgotten': 'records of idempotency keys are not stored',
  'quotes-reusable': 'the mark that a quote is used is not stored',
  'holds-forgotten': 'the hold of a transaction is not stored',
  'top-ups-forgotten': 'the mark that a kept deposit has funded its transaction is not stored',
  'shortfalls-forgotten': 'the part of an amount that a partner bears is not stored',
  'limits-passed': 'the table carries out what a limit over time has no room for',
  'refunds-doubled': 'the provider of refunds forgets the keys of some orders, and their responses are lost',
  'ledger-one-sided': 'one entry of some movements of money is not stored',
  'live-items-removed': 'the table removes some items long before their time to live is over',
  'stream-skips': 'the stream leaves out some records of lists and resources',
  'stream-disordered': 'the stream gives the records of a partition in any order',
  'redrive-stopped': 'nothing sends again what is overdue',
  'messages-lost': 'queues lose some messages, and nothing sends them again',
  'messages-deleted-on-crash': 'queues delete messages whose reader crashed, and nothing sends them again',
  'failures-deleted': 'queues delete messages that their reader left in them, and nothing sends them again',
  'bodies-changed': 'some webhooks arrive with another body',
  'webhooks-unsent': 'some attempts get 200 and never reach the endpoint',
  'clocks-wrong': 'the clocks of functions differ by an hour',
  'responses-crossed': 'some requests get the response of another one',
  'references-forgotten': 'the references of movements that a statement has matched are not stored',
  'statements-forgotten': 'statements, and the last day of an account, are not stored',
  'requests-logged': 'the bodies of requests are written to the log',
} as const;

export type ControlName = keyof typeof controls;

export const controlNames: readonly ControlName[] = Object.keys(controls).filter((name) => isControl(name));

export function isControl(name: string): name is ControlName {
  return name in controls;
}

/** Probability of a bug that does not occur every time. */
const OFTEN = 0.03;

const WITHOUT_REDRIVE: readonly ControlName[] = [
  'redrive-stopped',
  'messages-lost',
  'messages-deleted-on-crash',
  'failures-deleted',
];

/** Planted bugs that occur only in the import of bank statements. */
export const reconciliationControls: readonly (ControlName | undefined)[] = [
  'references-forgotten',
  'statements-forgotten',
];

type Action = NonNullable<TransactWriteCommand['input']['TransactItems']>[number];

/** The planted bug of a run, if any. */
export class Controls {
  /** Number of times that the bug occurred. */
  shown = 0;

  constructor(
    readonly name: ControlName | undefined,
    private readonly chance: Chance,
  ) {}

  /** Returns true if this is the bug of the run, and counts it. */
  has(name: ControlName): boolean {
    if (this.name !== name) return false;
    this.shown += 1;
    return true;
  }

  /** Returns true if this is the bug of the run and it occurs now. */
  strikes(name: ControlName, often: number = OFTEN): boolean {
    return this.name === name && this.chance.happens(often) && this.has(name);
  }

  get stopsRedrive(): boolean {
    return this.name !== undefined && WITHOUT_REDRIVE.includes(this.name);
  }

  /**
   * Returns the command that the table executes instead of the given one. With `undefined`, the table executes nothing and
   * reports success.
   */
  change(command: unknown): unknown {
    if (this.name === undefined) return command;
    const isWrite = [PutCommand, UpdateCommand, DeleteCommand].some((kind) => command instanceof kind);
    if (isWrite && this.strikes('writes-forgotten')) return undefined;
    if (!(command instanceof TransactWriteCommand)) return this.#withoutConditions(command);
    if (this.strikes('creations-forgotten')) return undefined;
    const { TransactItems = [], ...input } = command.input;
    const kept = this.#keep(TransactItems);
    return kept.length === 0
      ? undefined
      : new TransactWriteCommand({ ...input, TransactItems: this.#unconditional(kept) });
  }

  #keep(actions: readonly Action[]): readonly Action[] {
    if (actions.length > 1 && this.strikes('half-transactions'))
      return actions.slice(0, this.chance.between(1, actions.length - 1));
    return actions.filter(({ Put, Update }) => {
      const entity = Put?.Item?.entity;
      if (entity === 'SETTLED_REFERENCE') return !this.has('references-forgotten');
      if (entity === 'STATEMENT') return !this.has('statements-forgotten');
      if (entity === 'IDEMPOTENCY') return !this.has('keys-forgotten');
      return !(String(Update?.Key?.PK).startsWith('QUOTE#') && this.has('quotes-reusable'));
    });
  }

  #unconditional(actions: readonly Action[]): Action[] {
    return actions.map(({ Put, Update, Delete, ConditionCheck }) => ({
      ...(Put && {
        Put: this.#always(this.#withoutDays(this.#withoutDeposits(this.#withoutHold(this.#oneSided(Put))))),
      }),
      ...(Update && { Update: this.#always(this.#unlimited(Update)) }),
      ...(Delete && { Delete: this.#always(Delete) }),
      ...(ConditionCheck && { ConditionCheck: this.#always(ConditionCheck) }),
    }));
  }

  #oneSided<Put extends NonNullable<Action['Put']>>(put: Put): Put {
    const entries: unknown = put.Item?.entries;
    if (!Array.isArray(entries) || entries.length < 2 || !this.strikes('ledger-one-sided', 0.2)) return put;
    return { ...put, Item: { ...put.Item, entries: entries.slice(1) } };
  }

  #withoutHold<Put extends NonNullable<Action['Put']>>(put: Put): Put {
    if (put.Item?.entity !== 'TX' || put.Item.hold === undefined || !this.has('holds-forgotten')) return put;
    const { hold: _hold, ...Item } = put.Item;
    return { ...put, Item };
  }

  #withoutDeposits<Put extends NonNullable<Action['Put']>>(put: Put): Put {
    const { entity, shortfall, surplusDeposits: deposits } = put.Item ?? {};
    if (entity !== 'TX') return put;
    const { shortfall: _shortfall, ...Item } = put.Item ?? {};
    if (shortfall !== undefined && this.has('shortfalls-forgotten')) return { ...put, Item };
    const isUsed = Array.isArray(deposits) && deposits.some(({ usedAtMs }) => usedAtMs !== undefined);
    if (!isUsed || !this.has('top-ups-forgotten')) return put;
    const unmarked = deposits.map(({ usedAtMs: _usedAtMs, ...deposit }) => deposit);
    return { ...put, Item: { ...put.Item, surplusDeposits: unmarked } };
  }

  /**
   * Removes the last day that an account's statements cover. Then only the balances show whether one statement continues another.
   */
  #withoutDays<Put extends NonNullable<Action['Put']>>(put: Put): Put {
    const { entity, progress } = put.Item ?? {};
    if (entity !== 'RECONCILED_ACCOUNT' || progress === undefined || !this.has('statements-forgotten')) return put;
    return { ...put, Item: { ...put.Item, progress: { ...progress, to: '2000-01-01' } } };
  }

  #unlimited<Update extends NonNullable<Action['Update']>>(update: Update): Update {
    return String(update.Key?.PK).startsWith('LIMIT#') && this.has('limits-passed') ? alwaysHolding(update) : update;
  }

  #always<Given extends { readonly ConditionExpression?: string | undefined }>(given: Given): Given {
    if (given.ConditionExpression === undefined || !this.strikes('conditions-ignored', 0.5)) return given;
    return alwaysHolding(given);
  }

  #withoutConditions(command: unknown): unknown {
    if (command instanceof BatchGetCommand) return command;
    if (command instanceof PutCommand) return new PutCommand(this.#always(command.input));
    if (command instanceof UpdateCommand) return new UpdateCommand(this.#always(command.input));
    return command instanceof DeleteCommand ? new DeleteCommand(this.#always(command.input)) : command;
  }
}

/** Returns the same write with a condition that is always true. */
function alwaysHolding<Given extends { readonly ConditionExpression?: string | undefined }>(given: Given): Given {
  if (given.ConditionExpression === undefined) return given;
  return { ...given, ConditionExpression: `(${given.ConditionExpression}) OR attribute_not_exists(neverThere)` };
}

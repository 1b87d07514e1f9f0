/**
 * Planted bugs that a simulation run must find. A bug breaks a guarantee of AWS, prevents a write that the service depends on, or
 * stops the redrive. The bugs are in the simulated world; the code of the service does not change.
 */
import { BatchGetCommand, DeleteCommand, PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Chance } from '#test/support/chance';

/** Description of each planted bug. */
export const controls = {
  'conditions-ignored': 'the table executes writes whose conditions are false',
  'half-transactions': 'the table executes only a part of some transactions',
  'writes-forgotten': 'the table acknowledges some single writes without storing them',
  'creations-forgotten': 'the table acknowledges some transactions without storing them',
  'keys-forgotten': 'idempotency records are not stored',
  'quotes-reusable': 'the use of a quote is not stored',
  'holds-forgotten': 'the hold of a payout is not stored',
  'top-ups-forgotten': 'the use of an earlier deposit for a top-up is not stored',
  'shortfalls-forgotten': 'the shortfall that a partner pays is not stored',
  'limits-passed': 'the table executes writes that exceed a limit over time',
  'refunds-doubled': 'the refund provider forgets the idempotency keys of some orders, and its responses are lost',
  'ledger-one-sided': 'one ledger entry of some movements is not stored',
  'live-items-removed': 'the table deletes some items long before their TTL',
  'stream-skips': 'the stream omits some records of lists and resources',
  'stream-disordered': 'the stream returns the records of an item in random order',
  'redrive-stopped': 'the redrive does not run',
  'messages-lost': 'queues lose some messages, and the redrive does not run',
  'messages-deleted-on-crash': 'queues delete messages whose worker crashed, and the redrive does not run',
  'failures-deleted': 'queues delete messages that their worker did not confirm, and the redrive does not run',
  'bodies-changed': 'some webhooks arrive with a changed body',
  'webhooks-unsent': 'some attempts get the status 200 but never reach the endpoint',
  'clocks-wrong': 'the clocks of functions differ by an hour',
  'responses-crossed': 'some requests get the response to a different request',
  'references-forgotten': 'the references of matched movements are not stored',
  'statements-forgotten': 'statements, and the last imported day of an account, are not stored',
  'requests-logged': 'request bodies are written to the log',
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

/** The planted bug of one simulation run, if any. */
export class Controls {
  /** Number of times that the bug occurred. */
  shown = 0;

  constructor(
    readonly name: ControlName | undefined,
    private readonly chance: Chance,
  ) {}

  /** Returns true if the run has the planted bug `name`, and counts its occurrence. */
  has(name: ControlName): boolean {
    if (this.name !== name) return false;
    this.shown += 1;
    return true;
  }

  /** Returns true if the run has the planted bug `name` and a random decision lets the bug occur in this call. */
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
   * Stores 2000-01-01 as the last imported day of an account, so the import cannot recognize repeated statements by their days.
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

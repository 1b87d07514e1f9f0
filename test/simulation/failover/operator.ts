/** An operator who changes Regions as the runbook says, and goes on with what is in doubt by what providers know. */
import { checkPasses } from '#ops/region/check';
import type { Finding } from '#ops/region/finding';
import type { StoredRecord } from '#shared/dynamodb/table';
import type { Fence } from '#shared/regions/domain/writing-region';
import { isOrderName, isRefund } from '#shared/transactions/domain/order';
import { REGIONS } from '#test/simulation/functions/function-code';
import type { FunctionInstance } from '#test/simulation/functions/instance';
import { REGION_NAMES, type SimulatedWorld } from '#test/simulation/world';
import type { FailoverControl } from './controls';
import type * as verbs from './functions/operator-verbs';

type Verbs = typeof verbs;

const [FIRST, SECOND] = REGION_NAMES;
const LOOKS_EVERY_MS = 60_000;
const PAGE = 20;
/** Attempts of a call of the operator, whose calls fail as others' do: together longer than any weather. */
const ATTEMPTS = 70;
const RETRY_MS = 2000;
const LATER_RETRY_MS = 60_000;
const QUICK_ATTEMPTS = 20;
/** The same where halves are left in the table: no attempt may ever succeed. */
const ATTEMPTS_WITH_HALVES = 25;

function isVerbs(module: unknown): module is Verbs {
  return typeof module === 'object' && module !== null && 'checkPage' in module && 'resolvePayout' in module;
}

export class RegionOperator {
  readonly findings: Finding[] = [];
  #process: FunctionInstance | undefined;
  #hasEnded = false;
  /** Orders that the operator has gone on with. */
  resolved = 0;

  constructor(
    private readonly world: SimulatedWorld,
    private readonly control: FailoverControl | undefined,
  ) {}

  get #attempts(): number {
    return this.control === 'half-left' ? ATTEMPTS_WITH_HALVES : ATTEMPTS;
  }

  /** Does one thing, in the same process as the one before, or in a new one after a failure, until it succeeds. */
  async #run<Value>(act: (verbs: Verbs) => Promise<Value>, attempts = this.#attempts): Promise<Value | undefined> {
    const { scheduler } = this.world;
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      if (this.#process?.isAlive !== true) this.#process = this.world.operator(SECOND, 'production');
      const module = this.#process.load(REGIONS);
      if (!isVerbs(module)) throw new Error('There are no verbs about Regions');
      const over = scheduler.pause(RETRY_MS * 60, 'operator waits').then(() => undefined);
      try {
        const value = await Promise.race([act(module).then((done) => ({ done })), over]);
        if (value !== undefined) return value.done;
      } catch (error) {
        if (attempt === attempts) throw new Error(`The operator could not go on: ${String(error)}`, { cause: error });
      }
      this.#process.crash('crash');
      await scheduler.pause(attempt < QUICK_ATTEMPTS ? RETRY_MS : LATER_RETRY_MS, 'operator tries again');
    }
    return undefined;
  }

  /** Fences the first Region. */
  async fence(kind: Fence['kind'], isComplete: boolean): Promise<void> {
    const { world } = this;
    if (this.control !== 'no-fence' && this.control !== 'promoted-early') world.region(FIRST).state = 'DENIED';
    const fence = { kind, isComplete, reason: 'drill', operator: 'simulation', atMs: world.scheduler.nowMs };
    await this.#run((all) => all.fenceRegion(FIRST, fence).catch(ignoreFenced));
  }

  /** Checks the table, and makes the second Region the one that writes. */
  async promote(partnerIds: readonly string[]): Promise<void> {
    const { scheduler } = this.world;
    const skips = this.control === 'checker-skips';
    if (this.control !== 'promoted-early') await scheduler.pause(90_000, 'operator waits for the fence');
    if (!skips) await this.#check(partnerIds);
    await this.#run(async (all) => {
      const before = skips
        ? await all.findWritingRegion(FIRST)
        : await all.requirePromotable(FIRST, SECOND, this.#atMs());
      if (before.region === SECOND) return;
      const fence = before.fence && { ...before.fence, isComplete: true };
      await all.promoteRegion(skips ? { ...before, fence } : before, SECOND, scheduler.nowMs);
    });
  }

  /** The time by the operator's word, who does not wait for the fence in a control. */
  #atMs(): number {
    return this.world.scheduler.nowMs + (this.control === 'promoted-early' ? 120_000 : 0);
  }

  async #check(partnerIds: readonly string[]): Promise<void> {
    const { cloud } = this.world.region(SECOND);
    const startedAtMs = this.#atMs();
    for (const pass of checkPasses) {
      // A page holds whole partitions, as a scan gives them.
      const items = cloud.table.items().toSorted((one, other) => (String(one.PK) < String(other.PK) ? -1 : 1));
      for (let first = 0; first < items.length; first += PAGE) {
        const given = { epoch: 1, atMs: this.world.scheduler.nowMs, dryRun: this.control === 'half-left' };
        await this.#run((all) => all.checkPage(pass, items.slice(first, first + PAGE), given));
      }
    }
    for (const partnerId of partnerIds)
      await this.#run(async (all) => {
        const { missing } = await all.checkFeed({ partnerId, atMs: this.world.scheduler.nowMs + 600_000 });
        await all.addMissing(partnerId, missing);
      });
    const counts = { startedAtMs, endedAtMs: startedAtMs, items: 0, found: 0, left: 0 };
    await this.#run((all) => all.writeAtomically([all.checkWrite(1, counts)]));
    const found = await this.#run(async (all) => {
      const pages: Finding[] = [];
      for await (const page of all.readFindings(1)) pages.push(...page);
      return pages;
    });
    this.findings.push(...(found ?? []));
  }

  /** From now on looks each minute at what is in doubt. */
  async watch(): Promise<void> {
    while (!this.#hasEnded) {
      await this.world.scheduler.pause(LOOKS_EVERY_MS, 'operator looks');
      for (const item of this.world.region(SECOND).cloud.table.items(['PAYOUT', 'ORDER'])) await this.#resolve(item);
    }
  }

  end(): void {
    this.#hasEnded = true;
  }

  /** Goes on with a payout or an order in doubt: by the provider's name for it, where it has one. */
  async #resolve(item: StoredRecord): Promise<void> {
    if (!isInDoubt(item)) return;
    const { transactionId, name = 'PAYOUT' } = item;
    const [id, order] = [String(transactionId), String(name)];
    const reference = this.#referenceOf(id, order);
    const atMs = this.world.scheduler.nowMs;
    await this.#run(async (all) => {
      const transaction = await all.findTransaction(id);
      if (transaction === undefined) return;
      const found = { transaction, reference, reason: 'drill', atMs };
      await (isOrderName(order) ? all.resolveOrder(order, found) : all.resolvePayout(found));
      this.resolved += 1;
    }, 1).catch(() => undefined);
  }

  #referenceOf(id: string, order: string): string | undefined {
    const { refunds, orders } = this.world;
    if (isRefund(order)) return refunds.orderedFrom.has(`${id}-${order}`) ? `${id}-${order}` : undefined;
    const paths = order === 'CONVERSION' ? ['conversions'] : ['payouts', 'transfers'];
    return paths.map((path) => `${path}:${id}`).find((key) => orders.orderedFrom.has(key));
  }
}

/** Tells if a payout or an order waits for the answer of its provider about what the Region before has ordered. */
export function isInDoubt({ entity, reviewed, reference, stepAt, waits }: StoredRecord): boolean {
  if (entity === 'ORDER') return JSON.stringify(waits)?.includes('REGION_CHANGED') ?? false;
  return entity === 'PAYOUT' && reviewed !== undefined && reference === undefined && stepAt === undefined;
}

/** A fence whose answer was lost stands. */
function ignoreFenced(error: unknown): void {
  if (!(error instanceof Error && error.message.includes('fenced already'))) throw error;
}

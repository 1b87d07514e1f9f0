/** The smoke journey, whatever client makes its calls. */

/** Calls of the journey to a client, in the types of its own. Each call throws when it is refused. */
export interface Calls {
  createUser(email: string): Promise<string>;
  /** Verifies a user. @returns its status */
  verify(userId: string): Promise<string>;
  lock(pesos: number): Promise<{ readonly quoteId: string; readonly fiatAmount: number }>;
  /** Creates an on-ramp. @returns its id */
  createOnRamp(order: Order): Promise<string>;
  /** Lists the on-ramps of a user. @returns their ids */
  listOnRamps(userId: string): Promise<readonly string[]>;
  /** Reads a transaction that does not exist. @returns the code of the refusal */
  refusalOf(transactionId: string): Promise<string>;
}

export interface Order {
  readonly userId: string;
  readonly quoteId: string;
  readonly address: string;
  readonly idempotencyKey: string;
}

const { BASE_URL = '', PARTNER_API_KEY = '', USER_EMAIL = '' } = process.env;

export const baseUrl = BASE_URL;
export const headers = { 'partner-api-key': PARTNER_API_KEY };

/** Makes the journey and prints the id of the on-ramp. @throws Error when an answer is not what it has to be */
export async function run(calls: Calls): Promise<void> {
  const userId = await calls.createUser(USER_EMAIL);
  expectSame(await calls.verify(userId), 'VERIFIED');
  expectSame((await calls.lock(3_000_000_000.25)).fiatAmount, 3_000_000_000.25);
  const { quoteId, fiatAmount } = await calls.lock(10.01);
  expectSame(fiatAmount, 10.01);
  const address = '0x52908400098527886E0F7030069857D2E4169EE7';
  const id = await calls.createOnRamp({ userId, quoteId, address, idempotencyKey: `order-of-${userId}` });
  expectSame((await calls.listOnRamps(userId)).join(), id);
  expectSame(await calls.refusalOf(userId), 'TRANSACTION_NOT_FOUND');
  process.stdout.write(`${id}\n`);
}

function expectSame<T>(actual: T, expected: T): void {
  if (actual !== expected) throw new Error(`${String(actual)} instead of ${String(expected)}`);
}

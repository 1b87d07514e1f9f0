/**
 * Serves the commands to the table. Other clients have a mock of a library, which remembers its calls: in tests of many
 * thousand calls that costs more than the table.
 */

/** Replaces the responses of every instance of a client. @returns a function that restores it */
export function replaceSend(
  client: { readonly prototype: object },
  send: (command: unknown) => Promise<unknown>,
): () => void {
  const before = Object.getOwnPropertyDescriptor(client.prototype, 'send');
  Object.defineProperty(client.prototype, 'send', { configurable: true, writable: true, value: send });
  return () => {
    if (before === undefined) Reflect.deleteProperty(client.prototype, 'send');
    else Object.defineProperty(client.prototype, 'send', before);
  };
}

/** For a command that has no response. */
export async function notSimulated(command: unknown): Promise<never> {
  throw new Error(`${Object(command).constructor.name} is not simulated`);
}

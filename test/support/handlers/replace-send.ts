/** Replaces `send` of AWS clients without a mock library, which would record many thousand requests and slow down tests. */

/** Replaces `send` of all instances of a client. @returns a function that restores it */
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

/** Throws for a command that is not simulated. */
export async function notSimulated(command: unknown): Promise<never> {
  throw new Error(`${Object(command).constructor.name} is not simulated`);
}

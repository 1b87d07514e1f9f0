/** Switch of a source of work of the local stack, as far as it can be stopped while the stack runs. */

export interface LocalSwitch {
  readonly kind: 'api' | 'mapping' | 'schedule';
  readonly name: string;
  isOpen(): boolean;
  /** Closing waits for what is in work. */
  set(open: boolean): Promise<void>;
}

export interface SwitchablePart {
  readonly kind: LocalSwitch['kind'];
  readonly name: string;
  /** True if it begins at once. */
  readonly isOpen: boolean;
  start(): { stop(): Promise<void> };
}

/** A switch of a part that is started again whenever it is opened. */
export function switchFor({ kind, name, isOpen, start }: SwitchablePart): LocalSwitch {
  let running = isOpen ? start() : undefined;
  return {
    kind,
    name,
    isOpen: () => running !== undefined,
    async set(open) {
      if (open) running ??= start();
      else {
        const stopped = running;
        running = undefined;
        await stopped?.stop();
      }
    },
  };
}

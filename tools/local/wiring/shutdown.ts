/** Stops the started components in reverse order of their start. */
export class Shutdown {
  readonly #steps: { readonly name: string; stop(): Promise<void> | void }[] = [];
  #done: Promise<void> | undefined;

  add(name: string, stop: () => Promise<void> | void): void {
    this.#steps.push({ name, stop });
  }

  /** Stops all components once, even if one of them fails to stop. */
  run(report: (line: string) => void): Promise<void> {
    this.#done ??= this.#run(report);
    return this.#done;
  }

  async #run(report: (line: string) => void): Promise<void> {
    for (const step of this.#steps.toReversed()) {
      try {
        await step.stop();
      } catch (error) {
        report(`${step.name} did not stop cleanly: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }
}

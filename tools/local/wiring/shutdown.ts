/** Stops the started parts, the last one first, each with its own time limit. */
export class Shutdown {
  readonly #steps: { readonly name: string; stop(): Promise<void> | void }[] = [];
  #done: Promise<void> | undefined;

  add(name: string, stop: () => Promise<void> | void): void {
    this.#steps.push({ name, stop });
  }

  /** Runs once; a part that fails to stop does not keep the others running. */
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

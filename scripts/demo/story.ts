/** Tells the journey step by step. */
export interface Story {
  /** Begins a numbered step. */
  step(title: string): void;
  /** Tells something of the step. */
  note(text: string): void;
}

/** Numbered steps with indented notes, a line each. */
export function createStory(write: (line: string) => void): Story {
  let number = 0;
  return {
    step(title) {
      number += 1;
      write(`\n${String(number).padStart(2)}  ${title}`);
    },
    note: (text) => write(`    ${text}`),
  };
}

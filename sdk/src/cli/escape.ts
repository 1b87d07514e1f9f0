/** Escapes text from servers and files: it must not move a terminal's cursor, change colors or reverse the reading direction. */

/** Control characters, direction marks, and two separators that some terminals show as line breaks. */
const CONTROLS = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** Replaces each character of `CONTROLS`, including line breaks, with its JSON escape, for example `\u001b`. */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

interface Printer {
  out(text: string): void;
  error(text: string): void;
  ask(question: string, ...options: never[]): Promise<string | undefined>;
}

/** Returns a terminal that escapes all control characters except line breaks, which separate the lines of command output. */
export function escaping<T extends Printer>(terminal: T): T {
  const escapeLines = (text: string) => text.split('\n').map(escapeControls).join('\n');
  return {
    ...terminal,
    out: (text: string) => terminal.out(escapeLines(text)),
    error: (text: string) => terminal.error(escapeLines(text)),
    ask: (question: string, ...options: never[]) => terminal.ask(escapeLines(question), ...options),
  };
}

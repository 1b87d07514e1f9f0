/** Text of servers and files on a terminal: it must not move the cursor, change colours or turn the reading direction. */

/** Control characters, marks of direction, and the separators that some terminals take for line breaks. */
const CONTROLS = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** Writes each control character as an escape that JSON reads as the same character: `\u001b`. Line breaks as well. */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Outputs of a command line that take text, and its question to a person. */
interface Printer {
  out(text: string): void;
  error(text: string): void;
  ask(question: string, ...options: never[]): Promise<string | undefined>;
}

/** Lets a terminal take no control characters but line breaks, which divide the output of commands. */
export function escaping<T extends Printer>(terminal: T): T {
  const escapeLines = (text: string) => text.split('\n').map(escapeControls).join('\n');
  return {
    ...terminal,
    out: (text: string) => terminal.out(escapeLines(text)),
    error: (text: string) => terminal.error(escapeLines(text)),
    ask: (question: string, ...options: never[]) => terminal.ask(escapeLines(question), ...options),
  };
}

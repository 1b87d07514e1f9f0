/** An S3 error response. */
export class S3Error extends Error {
  override readonly name = 'S3Error';

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }

  toXml(): string {
    return `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${this.code}</Code><Message>${escaped(this.message)}</Message></Error>`;
  }
}

const ENTITIES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' };

/** Escapes text for XML. */
export function escaped(text: string): string {
  return text.replace(/[<>&]/g, (character) => ENTITIES[character] ?? '');
}

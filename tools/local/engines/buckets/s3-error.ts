/** Refusal by the object storage of the cloud. */
export class S3Error extends Error {
  override readonly name = 'S3Error';

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }

  /** The body of the response. */
  toXml(): string {
    return `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${this.code}</Code><Message>${escaped(this.message)}</Message></Error>`;
  }
}

const ENTITIES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' };

/** Text as it stands in XML. */
export function escaped(text: string): string {
  return text.replace(/[<>&]/g, (character) => ENTITIES[character] ?? '');
}

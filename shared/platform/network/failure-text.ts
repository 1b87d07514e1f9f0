/** The words in which a failed call to an address of a partner is recorded and, for webhooks, shown to it. */

/** A target that the address policy refuses; the message is the reason. */
export class TargetRefused extends Error {
  override readonly name = 'TargetRefused';
}

const texts: Readonly<Record<string, string>> = {
  ENOTFOUND: 'Host name not found',
  EAI_AGAIN: 'Host name not found',
  ECONNREFUSED: 'Connection refused',
  ECONNRESET: 'Connection reset',
  EPIPE: 'Connection reset',
  UND_ERR_SOCKET: 'Connection closed without an answer',
  UND_ERR_CONNECT_TIMEOUT: 'Connection timed out',
  ETIMEDOUT: 'Connection timed out',
  EHOSTUNREACH: 'Host unreachable',
  ENETUNREACH: 'Host unreachable',
  EPROTO: 'TLS error',
  UND_ERR_HEADERS_OVERFLOW: 'Answer is not valid HTTP',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'Answer was cut short',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'Answer is not valid HTTP',
};

/** Why an attempt failed. Never the error's own message: it may quote the URL or what the endpoint said. */
export function failureText(error: unknown, deadlineMs: number): string {
  for (const one of withCauses(error)) {
    if (one instanceof TargetRefused) return one.message;
    if (one.name === 'TimeoutError') return `Timed out after ${deadlineMs / 1000} s`;
    if (one.name === 'HTTPParserError') return 'Answer is not valid HTTP';
    const code = 'code' in one && typeof one.code === 'string' ? one.code : '';
    const text = texts[code] ?? familyText(code);
    if (text !== undefined) return text;
  }
  return 'Request failed';
}

function familyText(code: string): string | undefined {
  return /CERT|TLS|SSL|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH/.test(code) ? 'TLS error' : undefined;
}

/** The error, what caused it, and the attempts that it sums up (one per address of a name). */
function withCauses(error: unknown): Error[] {
  if (!(error instanceof Error)) return [];
  const parts: unknown[] = error instanceof AggregateError ? error.errors : [];
  return [error, ...parts.flatMap(withCauses), ...withCauses(error.cause)];
}

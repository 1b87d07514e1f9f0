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
  ETIMEDOUT: 'Connection timed out',
  EHOSTUNREACH: 'Host unreachable',
  ENETUNREACH: 'Host unreachable',
  EPROTO: 'TLS error',
  HPE_HEADER_OVERFLOW: 'Response has more than 16 KB of headers',
  ERR_UNREQUESTED_UPGRADE: 'Response is not valid HTTP',
};

/** The same code, ECONNRESET, has these messages of Node's client where the other side ends a connection without an error. */
const closings: Readonly<Record<string, string>> = {
  'socket hang up': 'Connection closed without a response',
  aborted: 'Response was cut short',
};

/** Returns why an attempt failed, never the error's own message: it may quote the URL or the endpoint. */
export function failureText(error: unknown, deadlineMs: number): string {
  for (const one of withCauses(error)) {
    if (one instanceof TargetRefused) return one.message;
    if (one.name === 'TimeoutError') return `Timed out after ${deadlineMs / 1000} s`;
    const code = 'code' in one && typeof one.code === 'string' ? one.code : '';
    const text = closings[one.message] ?? texts[code] ?? familyText(code);
    if (text !== undefined) return text;
  }
  return 'Request failed';
}

function familyText(code: string): string | undefined {
  if (code.startsWith('HPE_')) return 'Response is not valid HTTP';
  return /CERT|TLS|SSL|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH/.test(code) ? 'TLS error' : undefined;
}

/** The error, its causes, and the attempts that it sums up (one per address of a name). */
function withCauses(error: unknown): Error[] {
  if (!(error instanceof Error)) return [];
  const parts: unknown[] = error instanceof AggregateError ? error.errors : [];
  return [error, ...parts.flatMap(withCauses), ...withCauses(error.cause)];
}

/** Texts for failed calls to a partner's URL. We store the text; for webhooks, the partner sees the text. */

/** The address policy refused a target; the message is the reason. */
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

/**
 * Our texts for Node's messages if the server closes the connection too early. All these failures have the code ECONNRESET, so
 * only the message distinguishes them.
 */
const closings: Readonly<Record<string, string>> = {
  'socket hang up': 'Connection closed without a response',
  aborted: 'Response was cut short',
};

/** Returns the reason for a failed attempt. Never returns the error's own message, which may contain the URL or the host. */
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

/** Returns the error, its causes, and the errors inside an `AggregateError` (one per IP address of a host name). */
function withCauses(error: unknown): Error[] {
  if (!(error instanceof Error)) return [];
  const parts: unknown[] = error instanceof AggregateError ? error.errors : [];
  return [error, ...parts.flatMap(withCauses), ...withCauses(error.cause)];
}

import { randomInt } from 'node:crypto';

/**
 * The loopback address that an engine without access control listens on. The engine answers web pages of any origin, and a
 * page open in the developer's browser can look through the ports of 127.0.0.1. On Linux the whole of 127.0.0.0/8 is
 * loopback (RFC 5735): a random address of it, with a random port, cannot be found by trying. Elsewhere only
 * 127.0.0.1 is there.
 */
export function engineHost(platform: NodeJS.Platform = process.platform): string {
  if (platform !== 'linux') return '127.0.0.1';
  return ['127', randomInt(1, 255), randomInt(1, 255), randomInt(1, 255)].join('.');
}

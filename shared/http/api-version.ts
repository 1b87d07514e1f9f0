import { unknownVersion } from '#shared/api/problems';
import { API_VERSIONS, CURRENT_VERSION, VERSION_HEADER } from '#shared/api/versions';
import { type GatewayEvent, header } from './gateway-event';

/** The version that a request names, else the current one. @throws Problem for one that is unknown */
export function requireVersion(event: GatewayEvent): string {
  const named = header(event, VERSION_HEADER);
  if (named === undefined) return CURRENT_VERSION;
  const known = API_VERSIONS.find((version) => version === named);
  if (known === undefined) throw unknownVersion();
  return known;
}

/** The header that names the version of an answer. */
export function versionHeader(version: string = CURRENT_VERSION): Readonly<Record<string, string>> {
  return { [VERSION_HEADER]: version };
}

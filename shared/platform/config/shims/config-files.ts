/**
 * Replaces the SDK's reader of `~/.aws/config` and `~/.aws/credentials`. A function's settings are in its
 * environment; without the shim each client would search for both files, which do not exist, before its first call.
 */
export async function loadSharedConfigFiles() {
  return { configFile: {}, credentialsFile: {} };
}

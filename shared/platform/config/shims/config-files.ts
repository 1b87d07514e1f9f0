/**
 * Stands in for the SDK's reader of `~/.aws/config` and `~/.aws/credentials`. What a function is told of its
 * clients is in its environment; the SDK looks for two files that are not there before the first call of each.
 */
export async function loadSharedConfigFiles() {
  return { configFile: {}, credentialsFile: {} };
}

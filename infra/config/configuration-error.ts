/** An error in the deployer's settings. Its message is one line; a stack trace does not help. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

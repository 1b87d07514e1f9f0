/** A mistake in what the deployer asked for. Its message is one line for them; no stack trace helps. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

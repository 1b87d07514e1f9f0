/**
 * Plugin of the CDK's command line (cdk.json). The app is a process of that program and inherits its environment: CDK_COMMAND
 * tells it which command runs, which the CDK itself does not.
 */
const COMMANDS = [
  ...['synth', 'synthesize', 'ls', 'list', 'diff', 'deploy', 'watch', 'destroy', 'import', 'rollback', 'bootstrap'],
  ...['drift', 'gc', 'refactor', 'publish-assets', 'metadata', 'context', 'flags', 'notices', 'acknowledge', 'ack'],
];

exports.version = '1';
exports.init = () => {
  process.env.CDK_COMMAND = process.argv.slice(2).find((argument) => COMMANDS.includes(argument)) ?? '';
};

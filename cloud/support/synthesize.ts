/** Synthesizes what a rehearsal needs besides the stage. A program of its own, since it loads the CDK. Its argument is the folder. */
import { App } from 'aws-cdk-lib';
import { SUPPORT_STACK } from './support-outputs';
import { SupportStack } from './support-stack';

const [, , outdir = ''] = process.argv;
const app = new App({ outdir, analyticsReporting: false });
new SupportStack(app, SUPPORT_STACK, {});
app.synth();

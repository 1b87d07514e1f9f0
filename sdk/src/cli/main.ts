#!/usr/bin/env node
/** Entry point of `partner-ramp`, the command line for partners. */
import { readPageFiles } from './console/page-files.js';
import { runProcess } from './process.js';

await runProcess(() => readPageFiles(new URL('../console/', import.meta.url)));

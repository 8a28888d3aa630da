import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Loaded before the server: stripping types and compiling is a third of the processor time of a start. Where the folder cannot be
// written to, Node compiles as without it.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/node'));

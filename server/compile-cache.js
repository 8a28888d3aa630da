import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Loaded before the server: stripping types and compiling take a third of the CPU time of a start. This file is
// JavaScript, so that nothing needs the TypeScript parser. If the folder is not writable, Node compiles without a
// cache.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/node'));

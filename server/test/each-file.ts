import { afterAll } from 'vitest';
import { doAtEnd } from './at-end.ts';

// Run for every test file, while the modules that it shares with others are loaded once.
afterAll(doAtEnd);

import { afterAll } from 'vitest';
import { doAtEnd } from './at-end.ts';

// This file runs for every test file, while the modules that test files share are loaded once.
afterAll(doAtEnd);

import { config } from 'zod';

// Zod would try to compile its schemas with `new Function`, which the Content-Security-Policy refuses and reports.
// It decides so when the first schema is made, so the build puts this module in Zod's own chunk, ahead of all schemas.
config({ jitless: true });

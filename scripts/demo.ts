// Starts Katydid with realistic demo data in a temporary database, which is deleted at the end.
import { once } from 'node:events';
import { seedPassword } from '#server/seed/seed.ts';
import { size, startDemo } from './demo/tracker.ts';

const { server, emails } = await startDemo('inherit');

console.log(`
A demonstration with ${size.bugs} bugs; all of it is gone when you end it with Ctrl+C.
Sign in with the password ${seedPassword} as
${emails.map((email, i) => `  ${email}${i === 0 ? ' (admin)' : ''}`).join('\n')}
`);

// Ctrl+C reaches the server by itself, and a second one would interrupt its shutdown.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => server.kill('SIGTERM'));
await once(server, 'exit');
process.exitCode = server.exitCode ?? 0;

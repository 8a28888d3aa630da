import { statuses } from '#contract/bugs/bug-fields.ts';
import type { LabServer } from '#lab/server.ts';

const edits = 100;

/** Files this many bugs with the descriptions of `textOf`, and edits the last a hundred times. Returns its id. */
export async function fileLongBugs(
  { send, file }: LabServer,
  token: string,
  { bugs, textOf }: { bugs: number; textOf: (i: number) => string },
): Promise<string> {
  const { _id: me } = await send<{ _id: string }>('GET', '/api/users/profile', { token });
  let last = '';
  for (let i = 0; i < bugs; i += 1)
    last = await file(token, {
      title: `${'a'.repeat(190)} ${i}`,
      description: textOf(i),
      status: statuses[i % statuses.length],
      priority: 'low',
      assignedTo: i % 2 ? me : null,
    });
  for (let i = 1; i <= edits; i += 1)
    await send('PUT', `/api/bugs/${last}`, { token, body: { description: textOf(bugs + i) } });
  return last;
}

// Measures calls over HTTP, as a share of what a bare server and a bare table achieve with the same bytes in the same
// run.
import { priorities, statuses } from '#contract/bugs/bug-fields.ts';
import { median } from '#lab/figures.ts';
import { filedBug as bug, startServer } from '#lab/server.ts';
import { BareTable, answerOf, perSecond, startBareServer } from './parts/bare.ts';
import { Connection, bytes, load } from './parts/load.ts';

interface Size {
  rounds: number;
  /** The length of each round, in seconds. */
  seconds: number;
  /** The number of bugs, and of comments on one of them. */
  bugs?: number;
}

/** Returns the ratios by name, and the figures of the report. */
export async function benchHttp({
  rounds,
  seconds,
  bugs = 1_000,
}: Size): Promise<{ ratios: Record<string, number>; figures: string[][]; about: string }> {
  const server = await startServer();
  const { port } = server;
  const token = await server.register();
  const ids: string[] = [];
  for (let i = 0; i < bugs; i += 1)
    ids.push(await server.file(token, { ...bug, status: statuses[i % 3], priority: priorities[i % 3] }));

  const [few = '', many = ''] = ids;
  for (const [id, count] of [
    [few, 20],
    [many, bugs],
  ] as const)
    for (let i = 0; i < count; i += 1)
      await server.send('POST', `/api/bugs/${id}/comments`, { token, body: { body: 'Seen here, too.' } });

  const reads = [
    { name: 'GET a bug', path: `/api/bugs/${ids[7]}`, goal: 0.45 },
    { name: 'GET a page of 50, newest first', path: '/api/bugs?limit=50', goal: 0.25 },
    {
      name: 'GET a page of 50 with status and priority',
      path: '/api/bugs?limit=50&status=open&priority=low',
      goal: 0.25,
    },
    { name: 'GET stats', path: '/api/bugs/stats', goal: 0.45 },
    { name: 'GET the activity of a bug with 20 comments', path: `/api/bugs/${few}/activity`, goal: 0.25 },
    { name: 'GET the activity of a bug with 1,000 comments', path: `/api/bugs/${many}/activity`, goal: 0.25 },
  ];
  const connection = await Connection.open(port);
  const answers: Parameters<typeof startBareServer>[0] = {};
  for (const { path } of reads) {
    await connection.exchange(bytes('GET', path, { token }));
    answers[path] = answerOf(connection.text);
  }
  connection.close();
  const bare = await startBareServer(answers);
  const texts = await BareTable.open();

  const ratios: Record<string, number> = {};
  const figures: string[][] = [];
  /** Measures both repeatedly, in turn. */
  async function compare(
    { name, goal, than }: { name: string; goal: number; than: string },
    ours: () => Promise<number>,
    theirs: () => Promise<number>,
  ): Promise<void> {
    const [mine, least]: [number[], number[]] = [[], []];
    await ours();
    for (let i = 0; i < rounds; i += 1) {
      least.push(await theirs());
      mine.push(await ours());
    }
    const ratio = median(mine) / median(least);
    ratios[name] = ratio;
    figures.push([name, `${ratio.toFixed(2)} of ${than}`, `at least ${goal}`]);
  }
  const rate = async (to: number, next: () => Buffer, connections = 16) => {
    const { perSecond: reached, failures } = await load(to, { connections, seconds, next });
    if (failures.size > 0) throw new Error(`Calls failed, by status: ${JSON.stringify([...failures])}`);
    return reached;
  };

  for (const { name, path, goal } of reads) {
    const call = bytes('GET', path, { token });
    await compare(
      { name, goal, than: 'the bare server’s requests' },
      () => rate(port, () => call),
      () => rate(Number(new URL(bare.url).port), () => call),
    );
  }
  const post = bytes('POST', '/api/bugs', { token, body: bug });
  await compare(
    { name: 'POST a bug, 32 connections', goal: 0.5, than: 'bare durable inserts' },
    () => rate(port, () => post, 32),
    async () => perSecond(seconds, () => texts.insert(bug)),
  );
  // Each connection edits bugs of its own, and tracks their versions.
  const versions = new Map(ids.map((id) => [id, 1]));
  let turn = 0;
  const put = () => {
    const id = ids[(turn += 1) % ids.length] ?? '';
    const version = versions.get(id) ?? 1;
    versions.set(id, version + 1);
    const headers = { 'If-Match': `"${version}"` };
    return bytes('PUT', `/api/bugs/${id}`, { token, headers, body: { title: `${bug.title} ${version}` } });
  };
  await compare(
    { name: 'PUT a bug with If-Match, 32 connections', goal: 0.4, than: 'bare durable updates' },
    () => rate(port, put, 32),
    async () => perSecond(seconds, () => texts.update(bug.title)),
  );
  // Measured last, because later commits also index all these comments.
  let commented = 0;
  const comment = () =>
    bytes('POST', `/api/bugs/${ids[(commented += 1) % ids.length]}/comments`, {
      token,
      body: { body: bug.description },
    });
  await compare(
    { name: 'POST a comment, 32 connections', goal: 0.5, than: 'bare durable inserts' },
    () => rate(port, comment, 32),
    async () => perSecond(seconds, () => texts.insert(bug)),
  );

  await bare.stop();
  await texts.close();
  await server.stop();
  return {
    ratios,
    figures,
    about: `SQLite, default settings, signed in, ${bugs} bugs, 16 connections where nothing else is said. Each is a share of what is reached, in
the same run and in turn with it, by a bare \`node:http\` server that sends the same bytes, or by a bare prepared statement
on a file with the same durability, one after another. Medians of ${rounds} rounds of ${seconds} s.`,
  };
}

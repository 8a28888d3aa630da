// The minimum that each operation can take, measured in the same run as Katydid, for comparison.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Program, type ServerProcess, whenReady } from '#server/test/server-process.ts';

/** An answer of Katydid, which is given repeatedly. */
interface BareAnswer {
  headers: Record<string, string>;
  body: string;
}

/** Starts a plain Node server that only answers with these bytes, by path. */
export function startBareServer(answers: Record<string, BareAnswer>): Promise<ServerProcess> {
  const program = new Program(['lab/bench/parts/bare-server.ts'], {});
  // Answers can be longer than the arguments of a process.
  program.child.stdin?.end(JSON.stringify(answers));
  return whenReady(program);
}

/** The answer to a call, in a form that can be replayed. */
export function answerOf(text: string): BareAnswer {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const lines = head.split('\r\n').slice(1);
  const headers = lines.map((line) => {
    const at = line.indexOf(':');
    return [line.slice(0, at), line.slice(at + 2)] as const;
  });
  // Headers that Node adds itself.
  const own = new Set(['Date', 'Connection', 'Keep-Alive']);
  return { headers: Object.fromEntries(headers.filter(([name]) => !own.has(name))), body };
}

/** A table of texts on disk; a write is durable when it returns. */
export class BareTable {
  readonly #database: DatabaseSync;
  readonly #folder: string;
  readonly #insert;
  readonly #update;
  #rows = 0;

  private constructor(folder: string) {
    this.#folder = folder;
    this.#database = new DatabaseSync(join(folder, 'bare.db'));
    this.#database.exec('pragma journal_mode = wal; pragma synchronous = full');
    this.#database.exec(
      'create table texts (n integer primary key, title text, description text, version integer)',
    );
    this.#insert = this.#database.prepare('insert into texts (title, description, version) values (?, ?, 1)');
    this.#update = this.#database.prepare('update texts set title = ?, version = version + 1 where n = ?');
  }

  static async open(): Promise<BareTable> {
    return new BareTable(await mkdtemp(join(tmpdir(), 'katydid-bench-')));
  }

  insert({ title, description }: { title: string; description: string }): void {
    this.#insert.run(title, description);
    this.#rows += 1;
  }

  update(title: string): void {
    this.#update.run(title, 1 + Math.floor(Math.random() * this.#rows));
  }

  async close(): Promise<void> {
    this.#database.close();
    await rm(this.#folder, { recursive: true });
  }
}

/** How often per second the work can be done, one run after another. */
export function perSecond(seconds: number, work: () => void): number {
  const begun = performance.now();
  let done = 0;
  for (; performance.now() - begun < seconds * 1_000; done += 1) work();
  return done / ((performance.now() - begun) / 1_000);
}

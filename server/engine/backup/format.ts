import { open } from 'node:fs/promises';
import { z } from 'zod';
import { StartError } from '#server/start-error.ts';

/**
 * A backup in Katydid's own format is gzipped lines of JSON: the header; for each table, referenced tables first, a
 * line with its name and columns, then each row as an array of values; and the footer.
 */
export const backupEnd = '.katydid.gz';

/** The version of the format that is written, and the newest that can be read. */
export const formatVersion = 1;

export const headerSchema = z.object({
  katydid: z.literal('backup'),
  format: z.int().positive(),
  /** When the backup was started. It contains everything committed by then. */
  at: z.iso.datetime(),
  engine: z.enum(['sqlite', 'postgres']),
  /** The migrations applied to the database. */
  migrations: z.array(z.string()).min(1),
  /** The number of rows in all tables together. */
  rows: z.int().nonnegative(),
});

export type Header = z.infer<typeof headerSchema>;

export const tableSchema = z.object({ table: z.string(), columns: z.array(z.string()) });

export const footerSchema = z.object({
  /** The `TableSum` of each table. */
  tables: z.array(z.object({ table: z.string(), rows: z.int(), hash: z.string() })),
  /** The hash of all lines before this one, in hexadecimal. */
  sha256: z.string(),
});

export type Footer = z.infer<typeof footerSchema>;

/** The kinds of backups: our own format, a SQLite file, or the output of pg_dump. */
export type Kind = 'portable' | 'sqlite' | 'pg_dump';

const beginnings: Record<Kind, Buffer> = {
  portable: Buffer.from([0x1f, 0x8b]),
  sqlite: Buffer.from('SQLite format 3\0'),
  pg_dump: Buffer.from('PGDMP'),
};

/**
 * Detects a file's kind by its first bytes.
 * @throws StartError if it cannot be read or is of none of these kinds
 */
export async function kindOf(path: string): Promise<Kind> {
  const begins = await beginningOf(path).catch((error: unknown) => {
    throw new StartError(`Cannot read ${path}: ${(error as Error).message}.`, { cause: error });
  });
  for (const [kind, beginning] of Object.entries(beginnings)) {
    if (begins.subarray(0, beginning.length).equals(beginning)) return kind as Kind;
  }
  throw new StartError(`${path} is no backup of Katydid.`);
}

async function beginningOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/**
 * The kind of a file to write, by the suffix of its name.
 * @throws StartError for an unknown suffix
 */
export function kindToMake(path: string): Kind {
  if (path.endsWith(backupEnd)) return 'portable';
  if (path.endsWith('.db')) return 'sqlite';
  if (path.endsWith('.dump')) return 'pg_dump';
  throw new StartError(
    `The name says what is made: ${backupEnd} for either engine, .db for a SQLite file, .dump for what pg_dump writes; not ${path}.`,
  );
}

import { z } from 'zod';

/**
 * A backup of Katydid's own format is gzipped lines of JSON: the header; for each table, referenced tables first, a
 * line with its name and columns, then each row as an array of values; and the footer.
 */
export const backupEnd = '.katydid.gz';

/** The version of the format that is written, and the newest that is read. */
export const formatVersion = 1;

export const headerSchema = z.object({
  katydid: z.literal('backup'),
  format: z.int().positive(),
  /** When it was started; it contains everything committed by then. */
  at: z.iso.datetime(),
  engine: z.enum(['sqlite', 'postgres']),
  /** The migrations applied to the database. */
  migrations: z.array(z.string()).min(1),
  /** How many rows there are in all tables. */
  rows: z.int().nonnegative(),
});

export type Header = z.infer<typeof headerSchema>;

export const tableSchema = z.object({ table: z.string(), columns: z.array(z.string()) });

export const footerSchema = z.object({
  /** The `TableSum` of each table. */
  tables: z.array(z.object({ table: z.string(), rows: z.int(), hash: z.string() })),
  /** Of all lines before this one, in hexadecimal. */
  sha256: z.string(),
});

export type Footer = z.infer<typeof footerSchema>;

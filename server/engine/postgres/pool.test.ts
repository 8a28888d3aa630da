import pg from 'pg';
import { expect, test } from 'vitest';
import { NoResponse, isRefusal } from './pool.ts';

function pgError(code: string, severity: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError('as PostgreSQL says', 0, 'error'), { code, severity });
}

test('a connection is usable after a refused statement in any language of PostgreSQL', () => {
  for (const severity of ['ERROR', 'FEHLER', 'ERREUR', 'エラー'])
    for (const code of ['23505', '40001', '40P01', '55P03', '57014', '22P05', '42501'])
      expect([code, severity, isRefusal(pgError(code, severity))]).toEqual([code, severity, true]);
});

test('a connection that PostgreSQL closes, or that breaks, is not reused', () => {
  for (const code of ['57P01', '57P02', '57P05', '25P03', '25P04', '08006'])
    expect([code, isRefusal(pgError(code, 'FATAL'))]).toEqual([code, false]);
  for (const error of [new NoResponse(), new Error('Connection terminated unexpectedly')])
    expect(isRefusal(error)).toBe(false);
});

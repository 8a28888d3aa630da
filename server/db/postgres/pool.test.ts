import pg from 'pg';
import { expect, test } from 'vitest';
import { NoAnswer, isRefusal } from './pool.ts';

function told(code: string, severity: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError('as PostgreSQL says', 0, 'error'), { code, severity });
}

test('a refused statement leaves its connection as good as before, in whatever language PostgreSQL speaks', () => {
  for (const severity of ['ERROR', 'FEHLER', 'ERREUR', 'エラー'])
    for (const code of ['23505', '40001', '40P01', '55P03', '57014', '22P05', '42501'])
      expect([code, severity, isRefusal(told(code, severity))]).toEqual([code, severity, true]);
});

test('a connection that PostgreSQL ends, or that breaks, is not used again', () => {
  for (const code of ['57P01', '57P02', '57P05', '25P03', '25P04', '08006'])
    expect([code, isRefusal(told(code, 'FATAL'))]).toEqual([code, false]);
  for (const error of [new NoAnswer(), new Error('Connection terminated unexpectedly')])
    expect(isRefusal(error)).toBe(false);
});

import type { SignedInUser } from '#contract/accounts/users.ts';
import { filesFolderOf } from '#server/test/server-process.ts';
import { send } from '#lab/client.ts';
import { uncountedKinds } from './beside.ts';
import { compare } from './compare.ts';
import { integrityFaults } from './integrity.ts';
import type { Fault, Ledger } from './ledger.ts';
import { searchFaults } from './search.ts';
import { settle } from './settle.ts';
import { readState } from './state.ts';
import { password } from './writer.ts';

/** Registers a user whose account and session must survive all crashes, and returns the token. */
export async function observe(url: string, ledger: Ledger, name = 'observer'): Promise<string> {
  const body = { name, email: `${name}@example.com`, password };
  const answer = await send(url, { method: 'POST', path: '/api/users/register', body });
  if (answer.status !== 201) throw new Error(`Registration failed: ${answer.status} ${answer.message}`);
  const { _id, email, token } = answer.body as SignedInUser;
  ledger.registered({ _id, email, name, token, requestId: answer.requestId });
  return token;
}

/** Checks the stored data while there are no writers; returns all faults. */
export async function look(
  databaseUrl: string,
  url: string,
  {
    ledger,
    observer,
    filesFolder = filesFolderOf(databaseUrl),
  }: { ledger: Ledger; observer: string; filesFolder?: string },
): Promise<Fault[]> {
  try {
    const profile = await send(url, { method: 'GET', path: '/api/users/profile', token: observer });
    if (profile.status === 401) return [{ kind: 'lost', what: 'the session of the observer' }];
    const state = await readState(url, observer, { databaseUrl, filesFolder });
    ledger.followed = state.changes.filter(({ kind }) => uncountedKinds.has(kind)).length;
    return [
      ...settle(ledger, state),
      ...compare(ledger, state),
      ...(await searchFaults(url, observer, state.bugs)),
      ...(await integrityFaults(databaseUrl)),
    ];
  } catch (error) {
    return [{ kind: 'damaged', what: String(error) }];
  }
}

import type * as z from 'zod/mini';
import { bugFields } from '#contract/bugs/bug-fields.ts';
import { setBugField, type WorkField } from '#contract/bugs/bug-work.ts';
import type { updateBugBody } from '#contract/bugs/bugs.ts';
import { additions } from '#contract/bugs/field.ts';
import { additionsOffered } from '#web/lib/api/back-end.ts';
import { call } from '#web/lib/api/call.ts';
import { type Bug, getBug, updateBug } from '#web/lib/api/specified.ts';

export interface BugUpdate {
  id: string;
  /** The base version of the edit: if another one is stored, that is a conflict. */
  version: number | undefined;
  body: z.input<typeof updateBugBody>;
  /**
   * Whether the user may edit the bug. Otherwise the body is one field with a call of its own, and the fields that
   * depend on it.
   */
  asEditor: boolean;
}

/** Sends an edit, and returns what is then stored. Rejects as every call does. */
export async function putBug({ id, version, body, asEditor }: BugUpdate): Promise<Bug> {
  const headers = version === undefined ? {} : { 'if-match': `"${version}"` };
  if (!asEditor) {
    const names = Object.keys(body) as WorkField[];
    // The call that sets the status also accepts its dependent fields.
    const field = names.find((name) => name === 'status') ?? names[0];
    if (field === undefined) return call(getBug, { params: { id } });
    return call(setBugField[field], { params: { id }, body: body as never, headers });
  }
  const stored = await call(updateBug, { params: { id }, body: forBackEnd(body), headers });
  return stored ?? call(getBug, { params: { id } });
}

/** The fields that the back end supports. */
export function forBackEnd<Body extends object>(body: Body): Body {
  if (additionsOffered() !== false) return body;
  const added = new Set(Object.keys(additions(bugFields)));
  return Object.fromEntries(Object.entries(body).filter(([name]) => !added.has(name))) as Body;
}

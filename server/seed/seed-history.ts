import { type Priority, type Status, priorities } from '#contract/bugs/bug-fields.ts';
import { commentFolds } from '#server/engine/folds.ts';
import { newId } from '#server/engine/id.ts';
import type { Schema } from '#server/engine/schema.ts';
import type { StoredChange } from '#server/extensions/stored-change.ts';
import { remark } from './seed-texts.ts';
import type { Random } from './seeded-random.ts';

/** The final state of a bug, and the times of its history, in milliseconds. */
interface Seeded {
  id: string;
  status: Status;
  priority: Priority;
  /** Users' ids. */
  createdBy: string;
  assignedTo: string | null;
  filed: number;
  touched: number;
}

interface Step {
  by: string;
  change: StoredChange;
}

/**
 * Makes the changes that led a bug from open to its final state: its creator assigns it and corrects the priority, and
 * its assignee works on it. The change that sets the status comes last, at `touched`.
 */
export function lifelikeHistory(bug: Seeded, random: Random): Schema['history'][] {
  const { id, status, createdBy, assignedTo, filed, touched } = bug;
  const worker = assignedTo ?? createdBy;
  const steps: Step[] = [];
  if (assignedTo !== null && random() < 0.5)
    steps.push({ by: createdBy, change: { field: 'assignedTo', from: null, to: assignedTo } });
  if (random() < 0.15)
    steps.push({ by: createdBy, change: { field: 'priority', from: other(bug.priority), to: bug.priority } });
  const passed: Status[] =
    status === 'resolved' && random() < 0.7 ? ['open', 'in-progress', 'resolved'] : ['open', status];
  for (const [i, to] of passed.entries()) {
    const from = passed[i - 1];
    if (from !== undefined && from !== to) steps.push({ by: worker, change: { field: 'status', from, to } });
  }
  return steps.map(({ by, change }, i) => ({
    bug_id: id,
    version: i + 2,
    id: newId(),
    at: new Date(filed + ((touched - filed) * (i + 1)) / steps.length).toISOString(),
    changed_by: by,
    changes: JSON.stringify([change]),
  }));
}

/**
 * Makes a few comments on some bugs, by a bug's creator and assignee in turn, between the filing and the last change.
 */
export function lifelikeComments(bug: Seeded, random: Random): Schema['comments'][] {
  const { id, createdBy, assignedTo, filed, touched } = bug;
  const count = random() < 0.7 ? 0 : 1 + Math.floor(random() * 3);
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
  return Array.from({ length: count }, (_, i) => {
    const by = i % 2 === 0 ? (assignedTo ?? createdBy) : createdBy;
    const body = remark(pick);
    const at = new Date(filed + ((touched - filed) * (i + 0.5)) / count).toISOString();
    return {
      id: newId(),
      bug_id: id,
      created_by: by,
      created_at: at,
      body,
      ...commentFolds(body),
      version: 1,
      updated_by: by,
      updated_at: at,
      deleted_by: null,
      deleted_at: null,
    };
  });
}

function other(priority: Priority): Priority {
  return priorities[(priorities.indexOf(priority) + 1) % priorities.length] ?? 'low';
}

import { placeBug } from '#contract/bugs/board.ts';
import { listBugReferences } from '#contract/bugs/bug-references.ts';
import { getBugSettings, setBugField } from '#contract/bugs/bug-work.ts';
import type { Bug } from '#contract/bugs/bugs.ts';
import * as contract from '#contract/bugs/bugs.ts';
import { suggestSearch } from '#contract/bugs/search-suggestion.ts';
import type { SentBug } from '#server/engine/bugs/bug-cache.ts';
import type { Edit } from '#server/extensions/bug-work.ts';
import type { ComposedFeature, Composition, Feature, Provided } from '#server/extensions/feature.ts';
import { ranging } from '#server/finding/field.ts';
import { BugFinder } from '#server/finding/finder.ts';
import { Answer, jsonAnswer } from '#server/http/answer.ts';
import { etag, ifMatch } from '#server/http/headers.ts';
import type { Call } from '#server/http/request-context.ts';
import { type Route, route } from '#server/http/route.ts';
import { place } from './board.ts';
import { BugRules, found } from './bugs.ts';
import { columnFields, fixedColumns } from './columns.ts';
import { listBugs } from './list.ts';
import { BugReader, referencesTo } from './reads.ts';

type Manifests = readonly (Feature | ComposedFeature)[];

/** Bugs: filing, listing, reading, editing, deleting, with all that other features add to them. */
export function composeBugs(manifests: Manifests, composed: Pick<Composition, 'events' | 'routes'>) {
  const extensions = manifests.flatMap(({ bugs }) => bugs ?? []);
  const fields = extensions.flatMap((extension) => extension.fields ?? []);
  const counted = extensions.flatMap(({ counts }) => counts ?? []);
  const findable = [
    ...columnFields,
    ...fixedColumns,
    ...fields,
    ...counted.map(({ name, select, querying }) => ({
      name,
      querying: { ...ranging(select, { isInteger: true }), ...querying },
    })),
  ];
  const reader = new BugReader(fields, counted);
  const finder = new BugFinder(findable, reader);
  const provided = <Name extends keyof Provided>(name: Name) => providedBy(manifests, name);
  const rules = new BugRules(reader, extensions, provided('descriptionMentions'));
  const composition: Composition = {
    fields: [...columnFields, ...fields],
    extensions,
    bugs: rules,
    finder,
    provided,
    ...composed,
  };
  const feature: Feature = { name: 'bugs', routes: routesFor(reader, rules, finder) };
  return { feature, composition, reader, findable };
}

function providedBy<Name extends keyof Provided>(manifests: Manifests, name: Name): Provided[Name] {
  const [first] = manifests.flatMap(({ provides }) => provides?.[name] ?? []);
  if (!first) throw new Error(`No feature provides ${name}`);
  return first;
}

function routesFor(reader: BugReader, rules: BugRules, finder: BugFinder): readonly Route[] {
  return [
    route(contract.listBugs, async (call) => listBugs(call, { finder, reader }), { cached: true }),
    route(
      contract.getBug,
      async (call) => {
        const bug = await sentBug(call, reader);
        return jsonAnswer<Bug>(bug.json, { etag: etag(bug) }, { cache: 'shared' });
      },
      { cached: true },
    ),
    route(
      contract.createBug,
      async (call) => call.write(async (tx) => filed(await rules.create(tx, call, call.body))),
      { repetition: { again: async ({ db }, id) => filed(found(await reader.find(db, id))) } },
    ),
    route(contract.updateBug, async (call) => {
      const bug = await call.write((tx) => rules.update(tx, call, editOf(call)));
      return new Answer(bug, { etag: etag(bug) });
    }),
    ...Object.values(setBugField).map((endpoint) =>
      route(endpoint, async (call) => {
        const change = endpoint === setBugField.assignedTo ? rules.assign : rules.work;
        const bug = await call.write((tx) => change.call(rules, tx, call, editOf(call)));
        return new Answer(bug, { etag: etag(bug) });
      }),
    ),
    route(suggestSearch, async (call) => ({ q: (await finder.suggest(call, call.query)) ?? null })),
    route(listBugReferences, ({ db, query }) => referencesTo(db, query.numbers), { cached: true }),
    route(getBugSettings, async ({ app, settings }) => {
      // After a live change from another instance, pages ask before this instance has read the new settings.
      await app.refreshSettings();
      return { triage: settings.bugWorkers };
    }),
    route(placeBug, async (call) => call.write((tx) => place(tx, call, rules, call.params.id, call.body))),
    route(contract.deleteBug, async (call) => {
      await call.write((tx) => rules.delete(tx, call, call.params.id));
      return undefined;
    }),
  ];
}

/** @throws AppError 404 */
async function sentBug(
  { app, params, lookUp }: Pick<Call<typeof contract.getBug>, 'app' | 'params' | 'lookUp'>,
  reader: BugReader,
): Promise<SentBug> {
  const cached = app.bugs.get(found(await lookUp(reader.current, params.id)));
  if (cached) return cached;
  const bug = found(await lookUp(reader.sent, params.id));
  app.bugs.set(bug);
  return bug;
}

function filed(bug: Bug): Answer<Bug> {
  return new Answer(bug, { etag: etag(bug), location: `/api/bugs/${bug._id}` });
}

/** The edit that a call requests, and the version that it expects. */
function editOf({
  params,
  body,
  headers,
}: Pick<Call<typeof contract.updateBug>, 'params' | 'body' | 'headers'>): Edit {
  return { id: params.id, edit: body, isExpected: ifMatch(headers['if-match']) };
}

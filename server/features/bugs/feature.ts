import type { EventDispatcher } from '#server/events.ts';
import type { ComposedFeature, Composition, Feature } from '#server/extensions/feature.ts';
import type { Provided } from '#server/extensions/provided.ts';
import { BugRules } from './bugs.ts';
import { columnFields } from './columns.ts';
import { QueriedBugs } from './queried-bugs.ts';
import { BugReader } from './reads.ts';
import { routesFor } from './routes.ts';

type Manifests = readonly (Feature | ComposedFeature)[];

/** Bugs: filing, listing, reading, editing, deleting, with all that other features add to them. */
export function composeBugs(manifests: Manifests, events: () => EventDispatcher) {
  const extensions = manifests.flatMap(({ bugs }) => bugs ?? []);
  const fields = extensions.flatMap((extension) => extension.fields ?? []);
  const counted = extensions.flatMap(({ counts }) => counts ?? []);
  const reader = new BugReader(fields, counted);
  const provided = <Name extends keyof Provided>(name: Name) => providedBy(manifests, name);
  const rules = new BugRules(reader, extensions, provided('descriptionMentions'));
  const queries = new QueriedBugs(reader, fields, counted);
  const composition: Composition = {
    fields: [...columnFields, ...fields],
    extensions,
    bugs: rules,
    queries,
    provided,
    events,
  };
  const feature: Feature = {
    name: 'bugs',
    routes: routesFor({ reader, rules, queries }),
  };
  return { feature, composition, fields, counted };
}

function providedBy<Name extends keyof Provided>(manifests: Manifests, name: Name): Provided[Name] {
  const [found] = manifests.flatMap(({ provides }) => provides?.[name] ?? []);
  if (!found) throw new Error(`No feature provides ${name}`);
  return found;
}

import type { QueryKey } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, createContext, use } from 'react';
import type { ActivityEntry } from '#contract/bugs/activity.ts';
import type { QueryField } from '#contract/query/fields.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import type { BugFieldView } from '#web/lib/bugs/bug-field.ts';
import type { Command, NavEntry } from './feature.ts';
import type { BugListOf, ListState } from '#web/lib/bugs/list-view.ts';
import type { Shortcut } from './keyboard/shortcut.ts';
import type { LiveHandlers } from './live/change.ts';
import type { User } from './session/session.ts';
import type { BugRights } from '#web/lib/bugs/use-bug-rights.ts';

/** A section of a bug's page, below the description. Its code loads when the page is shown. */
export interface BugSection {
  readonly title: string;
  readonly load: () => Promise<ComponentType<{ bug: Bug }>>;
  /** Whether it has its heading and its frame itself, as there is not always something to show. */
  readonly hasOwnHeading?: boolean;
}

/** The work on each of several bugs. */
export interface BulkWork {
  readonly mayDo: (bug: Bug) => boolean;
  /** Why it is not done with the others. */
  readonly reason: string;
  /** Does it, and returns what undoes it; undefined where there was nothing to do. */
  readonly work: (bug: Bug) => Promise<(() => Promise<unknown>) | undefined>;
}

export interface BulkDialogProps {
  readonly bugs: readonly Bug[];
  /** Does it with all of them, shows what was refused, and offers to take it back. */
  readonly onRun: (work: BulkWork) => void;
  readonly onClose: () => void;
}

export interface BugActionProps {
  bug: Bug;
  /** Is called once it is done, before `onClose`. */
  onDone?: () => void;
  onClose: () => void;
}

/** An action on a bug, in a dialog. Its code loads when it is chosen. */
export interface BugAction {
  /** By which other features find it, to offer it too. */
  readonly name: string;
  readonly label: string;
  /** The name of the shortcut that does the same, on the bug's page and for selected bugs. */
  readonly shortcut?: string;
  readonly isOffered: (bug: Bug, rights: BugRights) => boolean;
  /** Why it is not offered, in a sentence. */
  readonly whyNot?: (bug: Bug, rights: BugRights) => string | undefined;
  readonly load: () => Promise<ComponentType<BugActionProps>>;
  /** The same with several bugs. */
  readonly many?: {
    readonly label: string;
    readonly load: () => Promise<ComponentType<BulkDialogProps>>;
  };
}

/** The name of the action, and of its key, that triage has, too. */
export const duplicateAction = 'mark as duplicate';

/** A line above a bug, which may show nothing. */
interface BugBanner {
  readonly name: string;
  /** `isPage` where the bug is the page, and not beside something else. */
  readonly Banner: ComponentType<{ bug: Bug; isPage: boolean }>;
}

/** A word beside the title of a bug in rows and cards. */
interface RowBadge {
  readonly name: string;
  readonly isShown: (bug: Bug) => boolean;
  readonly Badge: ComponentType<{ bug: Bug }>;
}

/** A question that is asked before bugs are resolved. */
interface ResolveQuestion {
  readonly name: string;
  readonly isAsked: (bug: Bug) => boolean;
  /** For those of the bugs about which it is asked. */
  readonly Question: ComponentType<{ bugs: readonly Bug[] }>;
}

/** A section of the profile. Its code loads when the page is shown. */
export interface ProfileSection {
  readonly title: string;
  /** Whether there is such a section in this browser; by default, there is. */
  readonly isOffered?: () => boolean;
  readonly load: () => Promise<ComponentType>;
}

/** A line above all pages, about the account. Its code loads when it is shown. */
export interface Banner {
  readonly name: string;
  readonly isShown: (user: User) => boolean;
  readonly load: () => Promise<ComponentType>;
}

/** A bug beside what another feature shows, which names it and may have actions for it. */
export interface BugBesideProps {
  bugId: string;
  onClose: () => void;
  actions?: ReactNode;
  /** Reports the quick edits of the bug in place of notices of their own. */
  onEdited?: (edit: StoredEdit) => void;
}

/** A quick edit that is stored. */
export interface StoredEdit {
  readonly text: string;
  /** Undoes the edit and returns what was done, to be shown. Rejects where it fails. */
  readonly undo: () => Promise<string>;
}

/** Rendered at the end of a bug's timeline, once all of it is loaded. It shows nothing. */
interface TimelineEnd {
  readonly name: string;
  readonly End: ComponentType<{ bugId: string }>;
}

/** The predicate of a timeline entry, in a sentence behind the user’s name. */
type TimelinePredicate = ComponentType<{ entry: ActivityEntry }>;

/** The typed values of a new bug, and a way to send them elsewhere than to a bug of their own. */
export interface CreateAsideProps {
  readonly typed: {
    readonly title: string;
    readonly description: string;
    /** The ids of its uploaded files. */
    readonly files: readonly string[];
  };
  /** Whether it is on its way. */
  readonly isBusy: boolean;
  /**
   * Sends what is typed by `send`, once its files are uploaded; then the draft goes and the page leads to the bug. Rejects as
   * `send` does, or with an UploadError; what is typed stays then.
   */
  readonly sendTo: (bugId: string, send: () => Promise<unknown>) => Promise<void>;
}

/** Rendered beside the form for a new bug. Its code loads with the form, where the back end has additions. */
export interface CreateAside {
  readonly name: string;
  readonly load: () => Promise<ComponentType<CreateAsideProps>>;
}

/** A link or a button beside the heading of the bug list, which may show nothing. */
interface BugListLink {
  readonly name: string;
  readonly Link: ComponentType<{ list: ListState }>;
}

/** A query for commands of the palette. */
export interface CommandsQuery {
  readonly queryKey: QueryKey;
  readonly queryFn: (context: { signal: AbortSignal }) => Promise<readonly Command[]>;
}

/** A field of queries that an installation has of its own. */
export interface OwnQueryField {
  readonly field: QueryField;
  /** Whether no bug gets another value: queries know it, and no filter is offered. */
  readonly isArchived?: boolean;
  /** The values that queries can name in it. */
  readonly named: readonly { readonly _id: string; readonly name: string }[];
}

/** Reads the fields of queries that a feature's data defines. */
export interface QueryFieldsQuery {
  readonly queryKey: QueryKey;
  readonly queryFn: (context: { signal: AbortSignal }) => Promise<unknown>;
  /** The fields in what was read; the same function each time. */
  select(data: unknown): readonly OwnQueryField[];
}

/** The parts that a feature adds to the application for signed-in users. They are loaded with their code, not before. */
export interface Extensions {
  readonly shortcuts?: readonly Shortcut[];
  /** Destinations of the command palette, or other names of links of the bar; shortcuts with a destination are included anyway. */
  readonly paletteLinks?: readonly NavEntry[];
  /** Links between the pages for admins. */
  readonly adminPages?: readonly NavEntry[];
  /** Commands of the palette that depend on data. */
  readonly commands?: readonly CommandsQuery[];
  /** Fields of queries that depend on data. */
  readonly queryFields?: QueryFieldsQuery;
  readonly bugSections?: readonly BugSection[];
  /** In the menu of a bug's page. */
  readonly bugActions?: readonly BugAction[];
  readonly bugBanners?: readonly BugBanner[];
  readonly rowBadges?: readonly RowBadge[];
  readonly resolveQuestions?: readonly ResolveQuestion[];
  readonly profileSections?: readonly ProfileSection[];
  readonly banners?: readonly Banner[];
  /** Below the facts of a bug's page. */
  readonly bugAsides?: readonly BugSection[];
  readonly bugBeside?: () => Promise<ComponentType<BugBesideProps>>;
  readonly bugList?: () => Promise<BugListOf>;
  readonly createAsides?: readonly CreateAside[];
  readonly timelineEnds?: readonly TimelineEnd[];
  /** By the kind of entries that the feature adds to timelines. */
  readonly timelinePredicates?: Readonly<Record<string, TimelinePredicate>>;
  /** The labels of the feature's actions in the audit trail. */
  readonly auditActions?: Readonly<Record<string, string>>;
  /** How screens show the fields that the feature gives bugs. */
  readonly bugFields?: readonly BugFieldView[];
  /** Links beside the heading of the bug list. */
  readonly bugListLinks?: readonly BugListLink[];
  /** How the cache follows live changes. */
  readonly live?: LiveHandlers;
  /** Code that opens at a key, and is loaded once the browser is idle. */
  readonly loadedWhenIdle?: readonly (() => Promise<unknown>)[];
}

/**
 * How what features have in a slot becomes one: lists are concatenated, `each` is a list of what each has, `one` is what the
 * first has, and the keys of records are put together.
 */
const slots = {
  shortcuts: 'list',
  paletteLinks: 'list',
  adminPages: 'list',
  commands: 'list',
  queryFields: 'each',
  bugSections: 'list',
  bugActions: 'list',
  bugBanners: 'list',
  rowBadges: 'list',
  resolveQuestions: 'list',
  profileSections: 'list',
  banners: 'list',
  bugAsides: 'list',
  bugBeside: 'one',
  bugList: 'one',
  createAsides: 'list',
  timelineEnds: 'list',
  timelinePredicates: 'record',
  auditActions: 'record',
  bugFields: 'list',
  bugListLinks: 'list',
  live: 'each',
  loadedWhenIdle: 'list',
} as const satisfies Record<keyof Extensions, keyof Joined<unknown>>;

/** What a slot of this type becomes, by the way in which it is joined. */
interface Joined<T> {
  readonly list: T;
  readonly each: readonly T[];
  readonly one: T | undefined;
  readonly record: T;
}

/** The extensions of all features. */
export type AllExtensions = {
  readonly [Slot in keyof Extensions]-?: Joined<Required<Extensions>[Slot]>[(typeof slots)[Slot]];
};

const joins: Record<keyof Joined<unknown>, (given: readonly unknown[]) => unknown> = {
  list: (given) => given.flat(),
  each: (given) => given,
  one: (given) => given[0],
  record: (given) => Object.assign({}, ...given) as unknown,
};

/** Joins the extensions of features, in their order. */
export function joined(features: readonly Extensions[]): AllExtensions {
  const given = (slot: keyof Extensions) =>
    features.map((feature) => feature[slot]).filter((value) => value !== undefined);
  const names = Object.keys(slots) as (keyof Extensions)[];
  return Object.fromEntries(names.map((slot) => [slot, joins[slots[slot]](given(slot))])) as AllExtensions;
}

export const ExtensionsContext = createContext<AllExtensions>(joined([]));

/** The extensions of all features, for the pages that have a place for them. */
export function useExtensions(): AllExtensions {
  return use(ExtensionsContext);
}

/** All fields of bugs, in the order in which screens show them. */
export function useBugFields(): readonly BugFieldView[] {
  return useExtensions().bugFields;
}

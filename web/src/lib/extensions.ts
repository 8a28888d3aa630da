import type { QueryKey } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, createContext, use } from 'react';
import type { ActivityEntry } from '#contract/bugs/history.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import type { BugPagePart } from '#web/lib/bugs/bug-page.ts';
import type { BugFieldView } from '#web/lib/bugs/bug-field.ts';
import type { Command, NavEntry } from './feature.ts';
import type { BugListOf, ListState } from '#web/lib/bugs/list-view.ts';
import type { Shortcut } from './keyboard/shortcut.ts';
import type { LiveHandlers } from './live/change.ts';
import type { WorkspaceQuery } from './api/query.ts';
import type { User } from './session/session.ts';
import type { BugRights } from '#web/lib/bugs/use-bug-rights.ts';

/** A section of a bug's page, below the description. Its code loads when the page is shown. */
export interface BugSection {
  readonly title: string;
  readonly load: () => Promise<ComponentType<{ bug: Bug }>>;
  /** Whether it has its own heading and frame, because it may have nothing to show. */
  readonly hasOwnHeading?: boolean;
}

/** A bulk action on bugs. */
export interface BulkWork {
  readonly mayDo: (bug: Bug) => boolean;
  /** Why bugs for which `mayDo` is false are skipped. */
  readonly reason: string;
  /** Performs it, and returns what undoes it; undefined if there was nothing to do. */
  readonly work: (bug: Bug) => Promise<(() => Promise<unknown>) | undefined>;
}

export interface BulkDialogProps {
  readonly bugs: readonly Bug[];
  /** Performs it on all bugs, shows refusals, and offers undo. */
  readonly onRun: (work: BulkWork) => void;
  readonly onClose: () => void;
}

export interface BugActionProps {
  bug: Bug;
  /** Called once it is done, before `onClose`. */
  onDone?: () => void;
  onClose: () => void;
}

/** An action on a bug, in a dialog. Its code loads when it is chosen. */
export interface BugAction {
  /** The name by which other features find it, to offer it too. */
  readonly name: string;
  readonly label: string;
  /** The name of the equivalent shortcut, on the bug's page and for selected bugs. */
  readonly shortcut?: string;
  readonly isOffered: (bug: Bug, rights: BugRights) => boolean;
  /** Why it is not offered, as a sentence. */
  readonly whyNot?: (bug: Bug, rights: BugRights) => string | undefined;
  readonly load: () => Promise<ComponentType<BugActionProps>>;
  /** The same action on several bugs. */
  readonly many?: {
    readonly label: string;
    readonly load: () => Promise<ComponentType<BulkDialogProps>>;
  };
}

/** The name of the action and of its key, both also used by triage. */
export const duplicateAction = 'mark as duplicate';

/** A line above a bug, which may show nothing. */
interface BugBanner {
  readonly name: string;
  /** `isPage` if the bug is the page, not beside something else. */
  readonly Banner: ComponentType<{ bug: Bug; isPage: boolean }>;
}

/** A badge beside the title of a bug in rows and cards. */
interface RowBadge {
  readonly name: string;
  readonly isShown: (bug: Bug) => boolean;
  readonly Badge: ComponentType<{ bug: Bug }>;
}

/** A question asked before bugs are resolved. */
interface ResolveQuestion {
  readonly name: string;
  readonly isAsked: (bug: Bug) => boolean;
  /** Called with those bugs that need the question. */
  readonly Question: ComponentType<{ bugs: readonly Bug[] }>;
}

/** A section of the profile. Its code loads when the page is shown. */
export interface ProfileSection {
  readonly title: string;
  /** Whether this browser has the section; true by default. */
  readonly isOffered?: () => boolean;
  readonly load: () => Promise<ComponentType>;
}

/** A line above all pages, about the account. Its code loads when it is shown. */
export interface Banner {
  readonly name: string;
  readonly isShown: (user: User) => boolean;
  readonly load: () => Promise<ComponentType>;
}

/** A bug beside another feature's content, which names it and may have actions for it. */
export interface BugBesideProps {
  bugId: string;
  onClose: () => void;
  actions?: ReactNode;
  /** Reports the quick edits of the bug instead of showing their notices. */
  onEdited?: (edit: StoredEdit) => void;
}

/** A stored quick edit. */
export interface StoredEdit {
  readonly text: string;
  /** Undoes the edit and returns the text to show. Rejects on failure. */
  readonly undo: () => Promise<string>;
}

/** Rendered at the end of a bug's timeline, once it is completely loaded. It shows nothing. */
interface TimelineEnd {
  readonly name: string;
  readonly End: ComponentType<{ bugId: string }>;
}

/** The predicate of a timeline entry, after the user’s name in a sentence. */
type TimelinePredicate = ComponentType<{ entry: ActivityEntry }>;

/** The values typed for a new bug, and a way to send them elsewhere than to a new bug. */
export interface CreateAsideProps {
  readonly typed: {
    readonly title: string;
    readonly description: string;
    /** The ids of its uploaded files. */
    readonly files: readonly string[];
  };
  /** Whether it is being sent. */
  readonly isBusy: boolean;
  /**
   * Sends the input by `send`, once its files are uploaded; then deletes the draft and opens the bug. Rejects as `send`
   * does, or with an UploadError; the input then stays in the form.
   */
  readonly sendTo: (bugId: string, send: () => Promise<unknown>) => Promise<void>;
}

/** Rendered beside the form for a new bug, if the back end has additions. Its code loads with the form. */
export interface CreateAside {
  readonly name: string;
  readonly load: () => Promise<ComponentType<CreateAsideProps>>;
}

/** A link or a button beside the heading of the bug list, which may show nothing. */
interface BugListLink {
  readonly name: string;
  readonly Link: ComponentType<{ list: ListState }>;
}

/** A command of the palette without a key. */
interface PageCommand extends Pick<Shortcut, 'label' | 'words' | 'isLast'> {
  readonly name: string;
}

/** A query for commands of the palette. */
export interface CommandsQuery {
  readonly queryKey: QueryKey;
  readonly queryFn: (context: { signal: AbortSignal }) => Promise<readonly Command[]>;
}

/** The groups of pages for admins, in order. */
export const adminGroups = ['people', 'bugs', 'server'] as const;

/** A page for admins. */
interface AdminPageEntry extends NavEntry {
  readonly group: (typeof adminGroups)[number];
  /** The label of the command that opens it. */
  readonly go: string;
}

/** A feature's extensions of the application for signed-in users, loaded together with their code. */
export interface Extensions {
  readonly shortcuts?: readonly Shortcut[];
  /** Commands without a key, offered while a page registers an action under their name (`useShortcuts`). */
  readonly pageCommands?: readonly PageCommand[];
  /** Destinations of the command palette, or other names of links of the bar; shortcuts with a destination are included anyway. */
  readonly paletteLinks?: readonly NavEntry[];
  /** Pages for admins, in the order of their groups: each is a link beside all of them, and a command of the palette. */
  readonly adminPages?: readonly AdminPageEntry[];
  /** Palette commands that depend on data. */
  readonly commands?: readonly CommandsQuery[];
  /** The parts that the page of a bug shows beside the bug, and loads by one call. */
  readonly bugPage?: readonly BugPagePart[];
  readonly bugSections?: readonly BugSection[];
  /** The actions in the menu of a bug's page. */
  readonly bugActions?: readonly BugAction[];
  readonly bugBanners?: readonly BugBanner[];
  readonly rowBadges?: readonly RowBadge[];
  readonly resolveQuestions?: readonly ResolveQuestion[];
  readonly profileSections?: readonly ProfileSection[];
  readonly banners?: readonly Banner[];
  /** The sections in the card of a bug's text, below the text. */
  readonly bugTextParts?: readonly BugSection[];
  /** The sections below the facts of a bug's page. */
  readonly bugAsides?: readonly BugSection[];
  readonly bugBeside?: () => Promise<ComponentType<BugBesideProps>>;
  readonly bugList?: () => Promise<BugListOf>;
  readonly createAsides?: readonly CreateAside[];
  readonly timelineEnds?: readonly TimelineEnd[];
  /** The predicates of timeline entries, by the kind of entry that the feature adds. */
  readonly timelinePredicates?: Readonly<Record<string, TimelinePredicate>>;
  /** The labels of the feature's actions in the audit trail. */
  readonly auditActions?: Readonly<Record<string, string>>;
  /** The display of the fields that the feature adds to bugs. */
  readonly bugFields?: readonly BugFieldView[];
  /** Links beside the heading of the bug list. */
  readonly bugListLinks?: readonly BugListLink[];
  /** Queries that every screen needs, or many: one call fills them when a user has signed in. */
  readonly workspace?: readonly WorkspaceQuery[];
  /** How live changes update the cache. */
  readonly live?: LiveHandlers;
  /** Code that people need while the server cannot be reached: it is loaded once the browser is idle. */
  readonly neededInOutages?: readonly (() => Promise<unknown>)[];
}

/**
 * How the features' values for a slot are combined: `list` concatenates lists, `each` collects each feature's value,
 * `one` takes the first one, and `record` merges the keys of records.
 */
const slots = {
  shortcuts: 'list',
  pageCommands: 'list',
  paletteLinks: 'list',
  adminPages: 'list',
  commands: 'list',
  bugPage: 'list',
  bugSections: 'list',
  bugActions: 'list',
  bugBanners: 'list',
  rowBadges: 'list',
  resolveQuestions: 'list',
  profileSections: 'list',
  banners: 'list',
  bugTextParts: 'list',
  bugAsides: 'list',
  bugBeside: 'one',
  bugList: 'one',
  createAsides: 'list',
  timelineEnds: 'list',
  timelinePredicates: 'record',
  auditActions: 'record',
  bugFields: 'list',
  bugListLinks: 'list',
  workspace: 'list',
  live: 'each',
  neededInOutages: 'list',
} as const satisfies Record<keyof Extensions, keyof Joined<unknown>>;

/** The combined type of a slot, by how it is joined. */
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

/** Joins the extensions of features, in order. */
export function joined(features: readonly Extensions[]): AllExtensions {
  const given = (slot: keyof Extensions) =>
    features.map((feature) => feature[slot]).filter((value) => value !== undefined);
  const names = Object.keys(slots) as (keyof Extensions)[];
  return Object.fromEntries(names.map((slot) => [slot, joins[slots[slot]](given(slot))])) as AllExtensions;
}

export const ExtensionsContext = createContext<AllExtensions>(joined([]));

/** The extensions of all features, for pages that render them. */
export function useExtensions(): AllExtensions {
  return use(ExtensionsContext);
}

/** All fields of bugs, in display order. */
export function useBugFields(): readonly BugFieldView[] {
  return useExtensions().bugFields;
}

import type { ComponentType } from 'react';
import type { View } from '#contract/bugs/views.ts';

/** The query and the layout of a list. */
export type ListContent = Pick<View, 'query' | 'sort' | 'columns' | 'group'>;

/** A list with a name and an address of its own. */
export interface ListView extends ListContent {
  readonly _id: string;
  readonly name: string;
}

/** The part of the shown list that a view saves. */
export interface ListState {
  /** Its view; undefined for the list of all bugs. */
  readonly view: ListView | undefined;
  /** The shown list; undefined while the typed query is not understood. */
  readonly content: ListContent | undefined;
  /** Whether it differs from the view. */
  readonly isChanged: boolean;
  /** Resets to the view's query and layout. */
  readonly reset: () => void;
}

/** The list of a view, at the view's address. */
export type BugListOf = ComponentType<{ view: ListView }>;

import type { ComponentType } from 'react';
import type { View } from '#contract/bugs/views.ts';

/** Which bugs a list has, and how it shows them. */
export type ListContent = Pick<View, 'query' | 'sort' | 'columns' | 'group'>;

/** A list with a name and an address of its own. */
export interface ListView extends ListContent {
  readonly _id: string;
  readonly name: string;
}

/** The list that is shown, as far as it is to be saved. */
export interface ListState {
  /** The view that it is of; undefined for the list of all bugs. */
  readonly view: ListView | undefined;
  /** The shown list; undefined while the typed query is not understood. */
  readonly content: ListContent | undefined;
  /** Whether that is something else than the view has. */
  readonly isChanged: boolean;
  /** Goes back to what the view has. */
  readonly reset: () => void;
}

/** The list of a view, at the view's address. */
export type BugListOf = ComponentType<{ view: ListView }>;

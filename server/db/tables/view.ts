/** A list of bugs that a user has saved. */
interface SavedViewsTable {
  id: string;
  owner_id: string;
  name: string;
  /** The name in the form in which it is unique for the owner. */
  name_key: string;
  query: string;
  /** Null for newest first. */
  sort: string | null;
  /** As JSON; null for the usual ones. */
  columns: string | null;
  group_by: string | null;
  is_shared: number;
}

/** Where a user has a view. */
interface ViewPlacesTable {
  user_id: string;
  /** The id of a saved view, or the name of a standard one. */
  view: string;
  position: number;
  is_pinned: number;
}

/** The tables of views. */
export interface ViewTables {
  saved_views: SavedViewsTable;
  view_places: ViewPlacesTable;
}

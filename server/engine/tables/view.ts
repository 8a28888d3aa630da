/** A list of bugs that a user has saved. */
interface SavedViewsTable {
  id: string;
  owner_id: string;
  name: string;
  /** The folded name, which is unique per owner. */
  name_key: string;
  query: string;
  /** Null for newest first. */
  sort: string | null;
  /** As JSON; null for the default columns. */
  columns: string | null;
  group_by: string | null;
  is_shared: number;
}

/** The position of a view in a user's bar. */
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

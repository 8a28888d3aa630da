/** Components of what is worked on. One without a `name_key` is deleted: histories of bugs still name it. */
interface ComponentsTable {
  id: string;
  name: string;
  /** What makes a name the same name, and its place in the order of names: unique. */
  name_key: string | null;
  description: string;
  /** Who is assigned to new bugs that are filed without an assignee. */
  owner_id: string | null;
  /** What descriptions of new bugs begin with; empty for none. */
  template: string;
  /** Since when no further bug can get it; null where bugs can. */
  archived_at: string | null;
}

export interface ComponentTables {
  components: ComponentsTable;
}

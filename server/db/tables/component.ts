/** Components of the product. One without a `name_key` is deleted: histories of bugs still name it. */
interface ComponentsTable {
  id: string;
  name: string;
  /** The folded name, which decides whether names are the same and their order: unique. */
  name_key: string | null;
  description: string;
  /** The user who is assigned to new bugs that are filed without an assignee. */
  owner_id: string | null;
  /** The template for descriptions of new bugs; empty for none. */
  template: string;
  /** When it was archived; null if it is not. */
  archived_at: string | null;
}

export interface ComponentTables {
  components: ComponentsTable;
}

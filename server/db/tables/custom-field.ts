import type { CustomKind } from '#contract/classification/custom-fields.ts';

/** Fields of bugs that admins have defined. None is deleted: histories of bugs name them. */
interface CustomFieldsTable {
  id: string;
  name: string;
  /** The folded name, which is unique. */
  name_key: string;
  kind: CustomKind;
  /** 1 where a new bug has to have a value, else 0. */
  is_required: number;
  /** The value of new bugs, as JSON; null for none. */
  initial: string | null;
  /** Fields are sorted by these numbers. */
  position: number;
  /** When the field was archived; null if it is not. */
  archived_at: string | null;
}

/** The components whose bugs are asked for a field; without any, all bugs are. */
interface CustomFieldComponentsTable {
  field_id: string;
  component_id: string;
}

/** The options of fields. None is deleted. */
interface CustomOptionsTable {
  id: string;
  field_id: string;
  name: string;
  /** The folded name, which is unique within its field. */
  name_key: string;
  /** The options of a field are sorted by these numbers. */
  position: number;
  archived_at: string | null;
}

/** The values of bugs, each in the column of its kind. */
interface BugCustomValuesTable {
  bug_id: string;
  field_id: string;
  /** Numbers the options of a multi-option field; 0 for any other value. */
  part: number;
  text_value: string | null;
  /** The folded text, for searches. */
  text_fold: string | null;
  number_value: number | null;
  /** As in 2026-11-21. */
  day_value: string | null;
  option_id: string | null;
  user_id: string | null;
  /** 1 for yes, 0 for no. */
  yes_value: number | null;
}

/** The tables of fields that admins define. */
export interface CustomFieldTables {
  custom_fields: CustomFieldsTable;
  custom_field_components: CustomFieldComponentsTable;
  custom_options: CustomOptionsTable;
  bug_custom_values: BugCustomValuesTable;
}

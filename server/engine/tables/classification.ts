import type { CustomKind } from '#contract/classification/custom-fields.ts';
import type { LabelColor } from '#contract/classification/label-field.ts';
import type { VersionState } from '#contract/classification/versions.ts';

/** The tables of labels, resolutions, components, versions and custom fields. */
export interface ClassificationTables {
  labels: {
    id: string;
    name: string;
    /** The folded name, which is unique; null if the label is deleted. */
    name_key: string | null;
    color: LabelColor;
    description: string;
    archived_at: string | null;
    /** The label that took over the bugs of a deleted label. */
    merged_into: string | null;
  };
  bug_labels: { bug_id: string; number: number; label_id: string };
  /** The resolutions of bugs that have one. */
  bug_resolutions: {
    bug_id: string;
    /** The index of the resolution in the contract's list. */
    resolution: number;
  };
  /** Components of the product. One without a `name_key` is deleted: histories of bugs still name it. */
  components: {
    id: string;
    name: string;
    /** The folded name, which is unique. Names are compared and sorted by it. */
    name_key: string | null;
    description: string;
    /** The user who is assigned to new bugs that are filed without an assignee. */
    owner_id: string | null;
    /** The template for descriptions of new bugs; empty for none. */
    template: string;
    /** When it was archived; null if it is not. */
    archived_at: string | null;
  };
  versions: {
    id: string;
    name: string;
    /** The folded name, which is unique; null if the version is deleted. */
    name_key: string | null;
    description: string;
    state: VersionState;
    /** As in 2026-11-21. */
    day: string | null;
    /** Versions are sorted by these numbers. */
    position: number;
  };
  /** The versions in which bugs were seen. */
  bug_found_in: BugVersions;
  /** The version in which each bug is fixed or planned to be fixed. */
  bug_fixed_in: BugVersions;
  /** Fields of bugs that admins have defined. None is deleted: histories of bugs name them. */
  custom_fields: {
    id: string;
    name: string;
    /** The folded name, which is unique. */
    name_key: string;
    kind: CustomKind;
    /** 1 if a new bug must have a value, else 0. */
    is_required: number;
    /** The value of new bugs, as JSON; null for none. */
    initial: string | null;
    /** Fields are sorted by these numbers. */
    position: number;
    /** When the field was archived; null if it is not. */
    archived_at: string | null;
  };
  /** The components whose bugs are asked for a field; without any, all bugs are. */
  custom_field_components: { field_id: string; component_id: string };
  /** The options of fields. None is deleted. */
  custom_options: {
    id: string;
    field_id: string;
    name: string;
    /** The folded name, which is unique within its field. */
    name_key: string;
    /** The options of a field are sorted by these numbers. */
    position: number;
    archived_at: string | null;
  };
  /** The former names of labels, components, versions, fields, options and users. */
  former_names: {
    target_id: string;
    /** The folded name. */
    name_key: string;
    /** When it was last renamed. */
    until: string;
  };
  /** The values of bugs, each in the column of its kind. */
  bug_custom_values: {
    bug_id: string;
    /** The number of the bug, by which indices sort the bugs with a value. */
    number: number;
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
  };
}

/** One type for both tables: queries of either take it. */
interface BugVersions {
  bug_id: string;
  /** The number of the bug, as in `bug_custom_values`. */
  number: number;
  version_id: string;
}

import { sql } from 'kysely';
import type { MigrationEngine } from '#server/engine/migrations/engine.ts';

/** The value columns that queries select by, each with an index that returns bugs oldest first. */
const indexedValues = ['number_value', 'day_value', 'option_id', 'user_id', 'yes_value'];

/**
 * Labels, components, versions, resolutions and fields that admins define. The component is a column of bugs, so that an
 * index has the bugs of one newest first, as has whether a bug is triaged.
 */
export const classification = ({ types, tableEnd }: MigrationEngine) => {
  const { uuid, time, foldedText, decimal } = types;
  return [
    sql`create table labels (
      id ${uuid} not null primary key,
      name text not null,
      name_key ${foldedText} unique,
      color text not null,
      description text not null,
      archived_at ${time},
      merged_into ${uuid}
    ) ${tableEnd}`,
    sql`create table bug_labels (
      bug_id ${uuid} not null references bugs (id) on delete cascade,
      label_id ${uuid} not null references labels (id),
      constraint bug_labels_key primary key (bug_id, label_id)
    ) ${tableEnd}`,
    sql`create index bug_labels_label on bug_labels (label_id, bug_id)`,
    sql`create table bug_resolutions (
      bug_id ${uuid} not null primary key references bugs (id) on delete cascade,
      resolution integer not null check (resolution between 0 and 4)
    ) ${tableEnd}`,
    sql`create index bug_resolutions_resolution on bug_resolutions (resolution, bug_id)`,
    sql`create table components (
      id ${uuid} not null primary key,
      name text not null,
      name_key ${foldedText} unique,
      description text not null,
      owner_id ${uuid} references users (id),
      template text not null,
      archived_at ${time}
    ) ${tableEnd}`,
    sql`alter table bugs add column component_id ${uuid} references components (id)`,
    sql`create index bugs_component on bugs (component_id, number)`,
    sql`alter table bugs add column triaged integer check (triaged = 1)`,
    sql`create index bugs_to_triage on bugs (number) where triaged is null and status = 0`,
    sql`create table versions (
      id ${uuid} not null primary key,
      name text not null,
      name_key ${foldedText} unique,
      description text not null,
      state text not null check (state in ('planned', 'released', 'archived')),
      day text check (length(day) = 10),
      position integer not null
    ) ${tableEnd}`,
    sql`create table bug_found_in (
      bug_id ${uuid} not null references bugs (id) on delete cascade,
      version_id ${uuid} not null references versions (id),
      constraint bug_found_in_key primary key (bug_id, version_id)
    ) ${tableEnd}`,
    sql`create index bug_found_in_version on bug_found_in (version_id, bug_id)`,
    sql`create table bug_fixed_in (
      bug_id ${uuid} not null primary key references bugs (id) on delete cascade,
      version_id ${uuid} not null references versions (id)
    ) ${tableEnd}`,
    sql`create index bug_fixed_in_version on bug_fixed_in (version_id, bug_id)`,
    sql`create table custom_fields (
      id ${uuid} not null primary key,
      name text not null,
      name_key ${foldedText} not null unique,
      kind text not null
        check (kind in ('text', 'number', 'date', 'option', 'options', 'person', 'boolean', 'url')),
      is_required integer not null check (is_required in (0, 1)),
      initial text,
      position integer not null,
      archived_at ${time}
    ) ${tableEnd}`,
    sql`create table custom_field_components (
      field_id ${uuid} not null references custom_fields (id),
      component_id ${uuid} not null references components (id),
      constraint custom_field_components_key primary key (field_id, component_id)
    ) ${tableEnd}`,
    sql`create table custom_options (
      id ${uuid} not null primary key,
      field_id ${uuid} not null references custom_fields (id),
      name text not null,
      name_key ${foldedText} not null,
      position integer not null,
      archived_at ${time},
      constraint custom_options_name unique (field_id, name_key)
    ) ${tableEnd}`,
    sql`create table bug_custom_values (
      bug_id ${uuid} not null references bugs (id) on delete cascade,
      field_id ${uuid} not null references custom_fields (id),
      part integer not null,
      text_value text,
      text_fold text,
      number_value ${decimal},
      day_value ${foldedText} check (length(day_value) = 10),
      option_id ${uuid} references custom_options (id),
      user_id ${uuid} references users (id),
      yes_value integer check (yes_value in (0, 1)),
      constraint bug_custom_values_key primary key (bug_id, field_id, part)
    ) ${tableEnd}`,
    sql`create index bug_custom_values_field on bug_custom_values (field_id, bug_id)`,
    ...indexedValues.map(
      (column) => sql`create index ${sql.id(`bug_custom_values_${column}`)}
        on bug_custom_values (field_id, ${sql.id(column)}, bug_id) where ${sql.id(column)} is not null`,
    ),
  ];
};

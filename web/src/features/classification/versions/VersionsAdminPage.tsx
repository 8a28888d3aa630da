import {
  createVersion,
  createVersionBody,
  deleteVersion,
  moveVersion,
  updateVersion,
  type Version,
  versionPermissions,
  type VersionState,
  versionStates,
} from '#contract/classification/versions.ts';
import { refreshing, versions } from '#web/features/classification/data.ts';
import { DefinitionForm } from '#web/features/classification/DefinitionForm.tsx';
import {
  DefinitionsPage,
  descriptionColumn,
  type DialogProps,
  type FormProps,
} from '#web/features/classification/DefinitionsPage.tsx';
import { versionTexts } from '#web/features/classification/texts.ts';
import { DeleteDialog } from '#web/lib/admin/dialogs.tsx';
import { creating, deleting, moving, updating } from '#web/lib/admin/definition-mutations.ts';
import type { Column } from '#web/lib/admin/tables.tsx';
import { texts } from '#web/lib/admin/texts.ts';
import { FormSelect, FormText } from '#web/lib/form/fields.tsx';
import { TextLink } from '#web/ui/links.tsx';
import { adminTexts } from './admin-texts.ts';
import { Day } from './version-facts.tsx';

const useCreateVersion = creating(createVersion, refreshing(versions));
const useUpdateVersion = updating(updateVersion, refreshing(versions));
const useMoveVersion = moving(moveVersion, versions.query.queryKey);
const useDeleteVersion = deleting(deleteVersion, refreshing(versions));

const columns: readonly Column<Version>[] = [
  {
    label: adminTexts.version,
    cell: ({ _id: id, name }) => (
      <TextLink to="/versions/$id" params={{ id }} title={name}>
        {name}
      </TextLink>
    ),
  },
  { label: adminTexts.state, width: 30, cell: ({ state }) => versionTexts.states[state] },
  {
    label: adminTexts.date,
    width: 28,
    cell: ({ date }) => (date === null ? undefined : <Day value={date} />),
  },
  descriptionColumn,
];

export function VersionsAdminPage(): React.JSX.Element {
  return (
    <DefinitionsPage<Version, { state: VersionState }>
      kind={versions}
      permission={versionPermissions.manage}
      texts={adminTexts}
      columns={columns}
      update={useUpdateVersion()}
      move={useMoveVersion()}
      archiving={(archived) => ({ state: archived ? 'archived' : 'released' })}
      changes={({ state }) =>
        state === 'planned' ? [{ label: adminTexts.release, body: { state: 'released' } }] : []
      }
      Form={VersionForm}
      Delete={DeleteVersion}
    />
  );
}

function DeleteVersion({ item, onClose }: DialogProps<Version>) {
  return <DeleteDialog item={item} texts={adminTexts} mutation={useDeleteVersion()} onClose={onClose} />;
}

const stateOptions = versionStates.map((value) => ({ value, label: versionTexts.states[value] }));

function VersionForm({ item, onClose }: FormProps<Version>) {
  return (
    <DefinitionForm
      item={item}
      texts={adminTexts}
      schema={createVersionBody}
      defaultValues={{
        name: item?.name ?? '',
        state: item?.state ?? 'planned',
        date: item?.date ?? '',
        description: item?.description ?? '',
      }}
      create={useCreateVersion()}
      update={useUpdateVersion()}
      width="xs"
      onClose={onClose}
    >
      {(control) => (
        <>
          <FormSelect control={control} name="state" label={adminTexts.state} options={stateOptions} />
          <FormText
            control={control}
            name="date"
            label={adminTexts.date}
            type="date"
            helperText={adminTexts.dateHelp}
          />
          <FormText
            control={control}
            name="description"
            label={texts.description}
            autoComplete="off"
            minRows={2}
          />
        </>
      )}
    </DefinitionForm>
  );
}

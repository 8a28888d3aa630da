import { inLanguage } from '#web/language/language.ts';
import {
  createVersion,
  createVersionBody,
  deleteVersion,
  moveVersion,
  updateVersion,
  versionPermissions,
  versionStates,
  type Version,
  type VersionState,
} from '#contract/classification/versions.ts';
import { refreshing, versions } from '#web/features/classification/data.ts';
import {
  DefinitionForm,
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
import { Day } from './version-facts.tsx';

const adminTexts = inLanguage({
  en: {
    title: 'Versions',
    create: 'Create version',
    empty: 'There are no versions yet. Create one to record where bugs were found and fixed.',
    failed: 'Failed to fetch the versions',
    saveFailed: 'Failed to save the version',
    moveFailed: 'Failed to move the version',
    deleteFailed: 'Failed to delete the version',
    version: 'Version',
    state: 'State',
    date: 'Date',
    editTitle: 'Edit version',
    dateHelp: 'The day of the release, or the planned one',
    release: 'Mark as released',
    deleteTitle: 'Delete version',
    deleteText: 'Only a version that no bug has can be deleted. This action cannot be undone.',
  },
  de: {
    title: 'Versionen',
    create: 'Version anlegen',
    empty:
      'Es gibt noch keine Versionen. Sobald es welche gibt, kann bei Bugs stehen, in welchen sie gefunden und in welcher sie behoben sind.',
    failed: 'Die Versionen konnten nicht geladen werden',
    saveFailed: 'Die Version konnte nicht gespeichert werden',
    moveFailed: 'Die Version konnte nicht verschoben werden',
    deleteFailed: 'Die Version konnte nicht gelöscht werden',
    version: 'Version',
    state: 'Zustand',
    date: 'Datum',
    editTitle: 'Version bearbeiten',
    dateHelp: 'Der Tag der Veröffentlichung, oder der geplante',
    release: 'Als veröffentlicht markieren',
    deleteTitle: 'Version löschen',
    deleteText:
      'Nur eine Version, die kein Bug hat, kann gelöscht werden. Das lässt sich nicht rückgängig machen.',
  },
});

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

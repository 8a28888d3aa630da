import { bugPermissions } from '#contract/bugs.ts';
import { can } from '#contract/permissions.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { fieldLabels } from '#web/lib/bug-labels.ts';
import type { BugFieldView, FieldName } from '#web/lib/bug-field.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { Time } from '#web/ui/Time.tsx';
import { DetailsGrid, Fact, Facts, QuietNote, WrittenText } from './details.styles.tsx';
import { FieldFact } from './FieldFact.tsx';
import { detailsTexts } from './texts.ts';

interface Props {
  bug: Bug;
  /** The fields that are on their way to the server. */
  saving: readonly FieldName[];
  /** For those who may change what can be changed without the form. */
  onChange: ((field: FieldName, wanted: Bug) => void) | undefined;
}

/** A bug to read. */
export function BugText({ bug, saving, onChange }: Props) {
  const user = useUser();
  const fields = useBugFields();
  const fact = (field: BugFieldView) => (
    <FieldFact
      key={field.name}
      field={field}
      bug={bug}
      isSaving={saving.includes(field.name)}
      onChange={onChange}
    />
  );
  return (
    <DetailsGrid>
      <Surface>
        <WrittenText>{bug.description}</WrittenText>
      </Surface>
      <div>
        <Facts>
          {fields.filter(({ isPerson }) => !isPerson).map(fact)}
          <Fact label={fieldLabels.createdBy}>{bug.createdBy.name}</Fact>
          {fields.filter(({ isPerson }) => isPerson).map(fact)}
          <Fact label={fieldLabels.createdAt}>
            <Time value={bug.createdAt} format="date-time" />
          </Fact>
          <Fact label={detailsTexts.lastUpdated}>
            <Time value={bug.updatedAt} format="date-time" />
          </Fact>
        </Facts>
        {!can(user, bugPermissions.edit, bug) && (
          <QuietNote>{detailsTexts.onlyOthers(bug.createdBy.name)}</QuietNote>
        )}
      </div>
    </DetailsGrid>
  );
}

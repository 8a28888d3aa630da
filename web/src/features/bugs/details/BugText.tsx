import type { Bug } from '#web/lib/api/specified.ts';
import { fieldLabels } from '#web/lib/bug-labels.ts';
import type { BugFieldView, FieldName } from '#web/lib/bug-field.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { Time } from '#web/ui/Time.tsx';
import { useBugRights } from '#web/features/bugs/data/use-bug-rights.ts';
import { DetailsGrid, Fact, Facts, QuietNote, WrittenText } from './details.styles.tsx';
import { FieldFact } from './FieldFact.tsx';
import { detailsTexts } from './texts.ts';

interface Props {
  bug: Bug;
  /** The fields that are on their way to the server. */
  saving: readonly FieldName[];
  /** Whether the user may change a field without the form. */
  mayChange: (field: FieldName) => boolean;
  onChange: (field: FieldName, wanted: Bug) => void;
}

/** A bug to read. */
export function BugText({ bug, saving, mayChange, onChange }: Props) {
  const { mayEdit } = useBugRights();
  const fields = useBugFields();
  const fact = (field: BugFieldView) => (
    <FieldFact
      key={field.name}
      field={field}
      bug={bug}
      isSaving={saving.includes(field.name)}
      onChange={mayChange(field.name) ? onChange : undefined}
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
        {!mayEdit(bug) && <QuietNote>{detailsTexts.onlyOthers(bug.createdBy.name)}</QuietNote>}
      </div>
    </DetailsGrid>
  );
}

import { bugPermissions } from '#contract/bugs.ts';
import { can } from '#contract/permissions.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { fieldLabels } from '#web/lib/bug-labels.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { Time } from '#web/ui/Time.tsx';
import type { QuickField } from '#web/features/bugs/form/bug-form.ts';
import { DetailsGrid, Fact, Facts, QuietNote, WrittenText } from './details.styles.tsx';
import { AssigneeFact, PriorityFact, StatusFact } from './QuickFacts.tsx';
import { detailsTexts } from './texts.ts';

interface Props {
  bug: Bug;
  /** The fields that are on their way to the server. */
  saving: readonly QuickField[];
  /** For those who may change what can be changed without the form. */
  onChange: ((field: QuickField, wanted: Bug) => void) | undefined;
}

/** A bug to read. */
export function BugText({ bug, saving, onChange }: Props) {
  const user = useUser();
  const quick = (field: QuickField) => ({ bug, onChange, isSaving: saving.includes(field) });
  return (
    <DetailsGrid>
      <Surface>
        <WrittenText>{bug.description}</WrittenText>
      </Surface>
      <div>
        <Facts>
          <StatusFact {...quick('status')} />
          <PriorityFact {...quick('priority')} />
          <Fact label={fieldLabels.createdBy}>{bug.createdBy.name}</Fact>
          <AssigneeFact {...quick('assignedTo')} />
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

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useRef } from 'react';
import { useAdditions } from '#web/lib/api/back-end.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { fieldLabels } from '#web/lib/bugs/bug-labels.ts';
import type { BugFieldView, FieldName } from '#web/lib/bugs/bug-field.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import { FormattedText } from '#web/lib/formatted-text/FormattedText.tsx';
import { useUser } from '#web/lib/session/auth-context.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { countTasks } from '#web/ui/markdown/tick.ts';
import { PersonName } from '#web/ui/PersonName.tsx';
import { Time } from '#web/ui/Time.tsx';
import { useBugRights } from '#web/lib/bugs/use-bug-rights.ts';
import { assignToMe, type ChangeField } from '#web/features/bugs/field-keys/assign-to-me.ts';
import { useFieldKeys } from '#web/features/bugs/field-keys/use-field-keys.ts';
import { bugMentionsQuery } from '#web/features/bugs/data/queries.ts';
import { DetailsGrid, Fact, Facts, QuietNote } from './details.styles.tsx';
import { FieldFact } from './FieldFact.tsx';
import { detailsTexts } from './texts.ts';

interface Props {
  bug: Bug;
  /** The fields being saved. */
  saving: readonly FieldName[];
  /** Whether the user may change a field without the form. */
  mayChange: (field: FieldName) => boolean;
  onChange: ChangeField;
  /** Whether field shortcuts act on this bug. */
  hasKeys?: boolean;
  /** Rendered below the facts. */
  aside?: ReactNode;
  /** Rendered below the text. */
  children?: ReactNode;
}

/** A bug to read. */
export function BugText({ bug, saving, mayChange, onChange, hasKeys = true, aside, children }: Props) {
  const user = useUser();
  const { mayEdit, whyNotWork } = useBugRights();
  const fields = useBugFields();
  const facts = useRef<HTMLDivElement>(null);
  const allowed = (name: FieldName) => (mayChange(name) ? onChange : undefined);
  useFieldKeys({
    scope: () => (hasKeys ? facts.current : undefined),
    whyNot: () => whyNotWork(bug),
    assignToMe: () => (hasKeys ? assignToMe(user, bug, whyNotWork(bug), onChange) : undefined),
  });
  const hasTasks = useMemo(() => countTasks(bug.description).all > 0, [bug.description]);
  const changeText = hasTasks ? allowed('description') : undefined;
  const onTick = changeText && ((text: string) => changeText('description', { ...bug, description: text }));
  const { data: mentions } = useQuery(bugMentionsQuery(bug, useAdditions()));
  const fact = (field: BugFieldView) => (
    <FieldFact
      key={field.name}
      field={field}
      bug={bug}
      isSaving={saving.includes(field.name)}
      onChange={allowed(field.name)}
    />
  );
  return (
    <DetailsGrid>
      <div ref={facts}>
        <Facts>
          {fields.map(fact)}
          <Fact label={fieldLabels.createdBy}>
            <PersonName id={bug.createdBy._id} name={bug.createdBy.name} />
          </Fact>
          <Fact label={fieldLabels.createdAt}>
            <Time value={bug.createdAt} format="date-time" />
          </Fact>
          <Fact label={detailsTexts.lastUpdated}>
            <Time value={bug.updatedAt} format="date-time" />
          </Fact>
        </Facts>
        {aside}
        {!mayEdit(bug) && <QuietNote>{detailsTexts.onlyOthers(bug.createdBy.name)}</QuietNote>}
      </div>
      <div>
        <Surface>
          <FormattedText
            text={bug.description}
            files={bug.files}
            hasSource
            {...(mentions && { mentions })}
            {...(onTick && { onTick })}
          />
        </Surface>
        {children}
      </div>
    </DetailsGrid>
  );
}

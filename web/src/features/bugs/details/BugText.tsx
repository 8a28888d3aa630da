import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useAdditions } from '#web/lib/api/back-end.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { fieldLabels } from '#web/lib/bugs/bug-labels.ts';
import type { BugFieldView, FieldName, ShownProps } from '#web/lib/bugs/bug-field.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import { FormattedText } from '#web/lib/formatted-text/FormattedText.tsx';
import { useUser } from '#web/lib/session/auth-context.ts';
import { Button } from '#web/ui/Button.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { AddIcon } from '#web/ui/icons.tsx';
import { ChoiceMenu } from '#web/ui/inputs/ChoiceMenu.tsx';
import { countTasks } from '#web/ui/markdown/tick.ts';
import { MarkedPerson } from '#web/lib/suspended-users.tsx';
import { Time } from '#web/ui/Time.tsx';
import { useBugRights } from '#web/lib/bugs/use-bug-rights.ts';
import { assignToMe, type ChangeField, useFieldKeys } from '#web/features/bugs/change/field-keys.ts';
import { bugMentionsQuery } from '#web/features/bugs/data/queries.ts';
import { changeTexts } from '#web/features/bugs/change/texts.ts';
import { ValueButton } from '#web/ui/inputs/ValueButton.tsx';
import { BugTextParts } from './BugSections.tsx';
import { detailsTexts } from './texts.ts';
import styles from './details.module.css';

interface Props {
  bug: Bug;
  /** The fields being saved. */
  saving: readonly FieldName[];
  /** Whether the user may change a field without the form. */
  mayChange: (field: FieldName) => boolean;
  onChange: ChangeField;
  /** Whether field shortcuts act on this bug. */
  hasKeys?: boolean;
  /** Whether the text is shown as typed. */
  isSource?: boolean;
  /** Rendered below the facts. */
  aside?: ReactNode;
  /** Rendered below the text. */
  children?: ReactNode;
}

/** The fields that the specification defines for every bug. */
const specified: ReadonlySet<FieldName> = new Set(['status', 'priority', 'assignedTo']);

/**
 * A bug to read: its specified facts, its text, and then the rest. If there is room, all facts are beside the text.
 * Fields without a value are folded into a menu that adds one.
 */
export function BugText(props: Props) {
  const { bug, saving, mayChange, onChange, hasKeys = true, isSource = false, aside, children } = props;
  const [added, setAdded] = useState<readonly string[]>([]);
  const user = useUser();
  const { mayEdit, mayTake, whyNotWork } = useBugRights();
  const fields = useBugFields();
  const facts = useRef<HTMLDivElement>(null);
  const allowed = (name: FieldName) => (mayChange(name) ? onChange : undefined);
  useFieldKeys({
    scope: () => (hasKeys ? facts.current : undefined),
    whyNot: () => whyNotWork(bug),
    // Rendered synchronously, before the popup looks up the position of its control.
    unfold: (label) => flushSync(() => setAdded([...added, label])),
    assignToMe: () => (hasKeys ? take : undefined),
  });
  const take = assignToMe(user, bug, mayTake(bug) ? undefined : whyNotWork(bug), onChange);
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
      onTake={field.name === 'assignedTo' && typeof take === 'function' ? take : undefined}
      added={specified.has(field.name) ? [...added, field.label] : added}
    />
  );
  const ofAll = (
    <dl className={styles.facts} data-specified>
      {fields.filter(({ name }) => specified.has(name)).map(fact)}
      <Fact label={fieldLabels.createdBy}>
        <MarkedPerson {...bug.createdBy} />
      </Fact>
      <Fact label={fieldLabels.createdAt}>
        <Time value={bug.createdAt} format="date-time" />
      </Fact>
      <Fact label={detailsTexts.lastUpdated}>
        <Time value={bug.updatedAt} format="date-time" />
      </Fact>
    </dl>
  );
  const rest = (
    <div className={styles.rest}>
      <dl className={styles.facts}>{fields.filter(({ name }) => !specified.has(name)).map(fact)}</dl>
      <AddField facts={facts} onAdd={(label) => setAdded([...added, label])} />
      {aside}
      {!mayEdit(bug) && <p className={styles.quietNote}>{detailsTexts.onlyOthers(bug.createdBy.name)}</p>}
    </div>
  );
  const text = (
    <Surface>
      <FormattedText
        text={bug.description}
        files={bug.files}
        isSource={isSource}
        {...(mentions && { mentions })}
        {...(onTick && { onTick })}
      />
      {children !== undefined && <BugTextParts bug={bug} />}
    </Surface>
  );
  return (
    <div ref={facts} className={styles.details}>
      <div className={styles.columns}>
        <div className={styles.side}>
          {ofAll}
          {rest}
        </div>
        <div className={styles.main}>
          {text}
          {children}
        </div>
      </div>
    </div>
  );
}

interface AddFieldProps {
  facts: RefObject<HTMLElement | null>;
  /** Called with the label of a field, whose fact stays shown from then on. */
  onAdd: (label: string) => void;
}

/** The menu of the fields without a value; hidden by the style sheet if there are none that the user may change. */
function AddField({ facts, onAdd }: AddFieldProps) {
  const [menu, setMenu] = useState<{ anchor: HTMLElement; labels: readonly string[] }>();
  const folded = () => [...(facts.current?.querySelectorAll<HTMLElement>('[data-folded]') ?? [])];

  function choose(label: string) {
    const control = folded()
      .find((fact) => fact.dataset['folded'] === label)
      ?.querySelector('button');
    // Rendered synchronously, before the popup looks up the position of its control.
    flushSync(() => onAdd(label));
    control?.click();
  }

  return (
    <div className={styles.addField}>
      <Button
        size="small"
        aria-haspopup="menu"
        aria-expanded={menu !== undefined}
        startIcon={<AddIcon />}
        onClick={({ currentTarget }) => {
          const offered = folded().filter((fact) => fact.querySelector('button'));
          setMenu({ anchor: currentTarget, labels: offered.map(({ dataset }) => dataset['folded'] ?? '') });
        }}
      >
        {detailsTexts.addField}
      </Button>
      <ChoiceMenu
        anchor={menu?.anchor}
        label={detailsTexts.addField}
        options={menu?.labels.map((label) => ({ value: label, label })) ?? []}
        onChoose={choose}
        onClose={() => setMenu(undefined)}
      />
    </div>
  );
}

interface FieldFactProps {
  field: BugFieldView;
  bug: Bug;
  /** Whether a change of the field is being saved. */
  isSaving: boolean;
  /** Undefined if the value is read-only. */
  onChange: ChangeField | undefined;
  /** Only for the assignee: assigns the bug to the user. Offered if the value is read-only. */
  onTake: (() => void) | undefined;
  /** The labels of the facts that are shown without a value. */
  added: readonly string[];
}

/** The value of a field, with the control to change it if the user may. */
function FieldFact({ field, bug, isSaving, onChange, onTake, added }: FieldFactProps) {
  const { name, label, Value, Quick, Choice, Facts, Shown = Always } = field;
  const [anchor, setAnchor] = useState<HTMLElement>();
  if (Facts)
    return (
      <Facts
        bug={bug}
        onChange={onChange && ((wanted, part) => onChange(name, { ...bug, [name]: wanted }, part))}
      >
        {({ key, label: of, value: shown, isEmpty }) => (
          <Fact key={key} label={of} isSaving={isSaving} isFolded={isEmpty && !added.includes(of)}>
            {shown}
          </Fact>
        )}
      </Facts>
    );
  if (!Value) return null;
  const value = bug[name];
  const change = onChange && ((wanted: Bug[FieldName]) => onChange(name, { ...bug, [name]: wanted }));
  const control = { label, name: changeTexts.change(label, field.text(value)) };
  return (
    <Shown bug={bug}>
      <Fact label={label} isSaving={isSaving} isFolded={isNone(value) && !added.includes(label)}>
        {change && Choice ? (
          <span data-field={name}>
            <ValueButton
              name={control.name}
              popup={name === 'assignedTo' ? 'dialog' : 'menu'}
              isOpen={anchor !== undefined}
              onClick={setAnchor}
            >
              <span>
                <Value value={value} />
              </span>
            </ValueButton>
            {anchor && (
              <Choice
                anchor={anchor}
                label={label}
                value={value}
                onChange={change}
                onClose={() => setAnchor(undefined)}
              />
            )}
          </span>
        ) : change && Quick ? (
          <div data-field={name}>
            <Quick {...control} value={value} onChange={change}>
              <Value value={value} />
            </Quick>
          </div>
        ) : (
          <span className={styles.taken}>
            <Value value={value} />
            {!onChange && onTake && (
              <Button size="small" variant="outlined" onClick={onTake}>
                {detailsTexts.assignToMe}
              </Button>
            )}
          </span>
        )}
      </Fact>
    </Shown>
  );
}

/** Whether a field has no value; the specified ones always have something to show. */
function isNone(value: Bug[FieldName]): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

function Always({ children }: ShownProps) {
  return children;
}

interface FactProps {
  label: string;
  /** Whether a change is being saved. */
  isSaving?: boolean;
  /** Whether it is hidden until it has a value, or until the user chooses to add one. */
  isFolded?: boolean;
  children: ReactNode;
}

function Fact({ label, isSaving = false, isFolded = false, children }: FactProps) {
  return (
    <div data-folded={isFolded ? label : undefined}>
      <dt>
        {label}
        {isSaving && <span className={styles.late}> {changeTexts.saving}</span>}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

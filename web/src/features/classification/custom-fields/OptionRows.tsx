import { useId } from 'react';
import { formatNumber } from '#web/language/language.ts';
import { OrderButtons } from '#web/lib/admin/OrderButtons.tsx';
import { texts as shared } from '#web/lib/admin/texts.ts';
import { Button } from '#web/ui/Button.tsx';
import { FieldLabel, FieldMessage } from '#web/ui/inputs/Field.tsx';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import { pageTexts } from './page-texts.ts';
import styles from './OptionRows.module.css';

/** An option being edited; a new one has no id. */
export interface OptionRow {
  readonly _id?: string | undefined;
  readonly name: string;
  readonly archived: boolean;
}

interface Props {
  rows: readonly OptionRow[];
  onChange: (rows: readonly OptionRow[]) => void;
  readOnly: boolean;
  error: string | undefined;
}

/** The options of a field: they can be renamed, moved, archived and added. Only unsaved ones can be removed. */
export function OptionRows({ rows, onChange, readOnly, error }: Props) {
  const id = useId();
  const set = (at: number, change: Partial<OptionRow>) =>
    onChange(rows.map((row, i) => (i === at ? { ...row, ...change } : row)));
  function move(at: number, to: number) {
    const row = rows[at];
    if (row) onChange(rows.toSpliced(at, 1).toSpliced(to, 0, row));
  }
  return (
    <div role="group" aria-labelledby={id} aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <FieldLabel id={id}>{pageTexts.options}</FieldLabel>
      {rows.map((row, at) => {
        const place = formatNumber(at + 1);
        const name = row.name || pageTexts.option(place);
        return (
          // New rows are identified by position only.
          <div className={styles.row} key={row._id ?? `new ${at}`} data-archived={row.archived || undefined}>
            <TextInput
              label={pageTexts.option(place)}
              value={row.name}
              onChange={({ target }) => set(at, { name: target.value })}
              autoComplete="off"
              readOnly={readOnly}
              {...(row.archived && { helperText: shared.archived })}
            />
            <OrderButtons
              name={name}
              at={at}
              count={rows.length}
              isBusy={readOnly}
              onMove={(to) => move(at, to)}
            />
            {row._id === undefined ? (
              <Button
                size="small"
                disabled={readOnly}
                aria-label={pageTexts.removeOption(place)}
                onClick={() => onChange(rows.toSpliced(at, 1))}
              >
                {shared.delete}
              </Button>
            ) : (
              <Button
                size="small"
                disabled={readOnly}
                aria-label={(row.archived ? pageTexts.restoreOption : pageTexts.archiveOption)(name)}
                onClick={() => set(at, { archived: !row.archived })}
              >
                {row.archived ? shared.restore : shared.archive}
              </Button>
            )}
          </div>
        );
      })}
      {error !== undefined && (
        <FieldMessage id={`${id}-error`} error>
          {error}
        </FieldMessage>
      )}
      <Button
        size="small"
        disabled={readOnly}
        onClick={() => onChange([...rows, { name: '', archived: false }])}
      >
        {pageTexts.addOption}
      </Button>
    </div>
  );
}

import { type RefObject, useId, useState } from 'react';
import { IconButton } from '#web/ui/Button.tsx';
import { Popover } from '#web/ui/Popover.tsx';
import { strokeIcon } from '#web/ui/Icon.tsx';
import { searchTexts } from './texts.ts';
import styles from './QueryHelp.module.css';

const HelpIcon = strokeIcon('M9.2 9.2a2.9 2.9 0 1 1 4.3 2.5c-1 .5-1.500 1.100-1.500 2.300M12 17.200v.1');

interface Props {
  onExample: (query: string) => void;
  box: RefObject<HTMLInputElement | null>;
}

/** Explains queries by examples, each of which can be tried. */
export function QueryHelp({ onExample, box }: Props) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const examples = Object.entries(searchTexts.examples);
  return (
    <>
      <IconButton
        size="small"
        aria-label={searchTexts.help}
        title={searchTexts.help}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <HelpIcon />
      </IconButton>
      {anchor && (
        <Popover anchor={anchor} align="end" onClose={() => setAnchor(undefined)} aria-labelledby={id}>
          <div className={styles.body}>
            <h2 className={styles.heading} id={id}>
              {searchTexts.help}
            </h2>
            <p className={styles.intro}>{searchTexts.helpIntro}</p>
            <ul className={styles.examples}>
              {examples.map(([query, meaning]) => (
                <li key={query}>
                  <button
                    className={styles.example}
                    type="button"
                    onClick={() => {
                      setAnchor(undefined);
                      onExample(query);
                      // After the popover has returned the focus.
                      setTimeout(() => box.current?.focus());
                    }}
                  >
                    {query}
                  </button>{' '}
                  <span>{meaning}</span>
                </li>
              ))}
            </ul>
            <span className={styles.keys}>{searchTexts.helpKeys}</span>
          </div>
        </Popover>
      )}
    </>
  );
}

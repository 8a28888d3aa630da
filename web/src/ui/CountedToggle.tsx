import { type ReactNode, type Ref, useState } from 'react';
import { Button } from './Button.tsx';
import styles from './CountedToggle.module.css';
import { Notice } from './states/Notice.tsx';

interface Props {
  button: {
    readonly label: string;
    readonly title: string;
    readonly isOn: boolean;
    /** Whether the form that it opens is open; undefined if it opens none. */
    readonly isExpanded?: boolean | undefined;
    readonly ref?: Ref<HTMLButtonElement>;
    readonly onPress: () => void;
  };
  /** The count as text. */
  count: string | undefined;
  /** The list of users, opened by the count. Undefined for users who may not see it. */
  list: ReactNode;
  problem: { readonly title: string; readonly text?: string } | undefined;
  /** The form that the button opens. */
  children?: ReactNode;
}

/** A toggle that users turn on for themselves, and the number of users who have done so. */
export function CountedToggle({ button, count, list, problem, children }: Props) {
  const [isListed, setListed] = useState(false);
  const { label, title, isOn, isExpanded, ref, onPress } = button;
  return (
    <div className={styles.frame}>
      <div className={styles.line}>
        <Button
          ref={ref}
          size="small"
          variant="outlined"
          aria-pressed={isOn}
          aria-expanded={isExpanded}
          title={title}
          onClick={onPress}
        >
          {label}
        </Button>
        {count !== undefined &&
          (list ? (
            <Button size="small" aria-expanded={isListed} onClick={() => setListed(!isListed)}>
              {count}
            </Button>
          ) : (
            <span>{count}</span>
          ))}
      </div>
      {problem && <Notice {...problem} />}
      {children}
      {isListed && count !== undefined && list}
    </div>
  );
}

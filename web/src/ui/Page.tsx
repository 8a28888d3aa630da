import { type ComponentProps, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import styles from './Page.module.css';
import { setTabTitle } from './tab.ts';

interface Props {
  /** The heading. Also the browser's title, unless there is a `tabTitle`. */
  title: ReactNode;
  tabTitle: string;
  /** Rendered before the heading, outside of it. */
  aside?: ReactNode;
  /** Rendered after the heading, in its line. */
  beside?: ReactNode;
  /** The page's actions, beside the heading. */
  actions?: ReactNode;
  width?: Width;
  /** Whether a small title stays in sight while the page scrolls. */
  staysNamed?: boolean;
  /** Whether its content begins as high as possible, as a list does. */
  isDense?: boolean;
  children: ReactNode;
}

/** The width of the column: that of the window, 1440, 1200, 640 and 400 pixels. */
type Width = 'window' | 'full' | 'reading' | 'form' | 'narrow';

let isFirstPage = true;

/** A page: its title, its heading, which is focused after a navigation, and its content. */
export function Page(props: Props) {
  const { title, tabTitle, aside, beside, actions, width = 'full', children } = props;
  const { isDense = false, staysNamed = false } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true });
    isFirstPage = false;
  }, []);
  useEffect(() => {
    setTabTitle(tabTitle);
  }, [tabTitle]);
  return (
    <PageColumn width={width} data-dense={isDense}>
      <div className={styles.header}>
        <div className={styles.title} dir="auto">
          {aside !== undefined && <span className={styles.aside}>{aside}</span>}
          <h1 className={styles.heading} ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {beside}
        </div>
        {actions}
      </div>
      {staysNamed && (
        <SmallTitle heading={heading}>
          {aside} {title}
        </SmallTitle>
      )}
      <div className={styles.body}>{children}</div>
    </PageColumn>
  );
}

/** The title below the bar, while the heading is above it. Screen readers have the heading. */
function SmallTitle({ heading, children }: { heading: RefObject<Element | null>; children: ReactNode }) {
  const [isNeeded, setIsNeeded] = useState(false);
  useEffect(() => {
    if (!heading.current) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) =>
        setIsNeeded(entry !== undefined && !entry.isIntersecting && entry.boundingClientRect.top < 53),
      { rootMargin: '-53px 0px 0px' },
    );
    observer.observe(heading.current);
    return () => observer.disconnect();
  }, [heading]);
  return (
    isNeeded && (
      <div aria-hidden data-screen-only className={styles.small}>
        <div dir="auto">{children}</div>
      </div>
    )
  );
}

/** Focuses the page's heading if the focused element was removed. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('h1[tabindex="-1"]')?.focus({ preventScroll: true });
}

/** A column as wide as a page's. */
export function PageColumn({
  width,
  className = '',
  ...column
}: ComponentProps<'div'> & { width: Width; 'data-dense'?: boolean }) {
  return <div {...column} data-width={width} className={`${styles.column} ${className}`} />;
}

/** A line above a page, as wide as the page's column. */
export function AbovePage(line: ComponentProps<'div'> & { width: Width }) {
  return <PageColumn {...line} className={styles.above} />;
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { unreadRowQuery, useChangeInbox } from './data.ts';
import styles from './inbox.module.css';

/** How long the end must be visible, in milliseconds: scrolling past it does not count. */
const glance = 700;

/** Marks the bug as read in the inbox once the end of its timeline has been on screen. */
export function ReadMark({ bugId }: { bugId: string }) {
  const { data: row, isFetching } = useQuery(unreadRowQuery(bugId));
  const { mutate, isPending } = useChangeInbox();
  const end = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  const isVisible = useSight(end);
  const isUnread = row?.state === 'unread' && !isFetching;

  useEffect(() => {
    setSeen(false);
    if (!isVisible) return undefined;
    const timer = setTimeout(() => setSeen(true), glance);
    return () => clearTimeout(timer);
  }, [isVisible, row]);

  const read = useEffectEvent(() => {
    // Later activity is not shown yet.
    if (row && !isPending) mutate({ items: [row], state: 'read', upTo: row.latest.at });
  });
  useEffect(() => {
    if (isSeen && isUnread) read();
  }, [isSeen, isUnread]);
  return <div ref={end} className={styles.end} aria-hidden />;
}

/** Whether an element is on screen in a visible page. */
function useSight(element: React.RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!element.current) return undefined;
    let isInWindow = false;
    const look = () => setSeen(isInWindow && !document.hidden);
    const observer = new IntersectionObserver((entries) => {
      isInWindow = entries.at(-1)?.isIntersecting === true;
      look();
    });
    observer.observe(element.current);
    document.addEventListener('visibilitychange', look);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', look);
    };
  }, [element]);
  return isSeen;
}

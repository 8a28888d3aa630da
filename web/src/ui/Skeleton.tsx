import type { CSSProperties } from 'react';
import styles from './Skeleton.module.css';

/** A grey line, or box with a height, in place of content that is loading. Sizes in pixels or as CSS. */
export function Skeleton(size: { width?: CSSProperties['width']; height?: CSSProperties['height'] }) {
  return <span className={styles.skeleton} data-box={size.height !== undefined} style={size} />;
}

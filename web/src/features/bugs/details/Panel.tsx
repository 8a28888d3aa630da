import type { ComponentProps } from 'react';
import styles from './Panel.module.css';

/** Beside the list if there is room; else a sheet over its lower part, so that the active row stays visible. */
export function Panel({ className = '', ...props }: ComponentProps<'aside'>) {
  return <aside {...props} className={`${styles.panel} ${className}`} />;
}

export function Head({ className = '', ...props }: ComponentProps<'div'>) {
  return <div {...props} className={`${styles.head} ${className}`} />;
}

export function Number({ className = '', ...props }: ComponentProps<'span'>) {
  return <span {...props} className={`${styles.number} ${className}`} />;
}

/** A bug in a panel: the text with the facts beside it, or above it if the panel is narrow. */
export function PanelBody({ className = '', ...props }: ComponentProps<'div'>) {
  return <div {...props} className={`${styles.body} ${className}`} />;
}

/** As high as the window, with its own scrolling. */
export function BesidePanel({ className = '', ...props }: ComponentProps<typeof Panel>) {
  return <Panel {...props} className={`${styles.besidePanel} ${className}`} />;
}

/** The actions of the list, above the facts. */
export function PanelActions({ className = '', ...props }: ComponentProps<'div'>) {
  return <div {...props} className={`${styles.actions} ${className}`} />;
}

import type { ComponentProps, ReactNode } from 'react';
import styles from './Button.module.css';

interface Look {
  /** `contained` is the page's primary action, `outlined` stands alone, `text` is quiet. */
  variant?: 'text' | 'outlined' | 'contained';
  size?: 'small' | 'medium';
  /** `error` is for the button that confirms a destructive action. */
  color?: 'primary' | 'error';
  startIcon?: ReactNode;
  endIcon?: ReactNode;
  fullWidth?: boolean;
}

export type ButtonProps = ComponentProps<'button'> & Look;

export function Button({ type = 'button', ...button }: ButtonProps) {
  // oxlint-disable-next-line react/button-has-type -- It is, by default a plain button.
  return <button type={type} {...looking(button)} />;
}

/** A link that looks like a button. */
export function ButtonAnchor(link: ComponentProps<'a'> & Look) {
  return <a {...looking(link)} />;
}

function looking<P extends Look & { className?: string | undefined; children?: ReactNode }>(props: P) {
  const {
    variant = 'text',
    size = 'medium',
    color = 'primary',
    fullWidth,
    startIcon,
    endIcon,
    ...rest
  } = props;
  const { className = '', children } = props;
  return {
    ...rest,
    className: `${styles.button} ${className}`,
    'data-variant': variant,
    'data-size': size,
    'data-color': color,
    'data-wide': fullWidth,
    children: (
      <>
        {startIcon && <span className={styles.startIcon}>{startIcon}</span>}
        {children}
        {endIcon && <span className={styles.endIcon}>{endIcon}</span>}
      </>
    ),
  };
}

interface Named {
  'aria-label': string | undefined;
  size?: 'small' | 'medium';
}

/** A button that is an icon; `aria-label` names it. */
export function IconButton({
  size = 'medium',
  className = '',
  type = 'button',
  ...button
}: ComponentProps<'button'> & Named) {
  // oxlint-disable-next-line react/button-has-type -- It is, by default a plain button.
  return <button type={type} {...button} data-size={size} className={`${styles.iconButton} ${className}`} />;
}

/** A link that is an icon; `aria-label` names it. */
export function IconAnchor({ size = 'medium', className = '', ...link }: ComponentProps<'a'> & Named) {
  return <a {...link} data-size={size} className={`${styles.iconButton} ${className}`} />;
}

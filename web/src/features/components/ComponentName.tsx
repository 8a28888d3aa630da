import { styled } from '@mui/material/styles';
import type { ComponentRef } from '#contract/classification/component-field.ts';
import { texts } from './texts.ts';

/** The component of a bug on its page. */
export function ComponentName({ value }: { value: ComponentRef | null }) {
  return value?.name ?? texts.none;
}

/** The component of a bug in a row: outlined, where labels are filled. */
export function RowComponent({ component: { name } }: { component: ComponentRef }) {
  return <Outlined title={`${texts.component}: ${name}`}>{name}</Outlined>;
}

const Outlined = styled('span')(({ theme }) => ({
  display: 'inline-block',
  minWidth: 0,
  maxWidth: theme.spacing(40),
  marginInlineStart: theme.spacing(2),
  padding: theme.spacing(0, 2),
  overflow: 'hidden',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.vars.shape.borderRadius,
  color: theme.vars.palette.text.secondary,
  fontSize: theme.typography.caption.fontSize,
  lineHeight: 1.5,
  textOverflow: 'ellipsis',
  verticalAlign: 'middle',
  whiteSpace: 'nowrap',
}));

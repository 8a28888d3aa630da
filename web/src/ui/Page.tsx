import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef } from 'react';
import { setTabTitle } from './tab.ts';

interface Props {
  /** The heading. Also the browser's title, unless there is a `tabTitle`. */
  title: ReactNode;
  tabTitle: string;
  /** Rendered before the heading, outside of it. */
  aside?: ReactNode;
  /** The page's actions, beside the heading. */
  actions?: ReactNode;
  width?: keyof typeof widths;
  children: ReactNode;
}

let isFirstPage = true;

/** A page: its title, its heading, which is focused after a navigation, and its content. */
export function Page({ title, tabTitle, aside, actions, width = 'full', children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true });
    isFirstPage = false;
  }, []);
  useEffect(() => {
    setTabTitle(tabTitle);
  }, [tabTitle]);
  return (
    <PageColumn width={width}>
      <Header>
        <Title>
          {aside !== undefined && <Aside>{aside}</Aside>}
          <Heading variant="h1" ref={heading} tabIndex={-1}>
            {title}
          </Heading>
        </Title>
        {actions}
      </Header>
      <Body>{children}</Body>
    </PageColumn>
  );
}

const widths = { full: 1440, reading: 1200, form: 640, narrow: 400 };

/** Focuses the page's heading if the focused element was removed. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('h1[tabindex="-1"]')?.focus({ preventScroll: true });
}

/** As wide as a page. */
export const PageColumn = styled('div', { shouldForwardProp: (name) => name !== 'width' })<{
  width: keyof typeof widths;
}>(({ theme, width }) => ({
  width: '100%',
  maxWidth: widths[width],
  marginInline: 'auto',
  paddingBlock: theme.spacing(width === 'narrow' ? 10 : 6),
  paddingInline: theme.spacing(6),
  [theme.breakpoints.down('sm')]: { paddingBlock: theme.spacing(4), paddingInline: theme.spacing(4) },
}));

const Header = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  gap: theme.spacing(3),
  marginBottom: theme.spacing(5),
}));

const Body = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.spacing(4),
  '& > p': { margin: 0 },
}));

/** A line above a page, as wide as the page's column. */
export const AbovePage = styled(PageColumn)(({ theme }) => ({
  ...theme.typography.body2,
  paddingBlock: theme.spacing(3, 0),
  [theme.breakpoints.down('sm')]: { paddingBlock: theme.spacing(2, 0) },
}));

const Title = styled('div')(({ theme }) => ({
  // As high as the buttons beside it.
  paddingBlock: theme.spacing(0.75),
  minWidth: 0,
  overflowWrap: 'anywhere',
  // A long title wraps beside the actions, which keep their place.
  [theme.breakpoints.up('md')]: { flex: '1 1 0' },
}));

/** Directly before the first word of the heading. */
const Aside = styled('span')(({ theme }) => ({
  ...theme.typography.h1,
  fontWeight: 400,
  marginInlineEnd: theme.spacing(2),
  color: theme.vars.palette.text.secondary,
  fontVariantNumeric: 'tabular-nums',
}));

const Heading = styled(Typography)(() => ({
  display: 'inline',
  // The focus is set by the program; a ring would look like a control.
  '&:focus': { outline: 'none' },
})) as typeof Typography;

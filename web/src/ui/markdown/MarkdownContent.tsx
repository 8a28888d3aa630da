import { createElement, Fragment, memo, type ReactNode, useMemo } from 'react';
import { CodeBlock } from './CodeBlock.tsx';
import { fileIdIn } from '#contract/conversation/shown-text.ts';
import { hostBehind } from './link-host.ts';
import type { MarkdownProps } from './Markdown.tsx';
import styles from './markdown.module.css';
import { type MarkdownElement, type MarkdownNode, parseMarkdown } from '#contract/conversation/markdown.ts';
import { markdownTexts } from './texts.ts';
import { TextFrame } from './TextFrame.tsx';
import { withTick } from './tick.ts';

/** A Markdown text, rendered from the parser's tokens: no HTML is written or read. */
export const MarkdownContent = memo(function MarkdownContent(props: MarkdownProps) {
  const { text, isSource = false } = props;
  return (
    <TextFrame
      className={styles.body}
      // A text shown as typed need not be turned back into Markdown.
      data-markdown={isSource ? undefined : ''}
    >
      {isSource ? (
        <pre
          className={`${styles.code} ${styles.source}`}
          dir="auto"
          role="group"
          aria-label={markdownTexts.source}
          tabIndex={0}
        >
          {text}
        </pre>
      ) : (
        <Formatted {...props} />
      )}
    </TextFrame>
  );
});

interface Slots extends Pick<MarkdownProps, 'BugLink' | 'files'> {
  readonly onBox: ((line: number, isDone: boolean) => void) | undefined;
  /** The direction of a block of text: its own, or that of the list item or quote around it, by its first letter. */
  readonly dir: 'auto' | undefined;
}

function Formatted({ text, mentions, BugLink, files, onTick }: MarkdownProps) {
  // As a single value: the same users may be in a new array, and parsing a text is slow.
  const pairs = JSON.stringify(
    mentions?.flatMap(({ name, typed = name }) => [
      [name, name],
      [typed, name],
    ]) ?? [],
  );
  const people = useMemo(() => new Map(JSON.parse(pairs) as [string, string][]), [pairs]);
  const { nodes, rest } = useMemo(() => parseMarkdown(text, people), [text, people]);
  const shown = useMemo(() => {
    const onBox = onTick && ((line: number, isDone: boolean) => onTick(withTick(text, line, isDone)));
    return childrenOf(nodes, { ...(BugLink && { BugLink }), ...(files && { files }), onBox, dir: 'auto' });
  }, [nodes, text, BugLink, files, onTick]);
  return (
    <>
      {shown}
      {rest !== undefined && (
        <>
          {nodes.length > 0 && <p className={styles.note}>{markdownTexts.rest}</p>}
          <p data-source="" dir="auto">
            {rest}
          </p>
        </>
      )}
    </>
  );
}

/** Renders nodes as arguments instead of an array: parts of a parsed text need no keys. */
function childrenOf(nodes: readonly MarkdownNode[], slots: Slots, isInLink = false): ReactNode {
  return createElement(
    Fragment,
    null,
    ...nodes.map((node) => (typeof node === 'string' ? node : elementFor(node, slots, isInLink))),
  );
}

/** Elements that only need a tag. */
const plainTags: Readonly<Record<string, keyof React.JSX.IntrinsicElements>> = {
  bullet_list: 'ul',
  thead: 'thead',
  tbody: 'tbody',
  tr: 'tr',
  em: 'em',
  strong: 'strong',
  s: 's',
};

/** The page uses the first level. */
const headings = ['h2', 'h3', 'h4', 'h5', 'h6'] as const;

type Render = (
  node: MarkdownElement,
  inner: (isInLink?: boolean) => ReactNode,
  slots: Slots,
  isInLink: boolean,
) => ReactNode;

const code: Render = ({ children, value }) => (
  <CodeBlock code={textOf(children).replace(/\n$/, '')} language={value} />
);
const cell =
  (Cell: 'th' | 'td'): Render =>
  ({ align }, inner) => <Cell className={align}>{inner()}</Cell>;

const renderers: Readonly<Record<string, Render>> = {
  paragraph: (_, inner, { dir }) => <p dir={dir}>{inner()}</p>,
  blockquote: ({ children }, _, slots, isInLink) => (
    <blockquote dir="auto">{childrenOf(children, within(slots), isInLink)}</blockquote>
  ),
  code_inline: (_, inner) => <code dir="ltr">{inner()}</code>,
  fence: code,
  code_block: code,
  th: cell('th'),
  td: cell('td'),
  heading({ start }, inner, { dir }) {
    const Heading = headings[start - 1] ?? 'h6';
    return <Heading dir={dir}>{inner()}</Heading>;
  },
  ordered_list: ({ start }, inner) => <ol start={start}>{inner()}</ol>,
  list_item: ({ task, children }, _, slots, isInLink) =>
    task ? (
      <Task task={task} slots={within(slots)} content={children} />
    ) : (
      <li dir="auto">{childrenOf(children, within(slots), isInLink)}</li>
    ),
  table: (_, inner) => (
    <div className={styles.wide} dir="auto" role="group" aria-label={markdownTexts.table} tabIndex={0}>
      <table>{inner()}</table>
    </div>
  ),
  hr: () => <hr />,
  source: (_, inner) => (
    <p data-source="" dir="auto">
      {inner()}
    </p>
  ),
  link({ children, value }, inner, { files }) {
    const id = fileIdIn(value);
    if (id !== undefined && files) return <files.Link id={id}>{inner(true)}</files.Link>;
    if (!isOutside(value)) return inner();
    return (
      <OutsideLink to={value} text={textOf(children)}>
        {inner(true)}
      </OutsideLink>
    );
  },
  image({ children, value }, _, { files }, isInLink) {
    const id = fileIdIn(value);
    const text = textOf(children).trim();
    if (id !== undefined && files && !isInLink) return <files.Image id={id} alt={text} />;
    const alt = markdownTexts.image(text || value);
    // Loading it would reveal the reader to its server.
    return isInLink || !isOutside(value) ? (
      alt
    ) : (
      <OutsideLink to={value} text={alt} image={text}>
        {alt}
      </OutsideLink>
    );
  },
  mention: ({ value }) => <mark dir="auto">@{value}</mark>,
  bug: ({ value }, inner, { BugLink }) => (BugLink ? <BugLink number={Number(value)} /> : inner()),
};

/** The slots without `dir`, because a block with a `dir` does not count for the direction of the block around it. */
const within = (slots: Slots): Slots => ({ ...slots, dir: undefined });

function elementFor(node: MarkdownElement, slots: Slots, isInLink: boolean): ReactNode {
  const inner = (isInInnerLink = isInLink) => childrenOf(node.children, slots, isInInnerLink);
  if (node.isHidden) return inner();
  const Plain = plainTags[node.name];
  if (Plain) return <Plain>{inner()}</Plain>;
  return renderers[node.name]?.(node, inner, slots, isInLink) ?? inner();
}

/** Whether a target is outside the application: neither empty nor the URL of a file. */
function isOutside(target: string): boolean {
  return target !== '' && fileIdIn(target) === undefined;
}

interface OutsideLinkProps {
  to: string;
  text: string;
  /** The description of an image, for which the link stands. */
  image?: string;
  children: ReactNode;
}

/** If its text is not its URL, the host is shown after it: anyone can write a text that promises another URL. */
function OutsideLink({ to, text, image, children }: OutsideLinkProps) {
  const host = hostBehind({ address: to, text, own: window.location.host });
  return (
    <>
      <a
        href={to}
        dir={text === to ? 'ltr' : undefined}
        rel="noopener noreferrer nofollow"
        data-image={image}
      >
        {children}
      </a>
      {host !== '' && <bdi className={styles.host}> ({host})</bdi>}
    </>
  );
}

interface TaskProps {
  task: NonNullable<MarkdownElement['task']>;
  content: readonly MarkdownNode[];
  slots: Slots;
}

function Task({ task: { line, isDone }, content, slots }: TaskProps) {
  const { onBox } = slots;
  const [first, ...others] = content;
  const label = typeof first === 'object' ? first.children : [];
  return (
    <li className="task" dir="auto">
      <input
        type="checkbox"
        checked={isDone}
        disabled={!onBox}
        aria-label={textOf(label).trim()}
        onChange={() => onBox?.(line, !isDone)}
      />
      {childrenOf(label, slots)}
      {childrenOf(others, slots)}
    </li>
  );
}

function textOf(nodes: readonly MarkdownNode[]): string {
  return nodes.map((node) => (typeof node === 'string' ? node : textOf(node.children))).join('');
}

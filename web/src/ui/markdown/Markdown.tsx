import {
  type ComponentType,
  createElement,
  Fragment,
  type ReactNode,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { TextBoundary } from './TextBoundary.tsx';
import { TextFrame } from './TextFrame.tsx';

/** A person mentioned in a text. */
export interface MentionedPerson {
  readonly _id: string;
  /** The current name, which is shown. */
  readonly name: string;
  /** The name after the `@` in the text, which may be a former one. */
  readonly typed?: string;
}

/** How a text renders a file within it. */
export interface FileSlots {
  readonly Image: ComponentType<{ id: string; alt: string }>;
  readonly Link: ComponentType<{ id: string; children: ReactNode }>;
}

export interface MarkdownProps {
  text: string;
  /** Renders `#42` as a link; without it, `#42` is text. */
  BugLink?: ComponentType<{ number: number }>;
  /**
   * The components for the application's own files, which a text refers to by URL; without them, the references are
   * text.
   */
  files?: FileSlots;
  /** The users mentioned in the text. */
  mentions?: readonly MentionedPerson[];
  /** Called with the text after one box of a task list is ticked or cleared. Without it, boxes cannot be changed. */
  onTick?: (text: string) => void;
  /** Whether the text is shown as typed. */
  isSource?: boolean;
}

let loaded: ComponentType<MarkdownProps> | undefined;

async function load(): Promise<void> {
  const { MarkdownContent } = await import('./MarkdownContent.tsx');
  loaded = MarkdownContent;
}

/** Loads the code that formats texts, for pages that will show one. */
export function preloadMarkdown(): void {
  // Showing a text retries the load.
  load().catch(() => undefined);
}

/**
 * A Markdown text: CommonMark with tables, task lists, strikethrough, autolinks and the line breaks as typed. Raw HTML
 * is text. The code that formats it is loaded when it is first needed; until then, and if that fails, the text is shown
 * as typed. So is a text whose formatting fails, so that no text can break the page.
 */
export function Markdown(props: MarkdownProps): React.JSX.Element {
  const [Content, setContent] = useState(() => loaded);
  useEffect(() => {
    if (Content) return;
    load()
      .then(() => setContent(() => loaded))
      .catch(() => undefined);
  }, [Content]);
  const plain = <PlainText {...props} />;
  if (!Content) return plain;
  return (
    <TextBoundary text={props.text} fallback={plain}>
      <Content {...props} />
    </TextBoundary>
  );
}

/** Matches the paragraph of most formatted texts, so that the layout shifts little. */
function PlainText({ text }: MarkdownProps) {
  const paragraphs = useMemo(() => {
    const found = text.split(/\n\s*\n/, maxParagraphs + 1);
    return found.length > maxParagraphs ? [text] : found;
  }, [text]);
  return <TextFrame>{createElement(Fragment, null, ...paragraphs.map(paragraphOf))}</TextFrame>;
}

const maxParagraphs = 500;

const paragraphOf = (text: string) => <p dir="auto">{text}</p>;

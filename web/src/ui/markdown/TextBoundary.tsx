import { Component, type ReactNode } from 'react';

interface Props {
  /** The text, shown formatted by the children. */
  text: string;
  /** Shown instead of the children if they throw. */
  fallback: ReactNode;
  children: ReactNode;
}

interface State {
  readonly text: string;
  readonly hasFailed: boolean;
}

/** Catches errors in formatting a text, so that the rest of the page is shown. A changed text is retried. */
export class TextBoundary extends Component<Props, State> {
  override state: State = { text: this.props.text, hasFailed: false };

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true };
  }

  /** Resets without a key, so that a changed text keeps the children's state. */
  static getDerivedStateFromProps({ text }: Props, state: State): State | null {
    return text === state.text ? null : { text, hasFailed: false };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}

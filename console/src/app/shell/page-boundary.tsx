import { Component, type ErrorInfo, type ReactNode } from 'react';
import { logError } from '../../lib/error-log.ts';
import { Failed } from '../../parts/feedback/states.tsx';

interface Props {
  title: string;
  /** Called before another try. */
  retry: () => void;
  children: ReactNode;
}

/** Keeps the failure of one page inside its tab, logs it, and offers another try. */
export class PageBoundary extends Component<Props, { error: Error | undefined }> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    logError(error, `页面 ${this.props.title}${componentStack?.split('\n')[1] ?? ''}`);
  }

  override componentDidMount(): void {
    addEventListener('online', this.comeBack);
  }

  override componentWillUnmount(): void {
    removeEventListener('online', this.comeBack);
  }

  retry = (): void => {
    this.props.retry();
    this.setState({ error: undefined });
  };

  /** What did not load for want of a line is tried again with it. */
  comeBack = (): void => {
    if (this.state.error) this.retry();
  };

  override render(): ReactNode {
    const error: Error | undefined = this.state.error;
    if (!error) return this.props.children;
    return (
      <div className="sheet page-message">
        <Failed title="页面没有加载出来" error={error} retry={this.retry} />
      </div>
    );
  }
}

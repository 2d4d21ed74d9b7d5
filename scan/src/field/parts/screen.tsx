import { useLayoutEffect, type ReactNode } from 'react';
import { goBack } from '../lib/navigate.ts';
import { FieldIcon } from '../lib/field-icons.tsx';

interface ScreenProps {
  title: string;
  /** At the right of the bar. */
  action?: ReactNode;
  /** The bar of the first page, or of a verdict, instead of the usual one; null for none. */
  bar?: ReactNode;
  /** Stays at the foot. */
  foot?: ReactNode;
  tone?: string;
  children: ReactNode;
}

const Bar = ({ title, action }: { title: string; action: ReactNode }) => (
  <header className="f-bar">
    <button type="button" className="f-back" aria-label="返回" onClick={goBack}>
      <FieldIcon name="back" size={22} />
    </button>
    <h1 tabIndex={-1}>{title}</h1>
    <span className="f-action">{action}</span>
  </header>
);

/** One screen of the phone pages, in the whole of the page: its bar, its body, and what stays at the foot. */
export const Screen = ({ title, action, bar, foot, tone = 'plain', children }: ScreenProps) => {
  const hasFoot = Boolean(foot);
  useLayoutEffect(() => {
    document.getElementById('page')!.className = `page on-phone ${tone}${hasFoot ? ' has-foot' : ''}`;
    document.title = title;
  }, [title, tone, hasFoot]);
  return (
    <>
      {bar === undefined ? <Bar title={title} action={action} /> : bar}
      <main>{children}</main>
      {hasFoot && <footer className="f-foot">{foot}</footer>}
    </>
  );
};

import { Button, Skeleton } from 'antd';
import Printer from 'icon:printer';
import X from 'icon:x';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Failed } from '../../parts/feedback/states.tsx';
import './print.css';

const asContent = (text: string): string => `"${text.replace(/["\\\n]/g, ' ')}"`;

/** What stands on every page: the number above further ones, at the foot a note, who printed when for which time, and the page. */
export interface PageText {
  head: string;
  note: string;
  print: string;
}

const pageRules = ({ head, note, print }: PageText): string => `@page zy-deliver {
  @top-left { content: ${asContent(head)}; }
  @bottom-left { content: ${asContent(note)}; }
  @bottom-center { content: ${asContent(print)}; }
  @bottom-right { content: "第 " counter(page) " 页，共 " counter(pages) " 页"; }
}
@page zy-deliver:first { @top-left { content: none; } }`;

/** 打印: a document as a sheet of A4 over the page. Asking for it is one print, which is counted; the browser's own dialog opens at once. */
export const Paper = <Doc,>({
  thing,
  ask,
  textOf,
  close,
  children,
}: {
  /** 发货单 */
  thing: string;
  /** Fetches the document, and so counts a print. */
  ask: () => Promise<Doc>;
  textOf: (doc: Doc) => PageText;
  close: () => void;
  children: (doc: Doc) => ReactNode;
}) => {
  const [printed, setPrinted] = useState<{ doc: Doc; rules: string }>();
  const [error, setError] = useState<Error>();
  const [round, setRound] = useState(1);
  const asked = useRef(0);
  useEffect(() => {
    // Every asking is counted: a page drawn twice must not be two prints.
    if (asked.current === round) return;
    asked.current = round;
    setError(undefined);
    ask()
      .then((doc) => setPrinted({ doc, rules: pageRules(textOf(doc)) }))
      .catch((failure: unknown) => setError(failure instanceof Error ? failure : new Error(String(failure))));
  }, [round, ask, textOf]);
  useEffect(() => {
    if (!printed) return;
    document.body.classList.add('zy-printing-deliver');
    const rules = document.createElement('style');
    rules.textContent = printed.rules;
    document.head.append(rules);
    const timer = setTimeout(() => window.print(), 100);
    return () => {
      clearTimeout(timer);
      rules.remove();
      document.body.classList.remove('zy-printing-deliver');
    };
  }, [printed]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => event.key === 'Escape' && close();
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [close]);
  return createPortal(
    <div className="zy-deliver-paper" role="dialog" aria-modal="true" aria-label={`打印${thing}`}>
      <div className="zy-paper-bar">
        <Button
          autoFocus
          icon={<Printer size={14} strokeWidth={1.6} />}
          disabled={!printed}
          onClick={() => {
            setPrinted(undefined);
            setRound(round + 1);
          }}
        >
          再次打印
        </Button>
        <Button icon={<X size={14} strokeWidth={1.6} />} onClick={close}>
          关闭
        </Button>
      </div>
      {error && (
        <div className="sheet">
          <Failed title={`${thing}没有加载出来`} error={error} retry={() => setRound(round + 1)} />
        </div>
      )}
      {!printed && !error && <Skeleton className="zy-print-page" active={false} paragraph={{ rows: 12 }} />}
      {printed && children(printed.doc)}
    </div>,
    document.body,
  );
};

import type { TemplatePreview } from '@zhuiyuan/contract/scan/query/template-preview';
import { useEffect, useRef, useState } from 'react';
import type { Content } from './content.ts';
import './temp-preview.css';

const settleMs = 120;

/** The shopper's own page in a phone's frame: it draws what is posted to it, and tells which block was tapped. */
export const Phone = ({
  data,
  content,
  selected,
  pick,
}: {
  data: TemplatePreview | undefined;
  content: Pick<Content, 'blocks' | 'theme'>;
  selected: string | undefined;
  pick: (id: string) => void;
}) => {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setIsReady] = useState(false);
  const latestPick = useRef(pick);
  useEffect(() => {
    latestPick.current = pick;
  });

  useEffect(() => {
    const receive = ({ origin, source, data: said }: MessageEvent<{ type?: string; block?: string }>) => {
      if (origin !== location.origin || source !== frame.current?.contentWindow) return;
      if (said.type === 'trace-preview-ready') setIsReady(true);
      if (said.type === 'trace-preview-pick' && said.block) latestPick.current(said.block);
    };
    addEventListener('message', receive);
    return () => removeEventListener('message', receive);
  }, []);

  useEffect(() => {
    if (!isReady || !data) return undefined;
    const blocks = content.blocks.filter(({ hidden }) => !hidden);
    const template = { version: 0, blocks, theme: content.theme };
    const message = { type: 'trace-preview', answer: { ...data.answer, template }, detail: data.detail, selected };
    const timer = setTimeout(() => frame.current?.contentWindow?.postMessage(message, location.origin), settleMs);
    return () => clearTimeout(timer);
  }, [isReady, data, content.blocks, content.theme, selected]);

  return (
    <div className="zy-phone">
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- a page of our own, spoken to as its origin */}
      <iframe ref={frame} src="/trace/preview" title="溯源页效果" />
    </div>
  );
};

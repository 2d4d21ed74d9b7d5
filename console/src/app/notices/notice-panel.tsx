import { Button, Segmented } from 'antd';
import Bell from 'icon:bell';
import CirclePlay from 'icon:circle-play';
import ClipboardCheck from 'icon:clipboard-check';
import Download from 'icon:download';
import QrCode from 'icon:qr-code';
import Siren from 'icon:siren';
import Upload from 'icon:upload';
import X from 'icon:x';
import type { IconType } from '../../parts/icon/make-icon.tsx';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Link } from 'react-router';
import { Glyph } from '../../parts/format/tag.tsx';
import { shortTimeText } from '../../parts/format/times.ts';
import type { NoticeRow, Seen } from './notice-rows.ts';

const seenMs = 2000;
const icons: Record<string, IconType> = {
  export: Download,
  import: Upload,
  task: QrCode,
  codeOp: CirclePlay,
  police: Siren,
};

const Row = ({ row, open }: { row: NoticeRow; open: () => void }) => {
  const Icon = icons[row.kind] ?? ClipboardCheck;
  return (
    <li>
      <Link className="zy-notice-row" to={row.to} onClick={open} data-key={row.key} data-read={row.isRead}>
        <i className="zy-notice-row-dot" aria-hidden="true" />
        <span className="zy-notice-row-disc" aria-hidden="true">
          <Icon size={14} strokeWidth={1.6} />
        </span>
        <b title={row.title}>
          {!row.isRead && <span className="sr-only">未读：</span>}
          {row.title}
        </b>
        {row.time && <time>{shortTimeText(row.time)}</time>}
        <small title={row.text}>
          <Glyph tone={row.tone} />
          <span>{row.text}</span>
        </small>
        <em>{row.act}</em>
      </Link>
    </li>
  );
};

/** Tells after two seconds which rows have been in sight. */
const useSeen = (rows: NoticeRow[], markSeen: (seen: Seen[]) => void) => {
  const list = useRef<HTMLDivElement>(null);
  const tell = useRef(markSeen);
  useEffect(() => {
    tell.current = markSeen;
  });
  const unread = rows.flatMap(({ key, count, isRead }) => (isRead ? [] : `${key} ${count}`)).join(',');
  useEffect(() => {
    if (!list.current || !unread || typeof IntersectionObserver === 'undefined') return undefined;
    const counts = new Map(
      unread.split(',').map((row) => [row.split(' ')[0] ?? '', Number(row.split(' ')[1])] as const),
    );
    const inSight = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const key = (target as HTMLElement).dataset['key'] ?? '';
          if (isIntersecting) inSight.add(key);
          else inSight.delete(key);
        }
      },
      { root: list.current, threshold: 0.6 },
    );
    for (const row of list.current.querySelectorAll('[data-read="false"]')) observer.observe(row);
    const timer = setInterval(() => {
      const seen = [...inSight].flatMap((key) => (counts.has(key) ? [{ key, count: counts.get(key) ?? 0 }] : []));
      if (seen.length > 0) tell.current(seen);
    }, seenMs);
    return () => {
      clearInterval(timer);
      observer.disconnect();
    };
  }, [unread]);
  return list;
};

/** The rows behind the bell: 需要处理 stays until somebody did it, 已结束 is newest first. */
export const NoticePanel = ({
  rows,
  isLoaded,
  error,
  retry,
  markSeen,
  close,
}: {
  rows: NoticeRow[];
  isLoaded: boolean;
  error: Error | null;
  retry: () => void;
  markSeen: (seen: Seen[]) => void;
  close: () => void;
}) => {
  const [which, setWhich] = useState<'all' | 'unread'>('all');
  const list = useSeen(rows, markSeen);
  const unread = rows.filter(({ isRead }) => !isRead);
  const shownRows = which === 'all' ? rows : unread;
  const step = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return close();
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const links = [...(list.current?.querySelectorAll<HTMLElement>('a') ?? [])];
    const at = links.indexOf(document.activeElement as HTMLElement);
    links.at(event.key === 'ArrowDown' ? Math.min(at + 1, links.length - 1) : Math.max(at - 1, 0))?.focus();
  };
  const open = ({ key, count, isRead }: NoticeRow) => {
    if (!isRead) markSeen([{ key, count }]);
    close();
  };
  const part = (title: string, some: NoticeRow[]) =>
    some.length > 0 && (
      <section aria-label={title}>
        <h2>{title}</h2>
        <ul>
          {some.map((row) => (
            <Row key={row.key} row={row} open={() => open(row)} />
          ))}
        </ul>
      </section>
    );
  return (
    <section className="zy-notices-panel" aria-label="通知列表" onKeyDown={step}>
      <header>
        <b>通知</b>
        <Segmented
          size="small"
          value={which}
          onChange={setWhich}
          options={[
            { value: 'all', label: '全部' },
            { value: 'unread', label: `未读 ${unread.length}` },
          ]}
        />
        <Button
          type="link"
          size="small"
          disabled={unread.length === 0}
          onClick={() => markSeen(unread.map(({ key, count }) => ({ key, count })))}
        >
          全部已读
        </Button>
        <button type="button" className="zy-icon-button zy-notices-close" aria-label="关闭通知" onClick={close}>
          <X size={18} strokeWidth={1.6} aria-hidden="true" />
        </button>
      </header>
      {error && (
        <p className="zy-notices-lost" role="alert">
          通知已断开，正在重连{' '}
          <button type="button" className="zy-link" onClick={retry}>
            重试
          </button>
        </p>
      )}
      <div className="zy-notices-body" ref={list} tabIndex={-1}>
        {part(
          '需要处理',
          shownRows.filter(({ isWaiting }) => isWaiting),
        )}
        {part(
          '已结束',
          shownRows.filter(({ isWaiting }) => !isWaiting),
        )}
        {isLoaded && shownRows.length === 0 && (
          <p className="zy-notices-none">
            <Bell size={22} strokeWidth={1.4} aria-hidden="true" />
            {which === 'all' ? '没有需要处理的事' : '没有未读的通知'}
          </p>
        )}
      </div>
      <p className="zy-notices-foot">保留 90 天</p>
    </section>
  );
};

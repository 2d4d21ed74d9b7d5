import { scanLogApi } from '@zhuiyuan/contract/scan/log/scan-log';
import { searchApi, type RecentFind } from '@zhuiyuan/contract/search/search';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import Search from 'icon:search';
import X from 'icon:x';
import { useEffect, useMemo, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../lib/call.ts';
import { useMay } from '../../lib/session.ts';
import { copyText } from '../../parts/format/copy-text.ts';
import { useNarrow } from '../../parts/frame/use-narrow.ts';
import { ScanButton } from '../../parts/pickers/scan-button.tsx';
import { useSettled } from '../../parts/frame/use-settled.ts';
import { findables } from '../routes/menu-entries.ts';
import { menuSearch } from './menu-search.ts';
import { tabStore } from '../tabs/tab-store.ts';
import { useConsole } from '../routes/use-console.ts';
import {
  codeHint,
  inGroups,
  toFirstSections,
  toFoundSections,
  withCodeLabel,
  type SearchItem,
} from './search-items.ts';
import { SearchFoot, SearchRows } from './search-rows.tsx';
import { useFound } from './use-found.ts';
import './search.css';

const settleMs = 120;
const mostScreens = 5;
const nothingRecent: RecentFind[] = [];

/** The screens of the menu that are open in tabs, the one visited last first. */
const useLastScreens = () => {
  const { menu } = useConsole();
  const tabs = tabStore.use();
  return useMemo(() => {
    const byUrl = new Map(findables(menu).map((one) => [one.url, one]));
    return tabs.list
      .toSorted((a, b) => b.visitedAt - a.visitedAt)
      .flatMap(({ key }) => byUrl.get(key) ?? [])
      .slice(0, mostScreens);
  }, [menu, tabs]);
};

/** What the layer lists: what was found last and the open screens, or what the words lead to. */
const useSections = (words: string, asked: string) => {
  const { menu } = useConsole();
  const { found, isOld, isPending, error, retry } = useFound(words === '' ? '' : asked);
  const { data: recent = nothingRecent } = useQuery<RecentFind[]>({
    queryKey: [searchApi.recent.path],
    queryFn: () => call(searchApi.recent, {}, { quiet: true }),
    retry: false,
  });
  const lastScreens = useLastScreens();
  const search = useMemo(() => menuSearch(menu), [menu]);
  const mayCarry = useMay()(scanLogApi.list.may);
  const carriers = useMemo(() => (mayCarry ? findables(menu) : []), [mayCarry, menu]);
  const sections = useMemo(() => {
    if (words === '') return toFirstSections(recent, lastScreens);
    return toFoundSections(found ?? { code: null, groups: [] }, search(words), words, carriers);
  }, [words, recent, lastScreens, found, search, carriers]);
  return { recent, found, sections, isOld, isPending, error, retry };
};

const Unanswered = ({ retry }: { retry: () => void }) => (
  <p className="zy-search-none" role="alert">
    没有得到回答{' '}
    <button type="button" className="zy-link" onClick={retry}>
      重试
    </button>
  </p>
);

const NothingFound = ({ words }: { words: string }) => (
  <div className="zy-search-none">
    <p>没有找到 “{words}”</p>
    {codeHint(words) && <p>{codeHint(words)}</p>}
  </div>
);

const Body = ({ close, isNarrow }: { close: () => void; isNarrow: boolean }) => {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const [pasted, setPasted] = useState('');
  const [at, setAt] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const words = typed.trim();
  const settled = useSettled(words, settleMs);
  const asked = words !== '' && pasted === words ? words : settled;
  const { recent, found, sections, isOld, isPending, error, retry } = useSections(words, asked);
  const items = sections.flatMap((section) => section.items);
  const marked = items[Math.min(at, items.length - 1)];
  const isWaiting = words !== '' && (isOld || isPending || asked !== words);

  const markedKey = marked?.key;
  useEffect(() => {
    if (markedKey) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [markedKey]);

  const type = (text: string) => {
    setTyped(inGroups(text));
    setAt(0);
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const text = event.clipboardData.getData('text').replace(/\s+/g, ' ').trim();
    event.preventDefault();
    const next = inGroups(`${value.slice(0, selectionStart ?? 0)}${text}${value.slice(selectionEnd ?? 0)}`);
    setPasted(next.trim());
    type(next);
  };
  const takeScanned = (text: string) => {
    setPasted(inGroups(text).trim());
    type(text);
    field.current?.focus();
  };
  const open = (item: SearchItem) => {
    close();
    void navigate(item.to);
    if (!item.recent) return;
    void call(searchApi.remember, item.recent, { quiet: true })
      .then(() => client.invalidateQueries({ queryKey: [searchApi.recent.path] }))
      .catch(() => undefined);
  };
  const forget = async () => {
    await call(searchApi.forget, {});
    await client.invalidateQueries({ queryKey: [searchApi.recent.path] });
    field.current?.focus();
  };
  const toGroup = (step: 1 | -1) => {
    const starts = sections.map((_, n) => sections.slice(0, n).reduce((sum, one) => sum + one.items.length, 0));
    const here = starts.findLastIndex((start) => start <= at);
    setAt(starts[(here + step + starts.length) % Math.max(1, starts.length)] ?? 0);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const last = Math.max(0, items.length - 1);
    const { selectionStart, selectionEnd } = event.currentTarget;
    const acts: Record<string, () => void> = {
      ArrowDown: () => setAt(Math.min(at, last) === last ? 0 : at + 1),
      ArrowUp: () => setAt(at === 0 ? last : Math.min(at, last) - 1),
      Tab: () => toGroup(event.shiftKey ? -1 : 1),
      // What is marked belongs to the words before until the answer is there.
      Enter: () => (isWaiting && marked?.kind !== 'menu' ? setPasted(words) : marked && open(marked)),
    };
    const isCopy = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'c';
    if (isCopy && found?.code && selectionStart === selectionEnd) {
      event.preventDefault();
      void copyText(found.code.code);
      return;
    }
    const second = sections.find(({ label }) => label === withCodeLabel)?.items[0];
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && second && !isWaiting) {
      event.preventDefault();
      open(second);
      return;
    }
    const act = acts[event.key];
    if (!act || (event.key !== 'Enter' && (event.ctrlKey || event.altKey || event.metaKey))) return;
    event.preventDefault();
    act();
  };

  const isNothing = words !== '' && !isWaiting && !error && items.length === 0;
  return (
    <div className="zy-search-layer">
      <div className="zy-search-field">
        <Search size={18} strokeWidth={1.6} aria-hidden="true" />
        <input
          ref={field}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the layer was opened to type
          autoFocus
          role="combobox"
          aria-label="搜索"
          aria-expanded={items.length > 0}
          aria-controls="zy-search-rows"
          aria-activedescendant={marked ? `zy-search-${marked.key}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={512}
          placeholder="编码、批次、任务、产品、门店、消费者或菜单"
          value={typed}
          onChange={(event) => type(event.target.value)}
          onPaste={paste}
          onKeyDown={press}
        />
        <ScanButton type="text" take={takeScanned} />
        {isNarrow ? (
          <Button
            type="text"
            aria-label="关闭搜索"
            icon={<X size={18} strokeWidth={1.6} aria-hidden="true" />}
            onClick={close}
          />
        ) : (
          <kbd>Esc</kbd>
        )}
      </div>
      <div className={isWaiting ? 'zy-search-body zy-search-old' : 'zy-search-body'} ref={list}>
        <SearchRows
          sections={sections}
          code={words === '' ? null : (found?.code ?? null)}
          words={words}
          marked={marked?.key}
          mark={(key) => setAt(items.findIndex((item) => item.key === key))}
          open={open}
        />
        {error && <Unanswered retry={retry} />}
        {isNothing && <NothingFound words={words} />}
        {words === '' && items.length === 0 && <p className="zy-search-none">输入名称、编号，或扫描、粘贴编码</p>}
      </div>
      <p className="sr-only" role="status">
        {words === '' || isWaiting ? '' : `找到 ${items.filter(({ kind }) => kind !== 'more').length} 项`}
      </p>
      <SearchFoot
        recent={words === '' ? nothingRecent : recent}
        open={(one) => {
          const item = toFirstSections([one], [])[0]?.items[0];
          if (item) open(item);
        }}
        forget={recent.length > 0 ? () => void forget() : undefined}
        hasCode={words !== '' && Boolean(found?.code)}
      />
    </div>
  );
};

/** One field that finds codes, rows and menus; it forgets what was typed when it closes. */
export const SearchLayer = ({ isOpen, close }: { isOpen: boolean; close: () => void }) => {
  const isNarrow = useNarrow();
  return (
    <Modal
      open={isOpen}
      onCancel={close}
      title="搜索"
      footer={null}
      closable={false}
      keyboard
      width={isNarrow ? '100%' : 760}
      destroyOnHidden
      className={isNarrow ? 'zy-search zy-search-narrow' : 'zy-search'}
      classNames={{ header: 'sr-only' }}
      transitionName=""
      maskTransitionName=""
    >
      <Body close={close} isNarrow={isNarrow} />
    </Modal>
  );
};

import { Level, Life, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { thumbAddress } from '@zhuiyuan/contract/media/attachment';
import type { FoundCode, RecentFind } from '@zhuiyuan/contract/search/search';
import Building2 from 'icon:building-2';
import ClipboardList from 'icon:clipboard-list';
import CornerDownRight from 'icon:corner-down-right';
import Gift from 'icon:gift';
import Layers from 'icon:layers';
import MoreHorizontal from 'icon:more-horizontal';
import Package from 'icon:package';
import PackageOpen from 'icon:package-open';
import PackageSearch from 'icon:package-search';
import QrCode from 'icon:qr-code';
import ScanLine from 'icon:scan-line';
import Siren from 'icon:siren';
import Store from 'icon:store';
import Truck from 'icon:truck';
import UserRound from 'icon:user-round';
import type { IconType } from '../../parts/icon/make-icon.tsx';
import { useId } from 'react';
import { CodeText } from '../../parts/format/code.tsx';
import { countText } from '../../parts/format/numbers.ts';
import { Dot, EnumTag } from '../../parts/format/tag.tsx';
import { shortTimeText } from '../../parts/format/times.ts';
import { cutAtWords, type SearchItem, type SearchSection } from './search-items.ts';

const icons: Record<SearchItem['kind'], IconType> = {
  code: ScanLine,
  lot: Layers,
  task: QrCode,
  deliver: ClipboardList,
  order: PackageOpen,
  apply: PackageSearch,
  agent: Truck,
  shop: Store,
  product: Package,
  activity: Gift,
  consumer: UserRound,
  police: Siren,
  firm: Building2,
  menu: CornerDownRight,
  more: MoreHorizontal,
};

const Words = ({ text, words }: { text: string; words: string }) => {
  const cut = cutAtWords(text, words);
  return cut ? (
    <>
      {cut[0]}
      <mark>{cut[1]}</mark>
      {cut[2]}
    </>
  ) : (
    <>{text}</>
  );
};

const placeText = ({ province, city }: { province: string; city: string }): string => city || province || '地点未知';

/** What an exact code is: its picture, its states, what it is on and who has it, and one line of its scans. */
const CodeHit = ({ code }: { code: FoundCode }) => (
  <>
    {code.image ? (
      <img className="zy-search-picture" src={thumbAddress(code.image)} width={56} height={56} alt="" />
    ) : (
      <span className="zy-search-picture" aria-hidden="true">
        <ScanLine size={22} strokeWidth={1.4} />
      </span>
    )}
    <span className="zy-search-code">
      <b>
        <CodeText code={code.code} />
        <EnumTag of={Life} value={code.life} />
        {code.shipStatus !== Shipping.none && <EnumTag of={Shipping} value={code.shipStatus} />}
      </b>
      <span>
        {[code.storeName || '未绑定产品', `${Level.label(code.level)}码`, code.holderName].filter(Boolean).join(' · ')}
      </span>
      <small>
        {code.scanCnt === 0
          ? '还没有人查询'
          : [
              `已查询 ${countText(code.scanCnt)} 次`,
              code.firstScanAt ? `首次 ${shortTimeText(code.firstScanAt)}` : '',
              code.lastScan ? `最近 ${shortTimeText(code.lastScan.at)} ${placeText(code.lastScan)}` : '',
            ]
              .filter(Boolean)
              .join(' · ')}
      </small>
    </span>
    <span className="zy-search-acts">
      打开 <kbd>Enter</kbd>
    </span>
  </>
);

const Row = ({ item, words }: { item: SearchItem; words: string }) => {
  const Icon = icons[item.kind];
  return (
    <>
      <Icon size={16} strokeWidth={1.6} aria-hidden="true" />
      <span className="zy-search-title">
        {item.kind === 'code' ? <CodeText code={item.title} /> : <Words text={item.title} words={words} />}
      </span>
      <small className="zy-search-text">
        <Words text={item.text} words={words} />
      </small>
      <span className="zy-search-right">
        {item.why || (item.status && <Dot tone={item.status.tone}>{item.status.label}</Dot>)}
      </span>
    </>
  );
};

/** The lines under their headings; the exact code is the first and larger. */
export const SearchRows = ({
  sections,
  code,
  words,
  marked,
  mark,
  open,
}: {
  sections: readonly SearchSection[];
  code: FoundCode | null;
  words: string;
  marked?: string;
  mark: (key: string) => void;
  open: (item: SearchItem) => void;
}) => {
  const id = useId();
  return (
    <div id="zy-search-rows" role="listbox" aria-label="搜索结果">
      {sections.map(({ label, items }, at) => {
        const isHit = code !== null && at === 0;
        return (
          <div
            key={label}
            role="group"
            aria-labelledby={`${id}-${label}`}
            className={isHit ? 'zy-search-group zy-search-top' : 'zy-search-group'}
          >
            <span id={`${id}-${label}`} className={isHit ? 'sr-only' : 'zy-search-label'}>
              {label}
            </span>
            <div className="zy-search-items">
              {items.map((item) => (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the focus and its keys act on the marked option
                <div
                  key={item.key}
                  id={`zy-search-${item.key}`}
                  role="option"
                  aria-selected={item.key === marked}
                  className={isHit ? 'zy-search-hit' : 'zy-search-row'}
                  onMouseMove={() => item.key !== marked && mark(item.key)}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => open(item)}
                >
                  {isHit ? <CodeHit code={code} /> : <Row item={item} words={words} />}
                </div>
              ))}
            </div>
          </div>
        );
      })}
    </div>
  );
};

/** What was opened last, and what the keys do. */
export const SearchFoot = ({
  recent,
  open,
  forget,
  hasCode,
}: {
  recent: readonly RecentFind[];
  open: (one: RecentFind) => void;
  forget?: () => void;
  hasCode: boolean;
}) => (
  <div className="zy-search-foot">
    {recent.length > 0 && (
      <div className="zy-search-recent">
        <span>最近</span>
        <div>
          {recent.map((one) => (
            <button type="button" key={`${one.kind}-${one.key}`} title={one.title} onClick={() => open(one)}>
              {one.kind === 'code' ? <CodeText code={one.title} /> : one.title}
            </button>
          ))}
        </div>
      </div>
    )}
    <div className="zy-search-keys">
      <span aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> 选择 <kbd>Tab</kbd> 下一组 <kbd>Enter</kbd> 打开
        {hasCode && (
          <>
            {' '}
            <kbd>Ctrl Enter</kbd> 查询记录 <kbd>Ctrl C</kbd> 复制编码
          </>
        )}
      </span>
      {forget && (
        <button type="button" className="zy-link" onClick={forget}>
          清除最近
        </button>
      )}
    </div>
  </div>
);

import { homeApi } from '@zhuiyuan/contract/stats/home';
import ChevronRight from 'icon:chevron-right';
import { useState } from 'react';
import { Link } from 'react-router';
import { countText } from '../../../parts/format/numbers.ts';
import { Sheet } from '../../../parts/frame/sheet.tsx';
import { Glyph } from '../../../parts/format/tag.tsx';
import { BlockFailed } from '../../../parts/feedback/block-failed.tsx';
import { useBlock } from '../../../parts/feedback/use-block.ts';
import { todoKinds } from '../todo-kinds.ts';

/** As many kinds as stand beside the chart. */
const mostShown = 8;

/** 待办: what waits for this person; kinds with nothing waiting are left out. */
export const TodoList = () => {
  const { data, error, refetch } = useBlock(homeApi.todo, {});
  const [showsAll, setShowsAll] = useState(false);
  const kinds = todoKinds.flatMap((kind) => {
    const count = data?.[kind.name];
    return count ? [{ ...kind, count }] : [];
  });
  const shownKinds = showsAll ? kinds : kinds.slice(0, mostShown);
  const waiting = kinds.reduce((sum, { count }) => sum + count, 0);
  return (
    <Sheet
      title="待办"
      finding={data && `${countText(waiting)} 项`}
      extra={
        kinds.length > mostShown && (
          <button type="button" className="zy-link" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? '收起' : `全部 ${kinds.length} 类`}
          </button>
        )
      }
      isFlush
    >
      {error && !data && <BlockFailed error={error} retry={refetch} />}
      {data && shownKinds.length === 0 && <p className="zy-block-note">没有需要您处理的事项</p>}
      <ul className="zy-home-todos">
        {shownKinds.map(({ name, label, cause, tone, glyph, to, count }) => (
          <li key={name}>
            <Link to={to}>
              <Glyph tone={tone} glyph={glyph} />
              <span>{label}</span>
              <small>{cause}</small>
              <b>{countText(count)}</b>
              <ChevronRight size={14} strokeWidth={1.6} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </Sheet>
  );
};

import { homeApi } from '@zhuiyuan/contract/stats/home';
import ChevronRight from 'icon:chevron-right';
import { Link } from 'react-router';
import { countText } from '../../../parts/format/numbers.ts';
import { Sheet } from '../../../parts/frame/sheet.tsx';
import { Glyph } from '../../../parts/format/tag.tsx';
import { BlockFailed } from '../../../parts/feedback/block-failed.tsx';
import { useBlock } from '../../../parts/feedback/use-block.ts';
import { todoKinds } from '../todo-kinds.ts';

/** 待办: what waits for this person; kinds with nothing waiting sink to the end. */
export const TodoList = () => {
  const { data, error, refetch } = useBlock(homeApi.todo, {});
  const shownKinds = todoKinds
    .flatMap((kind) => {
      const count = data?.[kind.name];
      return count === undefined ? [] : [{ ...kind, count }];
    })
    .toSorted((a, b) => Number(b.count > 0) - Number(a.count > 0));
  const waiting = shownKinds.reduce((sum, { count }) => sum + count, 0);
  return (
    <Sheet title="待办" finding={data && `${countText(waiting)} 项`} isFlush>
      {error && !data && <BlockFailed error={error} retry={refetch} />}
      {data && shownKinds.length === 0 && <p className="zy-block-note">没有需要您处理的事项</p>}
      <ul className="zy-home-todos">
        {shownKinds.map(({ name, label, cause, tone, glyph, to, count }) => (
          <li key={name} className={count === 0 ? 'zy-home-idle' : undefined}>
            <Link to={to}>
              <Glyph tone={count === 0 ? 'gone' : tone} glyph={count === 0 ? undefined : glyph} />
              <span>{label}</span>
              <small>{count === 0 ? '' : cause}</small>
              <b>{countText(count)}</b>
              <ChevronRight size={14} strokeWidth={1.6} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </Sheet>
  );
};

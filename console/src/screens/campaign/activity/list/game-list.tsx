import { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import { gameApi, type GameRow } from '@zhuiyuan/contract/campaign/activity/game';
import { ActivityStatus, PlayMode } from '@zhuiyuan/contract/campaign/campaign-states';
import { gameModes, playKinds } from '@zhuiyuan/contract/campaign/play-kinds';
import { Button } from 'antd';
import Gamepad2 from 'icon:gamepad-2';
import { useNavigate } from 'react-router';
import { useMay } from '../../../../lib/session.ts';
import { Cut } from '../../../../parts/format/cut.tsx';
import { countText } from '../../../../parts/format/numbers.ts';
import { acts, cell, count, enumTag, extra, name, text, time, type Column } from '../../../../parts/list/columns.tsx';
import { dateFilter, selectFilter, textFilter } from '../../../../parts/list/filters.tsx';
import { ListScreen } from '../../../../parts/list/list-screen.tsx';
import { useCrud } from '../../../../parts/list/use-crud.tsx';
import { useSearch } from '../../../../parts/list/use-search.ts';
import { useFirmColumn, useFirmFilter } from '../../../../parts/pickers/firm-field.tsx';
import { detailPage, gameEditor } from '../addresses.ts';
import { turnsText } from '../words.ts';
import { periodText } from './period-text.ts';
import { playLooks } from '../play-looks.tsx';
import { useActivityActs } from '../use-activity-acts.tsx';
import '../activities.css';

const shownStates = ActivityStatus.options.filter(({ value }) => value !== ActivityStatus.recycled);

/** The games there are, each with a way to begin one. */
const Gallery = ({ create }: { create: (mode: PlayMode) => void }) => (
  <div className="zy-games" role="group" aria-label="玩法">
    {gameModes.map(({ value, label }) => {
      const { Icon } = playLooks[value];
      return (
        <section key={value} className="sheet zy-game" aria-label={label}>
          <Icon size={40} strokeWidth={1.6} aria-hidden="true" />
          <b>{label}</b>
          <p>{playKinds[value].pitch}</p>
          <Button onClick={() => create(value)} aria-label={`创建${label}`}>
            创建
          </Button>
        </section>
      );
    })}
  </div>
);

const columnsOf = (open: (row: GameRow) => void): Column<GameRow>[] => [
  name('actName', '活动名称', { open, least: 160 }),
  cell('playMode', '玩法', (row) => PlayMode.label(row.playMode), { width: 80 }),
  cell('turns', '参与方式', (row) => <Cut>{turnsText(row) || '-'}</Cut>, { width: 150 }),
  enumTag('status', '状态', ActivityStatus),
  count('partUv', '参与人数', { width: 84 }),
  count('drawCnt', '抽奖次数', { width: 84 }),
  count('winCnt', '中奖次数', { width: 84 }),
  count('shareCnt', '分享带来', { width: 84 }),
  count('pointsUsed', '消耗积分', { width: 96 }),
  cell('period', '活动时间', (row) => <Cut>{periodText(row)}</Cut>, { width: 184 }),
  extra(count('shareNew', '分享新客', { width: 84 })),
  extra(text('actNo', '活动编号', { width: 124 })),
  extra(text('createName', '创建人', { width: 80 })),
  extra(time('createTime', '创建时间')),
];

/** 互动活动管理: games without a code, what came of them, and what is done with them. */
export const Games = () => {
  const navigate = useNavigate();
  const may = useMay();
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<GameRow>();
  const search = useSearch(gameApi.list);
  const crud = useCrud(
    { ...activityApi, list: gameApi.list },
    { page: gameEditor, refresh: [activityApi.list, activityApi.board, activityApi.recycled] },
  );
  const deeds = useActivityActs();
  const open = (row: GameRow) =>
    void navigate(row.status === ActivityStatus.draft ? `${gameEditor}/${row.id}` : detailPage(row.id));
  const create = (mode: PlayMode) => void navigate(`${gameEditor}?play=${mode}`);
  return (
    <>
      {may(activityApi.save.may) && <Gallery create={create} />}
      <ListScreen
        search={search}
        thing="互动活动"
        columns={[
          ...columnsOf(open),
          ...firmColumn,
          acts<GameRow>((row) => {
            const can = deeds.of(row);
            return [
              can.publish,
              can.edit,
              can.link,
              can.view,
              can.resume,
              can.pause,
              can.budget,
              can.stock,
              can.shops,
              can.copy,
              can.withdraw,
              can.end,
              can.remove,
            ].filter((act) => act !== undefined);
          }),
        ]}
        flash={crud.draft.savedId}
        filters={[
          ...firmFilter,
          textFilter('keywords', '活动', '名称或编号'),
          selectFilter('status', '状态', shownStates, { many: true }),
          selectFilter('playMode', '玩法', gameModes),
          dateFilter('dateLimit', '开始时间'),
        ]}
        batch={crud.batch}
        card={{
          head: 'playMode',
          status: 'status',
          name: 'actName',
          facts: [
            (row) => turnsText(row),
            (row) => periodText(row).replaceAll(/20\d\d-/g, ''),
            ({ partUv, drawCnt }) => `${countText(partUv)} 人，${countText(drawCnt)} 次`,
            ({ shareCnt }) => `分享带来 ${countText(shareCnt)} 人`,
          ],
        }}
        empty={{
          icon: Gamepad2,
          text: '互动活动不用码参与：每日免费、用积分或分享给好友得次数。从上面选一种玩法创建。',
        }}
      />
      {deeds.layers}
    </>
  );
};

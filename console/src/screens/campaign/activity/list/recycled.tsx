import { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import { ActivityStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import type { DataOf } from '@zhuiyuan/contract/kit/endpoint';
import { Button } from 'antd';
import Trash2 from 'icon:trash-2';
import type { ReactNode } from 'react';
import { useMay } from '../../../../lib/session.ts';
import { confirm, toast } from '../../../../lib/toast.ts';
import { useAct } from '../../../../parts/feedback/use-act.ts';
import { countText } from '../../../../parts/format/numbers.ts';
import { acts, count, enumTag, name, text, time, type Column } from '../../../../parts/list/columns.tsx';
import { dateFilter, textFilter } from '../../../../parts/list/filters.tsx';
import { ListScreen, type Picked } from '../../../../parts/list/list-screen.tsx';
import { useSearch } from '../../../../parts/list/use-search.ts';
import { useFirmColumn, useFirmFilter } from '../../../../parts/pickers/firm-field.tsx';

type Row = DataOf<typeof activityApi.recycled>['list'][number];

const lists = [activityApi.recycled, activityApi.list, activityApi.board];
const askRecover = '确定恢复该活动？';
const askPurge = '彻底删除后不可恢复，确定删除？';
const keepDraws = '活动存在抽奖记录，须保存至少两年，不能彻底删除';

/** 活动回收站: deleted activities, to be taken back or removed for good. */
export const RecycledActivities = () => {
  const may = useMay();
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<Row>();
  const search = useSearch(activityApi.recycled);
  const recover = useAct(activityApi.recover, { done: '', refresh: lists });
  const purge = useAct(activityApi.purge, { done: '', refresh: lists });
  const tell = ({ ok, fail }: { ok: number; fail: readonly { message: string }[] }, done: string) => {
    if (fail.length === 0) toast.success(ok === 1 ? done : `${done} ${countText(ok)} 个活动`);
    else toast.warning(`${done} ${countText(ok)} 个，${countText(fail.length)} 个未处理：${fail[0]!.message}`);
  };
  const recoverAll = async (ids: number[]) => tell(await recover({ ids }), '操作成功');
  const purgeAll = async (ids: number[]) => tell(await purge({ ids }), '删除成功');

  const columns: Column<Row>[] = [
    text('actNo', '活动编号', { width: 132 }),
    name('actName', '活动名称'),
    enumTag('recycledFrom', '原状态', ActivityStatus),
    count('drawCnt', '抽奖次数', { width: 96 }),
    ...firmColumn,
    text('deletedName', '删除人', { width: 96 }),
    time('recycledAt', '删除时间'),
    acts((row) => [
      { label: '恢复', may: activityApi.recover.may, confirm: askRecover, run: () => recoverAll([row.id]) },
      {
        label: '彻底删除',
        may: activityApi.purge.may,
        destructive: true,
        confirm: askPurge,
        blocked: row.drawCnt > 0 ? keepDraws : undefined,
        run: () => purgeAll([row.id]),
      },
    ]),
  ];
  const recoverPicked = async ({ keys, clear }: Picked<Row>) => {
    if (!(await confirm({ text: `确定恢复选中的${keys.length}个活动？`, verb: '恢复' }))) return;
    await recoverAll(keys.map(Number));
    clear();
  };
  const batch = (picked: Picked<Row>): ReactNode => (
    <Button onClick={() => void recoverPicked(picked)}>批量恢复</Button>
  );
  const emptied = search.rows.filter(({ drawCnt }) => drawCnt === 0);
  return (
    <ListScreen
      search={search}
      thing="活动"
      columns={columns}
      filters={[...firmFilter, textFilter('keywords', '活动', '名称或编号'), dateFilter('dateLimit', '删除时间')]}
      buttons={
        may(activityApi.purge.may) ? (
          <Button
            danger
            disabled={emptied.length === 0}
            onClick={() =>
              void confirm({
                text: `本页 ${countText(emptied.length)} 个活动没有抽奖记录，${askPurge}`,
                verb: '彻底删除',
                isDanger: true,
              }).then((agreed) => (agreed ? purgeAll(emptied.map(({ id }) => id)) : undefined))
            }
          >
            清空无记录活动
          </Button>
        ) : undefined
      }
      batch={may(activityApi.recover.may) ? batch : undefined}
      card={{ head: 'actNo', status: 'recycledFrom', name: 'actName', facts: ['deletedName', 'recycledAt'] }}
      empty={{ icon: Trash2, text: '删除的活动会留在这里，可以恢复' }}
    />
  );
};

import { LoginOutcome } from '@zhuiyuan/contract/access/login-log';
import { ownAccountApi, type LoginRecord } from '@zhuiyuan/contract/access/own-account';
import { enumTag, name, text, time, type Column } from '../../parts/list/columns.tsx';
import { ListPager } from '../../parts/list/list-pager.tsx';
import { ListTable } from '../../parts/list/list-table.tsx';
import { Empty, Failed } from '../../parts/feedback/states.tsx';
import { useLocalSearch } from '../../parts/list/use-local-search.ts';

const columns: Column<LoginRecord>[] = [
  time('time', '登录时间', { seconds: true }),
  text('ip', '登录IP', { width: 140 }),
  text('location', '登录地点', { width: 100 }),
  enumTag('outcome', '结果', LoginOutcome, { width: 140 }),
  name('userAgent', '浏览器'),
];

/** 登录日志: tries to sign in to the own account. */
export const OwnLogins = () => {
  const search = useLocalSearch(ownAccountApi.loginLog);
  const isEmpty = !search.isFirstLoad && search.rows.length === 0;
  const instead =
    search.error && isEmpty ? (
      <Failed error={search.error} retry={search.reload} />
    ) : isEmpty ? (
      <Empty title="还没有登录记录" />
    ) : null;
  return (
    <div className="zy-own-logins zy-list">
      <ListTable
        search={search}
        columns={columns}
        keyOf={(row) => row.id}
        picked={undefined}
        pick={() => undefined}
        flash={undefined}
        instead={instead}
      />
      <ListPager search={search} />
    </div>
  );
};

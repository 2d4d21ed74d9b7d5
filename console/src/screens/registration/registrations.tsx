import { NodeKind, registrationApi, type RegistrationRow } from '@zhuiyuan/contract/registration/registration';
import { ObjectKind } from '@zhuiyuan/contract/trace/object-kind';
import { RegistrationStatus } from '@zhuiyuan/contract/codes/state/registration-status';
import { Button } from 'antd';
import Fingerprint from 'icon:fingerprint';
import type { ReactNode } from 'react';
import { toast } from '../../lib/toast.ts';
import { acts, count, enumDot, enumTag, name, text, time, type Column } from '../../parts/list/columns.tsx';
import { ExportButton } from '../../parts/list/export-button.tsx';
import { dateFilter, selectFilter, textFilter } from '../../parts/list/filters.tsx';
import { useFirmColumn, useFirmFilter } from '../../parts/pickers/firm-field.tsx';
import { ListScreen, type Picked } from '../../parts/list/list-screen.tsx';
import { May } from '../../parts/feedback/may.tsx';
import { SideDrawer } from '../../parts/frame/side-drawer.tsx';
import { useAct } from '../../parts/feedback/use-act.ts';
import { useCrud } from '../../parts/list/use-crud.tsx';
import { useOpened } from '../../parts/list/use-opened.ts';
import { useSearch } from '../../parts/list/use-search.ts';
import { Registered } from './registered.tsx';
import './registrations.css';

/** Says how many of several went through, and why the first did not. */
const tell = (done: string) => (result: { ok: number; fail: { message: string }[] }) => {
  if (result.ok > 0) toast.success(`${done}：${result.ok} 个`);
  const [first] = result.fail;
  if (first) toast.error(`${result.fail.length} 个未执行：${first.message}`);
};

/** 标识注册: what is registered with the identifier node, and how far it has come. */
export const Registrations = ({ tabs }: { tabs: ReactNode }) => {
  const search = useSearch(registrationApi.list);
  const crud = useCrud(registrationApi, { page: '/identity/identityCreat' });
  const submit = useAct(registrationApi.submit, { done: '', refresh: crud.lists });
  const parse = useAct(registrationApi.parse, { done: '', refresh: crud.lists });
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<RegistrationRow>();
  const submitAll = async (ids: number[]) => tell('已提交')(await submit({ ids }));
  const parseAll = async (ids: number[]) => tell('已解析')(await parse({ ids }));
  const [openId, setOpenId] = useOpened();
  const opened = search.rows.find(({ id }) => id === openId);
  const columns: Column<RegistrationRow>[] = [
    name('handle', '标识编码', { open: (row) => setOpenId(row.id), least: 240 }),
    enumDot('objKind', '对象', ObjectKind, { width: 72 }),
    text('objName', '对象名称', { width: 184 }),
    text('range', '序号范围', { width: 120 }),
    enumDot('nodeKind', '节点', NodeKind, { width: 92 }),
    enumTag('status', '状态', RegistrationStatus),
    count('tries', '次数', { width: 64 }),
    text('lastErr', '失败原因', { width: 176 }),
    ...firmColumn,
    time('registeredAt', '注册时间'),
    time('parsedAt', '解析时间'),
    acts((row) => [
      ...([0, 5].includes(row.status)
        ? [{ label: '提交', may: registrationApi.submit.may, run: () => submitAll([row.id]) }]
        : []),
      ...([1, 2, 3].includes(row.status)
        ? [{ label: '解析', may: registrationApi.parse.may, run: () => parseAll([row.id]) }]
        : []),
      { label: '查看', run: () => setOpenId(row.id) },
      crud.editAct(row),
      ...(row.status === RegistrationStatus.unsent ? [crud.removeAct(row)] : []),
    ]),
  ];
  const add = crud.addButton('新增注册');
  const batch = (picked: Picked<RegistrationRow>) => {
    const ids = picked.rows.map(({ id }) => id);
    return (
      <>
        <May of={registrationApi.submit.may}>
          <Button onClick={() => void submitAll(ids).then(picked.clear, () => {})}>批量提交</Button>
        </May>
        <May of={registrationApi.parse.may}>
          <Button onClick={() => void parseAll(ids).then(picked.clear, () => {})}>批量解析</Button>
        </May>
      </>
    );
  };
  return (
    <>
      <ListScreen
        search={search}
        thing="标识"
        tabs={tabs}
        columns={columns}
        filters={[
          ...firmFilter,
          textFilter('handle', '标识编码'),
          selectFilter('objKind', '对象', ObjectKind),
          selectFilter('status', '状态', RegistrationStatus),
          selectFilter('nodeKind', '节点', NodeKind),
          dateFilter('dateLimit', '创建时间'),
        ]}
        buttons={
          <>
            {add}
            <ExportButton biz="registration" endpoint={registrationApi.export} input={search.values} />
          </>
        }
        batch={batch}
        card={{ head: 'handle', status: 'status', name: 'objName', facts: ['objKind', 'range', 'lastErr'] }}
        empty={{ icon: Fingerprint, text: '把产品、批次或码段注册到标识节点后，别的系统也能解析它们', action: add }}
      />
      <SideDrawer
        isOpen={opened !== undefined}
        close={() => setOpenId(undefined)}
        title="标识详情"
        name={opened?.handle}
      >
        {opened && (
          <div className="zy-reg-shown">
            <Registered id={opened.id} />
          </div>
        )}
      </SideDrawer>
    </>
  );
};

import { BoxState, Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { identityApi, type BoxNode } from '@zhuiyuan/contract/codes/lookup/identity';
import { packingApi, type BoxRow } from '@zhuiyuan/contract/packing/packing';
import { Button } from 'antd';
import { useState, type Key } from 'react';
import { newKey } from '../../lib/new-key.ts';
import { useMay } from '../../lib/session.ts';
import { confirm } from '../../lib/toast.ts';
import { useAct } from '../../parts/feedback/use-act.ts';
import { CodeText } from '../../parts/format/code.tsx';
import { Facts } from '../../parts/format/facts.tsx';
import { countText } from '../../parts/format/numbers.ts';
import { CodeLink, LotLink, ProductLink } from '../../parts/format/object-links.tsx';
import { EnumTag } from '../../parts/format/tag.tsx';
import { timeText } from '../../parts/format/times.ts';
import { SideDrawer } from '../../parts/frame/side-drawer.tsx';
import { AreaField, SwitchField, TextField } from '../../parts/form/fields.tsx';
import { FormModal } from '../../parts/form/form-modal.tsx';
import { useDraft } from '../../parts/form/use-draft.ts';
import { acts, cell, count, enumDot, type Column } from '../../parts/list/columns.tsx';
import { PagedTable } from '../../parts/list/plain-table.tsx';
import { useLocalSearch } from '../../parts/list/use-local-search.ts';
import { packingChanges } from './packing-changes.ts';

const useReplace = () =>
  useDraft({
    create: packingApi.replace,
    refresh: packingChanges,
    done: { create: '换码成功' },
  });

const Contents = ({ box }: { box: BoxRow }) => {
  const may = useMay();
  const search = useLocalSearch(identityApi.children, { fixed: { codeId: box.id } });
  const [picked, setPicked] = useState<Key[]>([]);
  const remove = useAct(packingApi.remove, { done: '拆出成功', refresh: packingChanges });
  const replace = useReplace();
  const codes = search.rows.filter((row) => picked.includes(row.codeId)).map(({ code }) => code);
  const takeOut = async () => {
    const text = `确定将${codes.length}个码从箱${box.code}拆出？`;
    if (!(await confirm({ text }))) return;
    await remove({ childCodes: codes, idemKey: newKey() });
    setPicked([]);
  };
  const columns: Column<BoxNode>[] = [
    cell('place', '序号', (row) => row.place, { width: 64 }),
    cell('code', '编码', (row) => <CodeLink code={row.code} />, { width: 220 }),
    enumDot('level', '层级', Level, { width: 80 }),
    count('childCnt', '装量', { width: 80 }),
    ...(may(packingApi.replace.may)
      ? [
          acts<BoxNode>((row) => [
            { label: '换码', run: () => replace.open(undefined, { oldCode: row.code, voidOld: true }) },
          ]),
        ]
      : []),
  ];
  const mayRemove = may(packingApi.remove.may);
  return (
    <>
      <h3 className="zy-codes-part">
        箱内 <small>{search.total > 0 ? `${countText(search.total)} 个` : ''}</small>
        {mayRemove && codes.length > 0 && (
          <Button className="zy-codes-part-end" size="small" onClick={() => void takeOut()}>
            拆出 {codes.length} 个
          </Button>
        )}
      </h3>
      <PagedTable
        search={search}
        columns={columns}
        keyOf={(row) => row.codeId}
        empty="空箱"
        picked={mayRemove ? { keys: picked, pick: setPicked } : undefined}
      />
      <FormModal draft={replace} title="换码" save="换码">
        <TextField name="oldCode" label="旧码" />
        <TextField name="newCode" label="新码" placeholder="扫描或输入新码" />
        <SwitchField name="voidOld" label="作废旧码" on off={false} />
        <AreaField name="reason" label="原因" placeholder="如 标签破损" />
      </FormModal>
    </>
  );
};

const factsOf = (box: BoxRow) => [
  { label: '箱级别', value: Level.label(box.level) },
  { label: '装量', value: `${countText(box.childCnt)}/${countText(box.capacity)}，内含 ${countText(box.itemQty)} 件` },
  { label: '产品', value: box.storeName && <ProductLink id={box.productId}>{box.storeName}</ProductLink> },
  { label: '批号', value: box.lotNo && <LotLink id={box.lotId}>{box.lotNo}</LotLink> },
  { label: '上级箱码', value: box.parentCode && <CodeLink code={box.parentCode} /> },
  { label: '装箱', value: [box.operatorName, timeText(box.packedAt, true)].filter(Boolean).join('，') },
  { label: '所属企业', value: box.firmName },
];

/** One box with what lies in it: codes are taken out or replaced here. */
export const BoxDrawer = ({ box, close }: { box: BoxRow | undefined; close: () => void }) => {
  // The row as it is now: what is done here changes it.
  const fresh = useLocalSearch(packingApi.list, { fixed: { code: box?.code ?? '-' } });
  const shown = (box && fresh.rows.find(({ id }) => id === box.id)) ?? box;
  return (
    <SideDrawer
      isOpen={box !== undefined}
      close={close}
      title="箱"
      name={box && <CodeText code={box.code} />}
      mark={shown && <EnumTag of={BoxState} value={shown.boxState} />}
      width={720}
    >
      {shown && (
        <>
          <Facts items={factsOf(shown)} isPaired />
          <Contents key={shown.id} box={shown} />
        </>
      )}
    </SideDrawer>
  );
};

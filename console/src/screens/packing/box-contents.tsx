import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { identityApi, type BoxNode } from '@zhuiyuan/contract/codes/lookup/identity';
import { packingApi } from '@zhuiyuan/contract/packing/packing';
import { Button } from 'antd';
import { useState, type Key } from 'react';
import { newKey } from '../../lib/new-key.ts';
import { useMay } from '../../lib/session.ts';
import { confirm } from '../../lib/toast.ts';
import { useAct } from '../../parts/feedback/use-act.ts';
import { countText } from '../../parts/format/numbers.ts';
import { CodeLink } from '../../parts/format/object-links.tsx';
import { useNarrow } from '../../parts/frame/use-narrow.ts';
import { acts, cell, count, enumDot, type Column } from '../../parts/list/columns.tsx';
import { PagedTable } from '../../parts/list/plain-table.tsx';
import { useLocalSearch } from '../../parts/list/use-local-search.ts';
import { packingChanges } from './packing-changes.ts';
import { useReplace } from './replace-form.tsx';
import { useBoxActs, type ActedBox } from './use-box-acts.tsx';

const isBox = (node: BoxNode): node is BoxNode & Pick<ActedBox, 'boxState'> => node.boxState !== null;

const contentsOf = ({ codeId, code }: BoxNode) => <BoxContents box={{ id: codeId, code }} />;

/** What lies in a box, page by page; codes are taken out or replaced here, and the boxes among them open in turn. */
export const BoxContents = ({ box }: { box: { id: number; code: string } }) => {
  const may = useMay();
  const isNarrow = useNarrow();
  const search = useLocalSearch(identityApi.children, { fixed: { codeId: box.id } });
  // Those of other pages stay picked, with their codes.
  const [picked, setPicked] = useState<ReadonlyMap<Key, string>>(new Map());
  const remove = useAct(packingApi.remove, { done: '拆出成功', refresh: packingChanges });
  const replace = useReplace();
  const boxActs = useBoxActs();
  const codes = [...picked.values()];
  const pick = (keys: Key[]) => {
    const shown = new Map<Key, string>(search.rows.map(({ codeId, code }) => [codeId, code]));
    setPicked((before) => new Map(keys.map((key) => [key, before.get(key) ?? shown.get(key) ?? ''])));
  };
  const takeOut = async () => {
    const text = `确定将${codes.length}个码从箱${box.code}拆出？`;
    if (!(await confirm({ text }))) return;
    await remove({ childCodes: codes, idemKey: newKey() });
    setPicked(new Map());
  };
  const columns: Column<BoxNode>[] = [
    ...(isNarrow
      ? [cell<BoxNode>('code', '编码', (row) => <CodeLink code={row.code} />, { width: 168 })]
      : [
          cell<BoxNode>('place', '序号', (row) => row.place, { width: 64 }),
          cell<BoxNode>('code', '编码', (row) => <CodeLink code={row.code} />, { width: 220 }),
          enumDot<BoxNode>('level', '层级', Level, { width: 80 }),
          count<BoxNode>('childCnt', '装量', { width: 80 }),
        ]),
    acts<BoxNode>((row) =>
      isBox(row)
        ? boxActs.of({ ...row, parentCode: box.code })
        : [{ label: '换码', may: packingApi.replace.may, run: () => replace.open(row.code) }],
    ),
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
        expand={{
          of: contentsOf,
          may: ({ level, childCnt }) => level !== Level.item && childCnt > 0,
        }}
        picked={mayRemove ? { keys: [...picked.keys()], pick } : undefined}
      />
      {replace.dialog}
      {boxActs.dialogs}
    </>
  );
};

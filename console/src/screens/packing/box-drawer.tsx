import { BoxState, Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { packingApi, type BoxRow } from '@zhuiyuan/contract/packing/packing';
import { CodeText } from '../../parts/format/code.tsx';
import { Facts } from '../../parts/format/facts.tsx';
import { countText } from '../../parts/format/numbers.ts';
import { CodeLink, LotLink, ProductLink } from '../../parts/format/object-links.tsx';
import { EnumTag } from '../../parts/format/tag.tsx';
import { timeText } from '../../parts/format/times.ts';
import { SideDrawer } from '../../parts/frame/side-drawer.tsx';
import { useLocalSearch } from '../../parts/list/use-local-search.ts';
import { BoxContents } from './box-contents.tsx';

/** A box as some list shows it. */
type ShownBox = Omit<BoxRow, 'packedAt'> & { packedAt: string | null };

const factsOf = (box: ShownBox) => [
  { label: '箱级别', value: Level.label(box.level) },
  { label: '装量', value: `${countText(box.childCnt)}/${countText(box.capacity)}，内含 ${countText(box.itemQty)} 件` },
  { label: '产品', value: box.storeName && <ProductLink id={box.productId}>{box.storeName}</ProductLink> },
  { label: '批号', value: box.lotNo && <LotLink id={box.lotId}>{box.lotNo}</LotLink> },
  { label: '上级箱码', value: box.parentCode && <CodeLink code={box.parentCode} /> },
  { label: '装箱', value: [box.operatorName, box.packedAt && timeText(box.packedAt, true)].filter(Boolean).join('，') },
  { label: '所属企业', value: box.firmName },
];

/** One box with what lies in it: codes are taken out or replaced here. */
export const BoxDrawer = ({ box, close }: { box: ShownBox | undefined; close: () => void }) => {
  // The row as it is now: what is done here changes it.
  const fresh = useLocalSearch(packingApi.list, { fixed: { code: box?.code ?? '-' } });
  const shown: ShownBox | undefined = (box && fresh.rows.find(({ id }) => id === box.id)) ?? box;
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
          <BoxContents key={shown.id} box={shown} />
        </>
      )}
    </SideDrawer>
  );
};

import type { PackLogRow } from '@zhuiyuan/contract/packing/pack-log';
import { countText } from '../../parts/format/numbers.ts';
import { CodeLink } from '../../parts/format/object-links.tsx';

/** The code of an entry, or the first and the last of its run and how many there are. */
export const PackedCodes = ({ row: { childText, childCnt } }: { row: Pick<PackLogRow, 'childText' | 'childCnt'> }) => {
  if (childCnt === 0) return '-';
  if (childCnt === 1) return <CodeLink code={childText} />;
  const [first, last] = childText.split('~') as [string, string];
  return (
    <span className="zy-pack-run">
      <CodeLink code={first} />
      <span>
        ~<CodeLink code={last} /> 共{countText(childCnt)}
      </span>
    </span>
  );
};

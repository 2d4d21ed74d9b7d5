import { LabelMould, Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { mostLabels } from '@zhuiyuan/contract/codes/tasks/task';
import { mostCopies, packingApi, type BoxLabel } from '@zhuiyuan/contract/packing/packing';
import { Form, InputNumber } from 'antd';
import { useEffect, useState } from 'react';
import { call } from '../../lib/call.ts';
import { LabelDialog } from '../../parts/frame/label-dialog.tsx';
import { drawLabels, type DrawnLabel } from '../../parts/format/label-face.tsx';
import { countText } from '../../parts/format/numbers.ts';

/** What is known of a box before its label is asked for. */
type Known = Pick<BoxLabel, 'code' | 'level' | 'childCnt' | 'capacity'> &
  Partial<Pick<BoxLabel, 'storeName' | 'lotNo' | 'isMixed' | 'itemQty'>>;

const linesOf = ({ level, lotNo, isMixed, childCnt, capacity, itemQty, spec }: Known & { spec: string }) => [
  (lotNo ?? '') && `批号 ${lotNo}${isMixed ? '（混装）' : ''}`,
  `${Level.label(level)} 装量 ${countText(childCnt)}/${countText(capacity)}`,
  level === Level.case && itemQty ? `内含 ${countText(itemQty)} 件` : '',
  spec,
];

const draw = (labels: readonly BoxLabel[]): Promise<DrawnLabel[]> =>
  drawLabels(labels.map((label) => ({ ...label, key: label.code, lines: linesOf(label) })));

/** 打印箱标: labels of chosen boxes, printed by the browser. What is printed is read anew, so that the label is as the box is. */
export const BoxLabels = ({ boxes, close }: { boxes: readonly Known[]; close: () => void }) => {
  const [copies, setCopies] = useState(1);
  const [preview, setPreview] = useState<DrawnLabel>();
  const [first] = boxes;
  useEffect(() => {
    if (!first) return setPreview(undefined);
    let isCurrent = true;
    const lines = linesOf({ ...first, spec: '' });
    void drawLabels([{ storeName: '', ...first, key: first.code, url: first.code, lines }]).then(
      ([drawn]) => isCurrent && setPreview(drawn),
    );
    return () => {
      isCurrent = false;
    };
  }, [first]);

  const most = Math.min(mostCopies, Math.floor(mostLabels / Math.max(boxes.length, 1)));
  const asked = Math.min(copies, most);
  const print = async () => {
    const { labels } = await call(packingApi.print, { codes: boxes.map(({ code }) => code), copies: asked });
    return (await draw(labels)).flatMap((label) =>
      Array.from({ length: asked }, (_none, at) => ({ ...label, key: `${label.code} ${at}` })),
    );
  };
  return (
    <LabelDialog
      title="打印箱标"
      isOpen={boxes.length > 0}
      close={close}
      mould={LabelMould.large}
      isReady={most >= 1}
      draw={print}
      preview={preview}
      caption="首箱的预览，规格和二维码以打印为准"
    >
      <Form.Item label="箱数">
        {most < 1 ? `已选 ${countText(boxes.length)} 箱，一次最多打印${mostLabels}张` : countText(boxes.length)}
      </Form.Item>
      <Form.Item label="份数" htmlFor="box-label-copies" help={`每箱最多 ${mostCopies} 份，一次最多 ${mostLabels} 张`}>
        <InputNumber
          id="box-label-copies"
          min={1}
          max={Math.max(most, 1)}
          precision={0}
          value={Math.max(asked, 1)}
          onChange={(value) => setCopies(value ?? 1)}
        />
      </Form.Item>
    </LabelDialog>
  );
};

import { LabelMould, Level, PrintColor } from '@zhuiyuan/contract/codes/state/code-enums';
import { mostLabels } from '@zhuiyuan/contract/codes/tasks/task';
import { mostCopies, packingApi, type BoxLabel } from '@zhuiyuan/contract/packing/packing';
import { Button, Form, InputNumber, Modal, Radio } from 'antd';
import { useEffect, useState } from 'react';
import { call } from '../../lib/call.ts';
import { toast } from '../../lib/toast.ts';
import { drawLabels, LabelFace, type DrawnLabel } from '../../parts/format/label-face.tsx';
import { LabelPaper, type LabelSheet } from '../../parts/format/label-paper.tsx';
import { countText } from '../../parts/format/numbers.ts';
import { useNarrow } from '../../parts/frame/use-narrow.ts';

/** What is known of a box before its label is asked for. */
type Known = Pick<BoxLabel, 'code' | 'level' | 'storeName' | 'lotNo' | 'isMixed' | 'childCnt' | 'capacity' | 'itemQty'>;

const linesOf = ({ level, lotNo, isMixed, childCnt, capacity, itemQty, spec }: Known & { spec: string }) => [
  spec,
  lotNo && `批号 ${lotNo}${isMixed ? '（混装）' : ''}`,
  `${Level.label(level)} 装量 ${countText(childCnt)}/${countText(capacity)}`,
  level === Level.case ? `内含 ${countText(itemQty)} 件` : '',
];

const draw = (labels: readonly BoxLabel[]): Promise<DrawnLabel[]> =>
  drawLabels(labels.map((label) => ({ ...label, key: label.code, lines: linesOf(label) })));

/** 打印箱标: labels of chosen boxes, printed by the browser. What is printed is read anew, so that the label is as the box is. */
export const BoxLabels = ({ boxes, close }: { boxes: readonly Known[]; close: () => void }) => {
  const isNarrow = useNarrow();
  const [mould, setMould] = useState<number>(LabelMould.large);
  const [color, setColor] = useState<number>(PrintColor.black);
  const [copies, setCopies] = useState(1);
  const [preview, setPreview] = useState<DrawnLabel>();
  const [isBusy, setBusy] = useState(false);
  const [sheet, setSheet] = useState<LabelSheet>();
  const [first] = boxes;
  useEffect(() => {
    if (!first) return setPreview(undefined);
    let isCurrent = true;
    const lines = linesOf({ ...first, spec: '' });
    void drawLabels([{ ...first, key: first.code, url: first.code, lines }]).then(
      ([drawn]) => isCurrent && setPreview(drawn),
    );
    return () => {
      isCurrent = false;
    };
  }, [first]);

  const most = Math.min(mostCopies, Math.floor(mostLabels / Math.max(boxes.length, 1)));
  const asked = Math.min(copies, most);
  const isColoured = color === PrintColor.colored;
  const print = async () => {
    setBusy(true);
    try {
      const { labels } = await call(packingApi.print, { codes: boxes.map(({ code }) => code), copies: asked });
      const drawn = await draw(labels);
      setSheet({
        labels: drawn.flatMap((label) =>
          Array.from({ length: asked }, (_none, at) => ({ ...label, key: `${label.code} ${at}` })),
        ),
        mould,
        isColoured,
      });
    } catch (failure) {
      toast.failure(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open={boxes.length > 0}
      onCancel={close}
      title="打印箱标"
      width={isNarrow ? '100%' : 680}
      destroyOnHidden
      className="zy-modal"
      footer={
        <>
          <Button onClick={close}>关闭</Button>
          <Button
            type="primary"
            loading={isBusy || sheet !== undefined}
            disabled={most < 1}
            onClick={() => void print()}
          >
            打印
          </Button>
        </>
      }
    >
      <div className="zy-labels-form">
        <Form layout="vertical">
          <Form.Item label="箱数">
            {most < 1 ? `已选 ${countText(boxes.length)} 箱，一次最多打印${mostLabels}张` : countText(boxes.length)}
          </Form.Item>
          <Form.Item
            label="份数"
            htmlFor="box-label-copies"
            help={`每箱最多 ${mostCopies} 份，一次最多 ${mostLabels} 张`}
          >
            <InputNumber
              id="box-label-copies"
              min={1}
              max={Math.max(most, 1)}
              precision={0}
              value={Math.max(asked, 1)}
              onChange={(value) => setCopies(value ?? 1)}
            />
          </Form.Item>
          <Form.Item label="标签模板">
            <Radio.Group
              value={mould}
              onChange={({ target }) => setMould(target.value as number)}
              options={LabelMould.options.map(({ value, label }) => ({ value, label }))}
            />
          </Form.Item>
          <Form.Item label="打印颜色">
            <Radio.Group
              value={color}
              onChange={({ target }) => setColor(target.value as number)}
              options={PrintColor.options.map(({ value, label }) => ({ value, label }))}
            />
          </Form.Item>
        </Form>
        <figure>
          {preview && <LabelFace label={preview} mould={mould} isColoured={isColoured} />}
          <figcaption>首箱的预览，规格和二维码以打印为准</figcaption>
        </figure>
      </div>
      {sheet && <LabelPaper sheet={sheet} done={() => setSheet(undefined)} />}
    </Modal>
  );
};

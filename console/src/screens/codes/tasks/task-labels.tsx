import { LabelMould, Level, PrintColor } from '@zhuiyuan/contract/codes/state/code-enums';
import { mostLabels, taskApi, type TaskRow } from '@zhuiyuan/contract/codes/tasks/task';
import type { DataOf } from '@zhuiyuan/contract/kit/endpoint';
import { Button, Form, InputNumber, Modal, Radio, Select, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { call } from '../../../lib/call.ts';
import { toast } from '../../../lib/toast.ts';
import { countText } from '../../../parts/format/numbers.ts';
import { drawLabels, LabelFace, type DrawnLabel } from '../../../parts/format/label-face.tsx';
import { LabelPaper, type LabelSheet } from '../../../parts/format/label-paper.tsx';
import { Failed } from '../../../parts/feedback/states.tsx';
import { useNarrow } from '../../../parts/frame/use-narrow.ts';
import { useRead } from '../../../lib/use-read.ts';

type Printed = DataOf<(typeof taskApi)['print']>;

const drawAll = ({ labels, storeName, spec, lotNo }: Printed): Promise<DrawnLabel[]> =>
  drawLabels(
    labels.map(({ code, url, pin }) => ({
      key: code,
      code,
      url,
      storeName,
      lines: [spec, lotNo && `批号 ${lotNo}`, pin ? `验证码 ${pin}` : ''],
    })),
  );

/** 打印标签: labels of consecutive codes of one segment, printed by the browser. */
export const TaskLabels = ({ task, close }: { task: TaskRow | undefined; close: () => void }) => {
  const isNarrow = useNarrow();
  const { data, error, refetch } = useRead(taskApi.info, task && { id: task.id });
  const { data: samples } = useRead(taskApi.sample, task && { taskId: task.id, n: 3 });
  const [seg, setSeg] = useState<number>();
  const [from, setFrom] = useState(1);
  const [count, setCount] = useState(10);
  const [mould, setMould] = useState(2);
  const [color, setColor] = useState(0);
  const [preview, setPreview] = useState<DrawnLabel>();
  const [isBusy, setBusy] = useState(false);
  const [sheet, setSheet] = useState<LabelSheet>();
  const segment = data?.segments.find((one) => one.seg === seg) ?? data?.segments[0];
  const sample = samples?.find((one) => one.seg === segment?.seg);

  const printColor = data?.printColor ?? PrintColor.black;
  const ownMould = data?.mouldId ?? LabelMould.medium;
  useEffect(() => setColor(printColor), [printColor]);
  useEffect(() => setMould(ownMould), [ownMould]);
  useEffect(() => {
    if (!sample || !data) return setPreview(undefined);
    let isCurrent = true;
    const storeName = data.productId ? data.storeName : '';
    void drawAll({ labels: [{ ...sample, pin: null }], storeName, spec: '', lotNo: data.lotNo }).then(
      ([drawn]) => isCurrent && setPreview(drawn),
    );
    return () => {
      isCurrent = false;
    };
  }, [sample, data]);

  const most = segment ? Math.min(mostLabels, segment.count - from + 1) : mostLabels;
  const print = async () => {
    if (!task || !segment) return;
    setBusy(true);
    try {
      const input = { taskId: task.id, seg: segment.seg, serialFrom: from, count: Math.min(count, most) };
      const printed = await call(taskApi.print, input);
      setSheet({ labels: await drawAll(printed), mould, isColoured: color === 1 });
    } catch (failure) {
      toast.failure(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open={task !== undefined}
      onCancel={close}
      title="打印标签"
      width={isNarrow ? '100%' : 680}
      destroyOnHidden
      className="zy-modal"
      footer={
        <>
          <Button onClick={close}>关闭</Button>
          <Button
            type="primary"
            loading={isBusy || sheet !== undefined}
            disabled={!segment || most < 1}
            onClick={() => void print()}
          >
            打印
          </Button>
        </>
      }
    >
      {error && !data && <Failed title="内容没有加载出来" error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton active={false} title={false} paragraph={{ rows: 6 }} />}
      {data && segment && (
        <div className="zy-labels-form">
          <Form layout="vertical">
            <Form.Item label="码段">
              <Select
                value={segment.seg}
                onChange={(value) => {
                  setSeg(value);
                  setFrom(1);
                }}
                options={data.segments.map((one) => ({
                  value: one.seg,
                  label: `${Level.label(one.level)}码，${countText(one.count)} 个`,
                }))}
              />
            </Form.Item>
            <Form.Item label="起始序号">
              <InputNumber
                min={1}
                max={segment.count}
                precision={0}
                value={from}
                onChange={(value) => setFrom(value ?? 1)}
              />
            </Form.Item>
            <Form.Item label="张数" help={`一次最多 ${mostLabels} 张`}>
              <InputNumber
                min={1}
                max={most}
                precision={0}
                value={Math.min(count, most)}
                onChange={(value) => setCount(value ?? 1)}
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
            {preview && <LabelFace label={preview} mould={mould} isColoured={color === 1} />}
            <figcaption>首个码的预览，按实际尺寸打印</figcaption>
          </figure>
        </div>
      )}
      {sheet && <LabelPaper sheet={sheet} done={() => setSheet(undefined)} />}
    </Modal>
  );
};

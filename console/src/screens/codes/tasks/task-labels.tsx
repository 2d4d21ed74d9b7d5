import { LabelMould, Level, PrintColor } from '@zhuiyuan/contract/codes/state/code-enums';
import { mostLabels, taskApi, type TaskRow } from '@zhuiyuan/contract/codes/tasks/task';
import type { DataOf } from '@zhuiyuan/contract/kit/endpoint';
import { Form, InputNumber, Select, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { call } from '../../../lib/call.ts';
import { useRead } from '../../../lib/use-read.ts';
import { Failed } from '../../../parts/feedback/states.tsx';
import { LabelDialog } from '../../../parts/frame/label-dialog.tsx';
import { drawLabels, type DrawnLabel } from '../../../parts/format/label-face.tsx';
import { MouldPrint } from './mould-print.tsx';
import { countText } from '../../../parts/format/numbers.ts';

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
  const { data, error, refetch } = useRead(taskApi.info, task && { id: task.id });
  const { data: samples } = useRead(taskApi.sample, task && { taskId: task.id, n: 3 });
  const [seg, setSeg] = useState<number>();
  const [from, setFrom] = useState(1);
  const [count, setCount] = useState(10);
  const [preview, setPreview] = useState<DrawnLabel>();
  const segment = data?.segments.find((one) => one.seg === seg) ?? data?.segments[0];
  const sample = samples?.find((one) => one.seg === segment?.seg);

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
  const print = async () =>
    drawAll(
      await call(taskApi.print, {
        taskId: task!.id,
        seg: segment!.seg,
        serialFrom: from,
        count: Math.min(count, most),
      }),
    );
  const instead =
    error && !data ? (
      <Failed title="内容没有加载出来" error={error} retry={() => void refetch()} />
    ) : segment ? undefined : (
      <Skeleton active={false} title={false} paragraph={{ rows: 6 }} />
    );
  return (
    <LabelDialog
      title="打印标签"
      isOpen={task !== undefined}
      close={close}
      mould={data?.mouldId ?? LabelMould.medium}
      color={data?.printColor ?? PrintColor.black}
      isReady={segment !== undefined && most >= 1}
      draw={print}
      preview={preview}
      caption="首个码的预览，按实际尺寸打印"
      instead={instead}
    >
      <Form.Item label="码段">
        <Select
          value={segment?.seg}
          onChange={(value) => {
            setSeg(value);
            setFrom(1);
          }}
          options={data?.segments.map((one) => ({
            value: one.seg,
            label: `${Level.label(one.level)}码，${countText(one.count)} 个`,
          }))}
        />
      </Form.Item>
      <Form.Item label="起始序号">
        <InputNumber
          min={1}
          max={segment?.count}
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
      {task && segment && most >= 1 && (
        <MouldPrint
          taskId={task.id}
          firmId={task.firmId}
          seg={segment.seg}
          serialFrom={from}
          left={segment.count - from + 1}
        />
      )}
    </LabelDialog>
  );
};

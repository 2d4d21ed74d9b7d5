import { LabelMould, PrintColor } from '@zhuiyuan/contract/codes/state/code-enums';
import { Button, Form, Modal, Radio } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { toast } from '../../lib/toast.ts';
import { LabelFace, type DrawnLabel } from '../format/label-face.tsx';
import { LabelPaper, type LabelSheet } from '../format/label-paper.tsx';
import { useNarrow } from './use-narrow.ts';

interface LabelDialogProps {
  title: string;
  isOpen: boolean;
  close: () => void;
  /** What is chosen at first. */
  mould: number;
  color?: number;
  isReady: boolean;
  /** What comes on paper, one after the other; keys are apart. */
  draw: () => Promise<DrawnLabel[]>;
  preview: DrawnLabel | undefined;
  caption: string;
  /** Stands in the place of the form while there is nothing to print. */
  instead?: ReactNode;
  /** Fields that say what and how many. */
  children: ReactNode;
}

/** Labels of codes, printed by the browser: what and how many, the mould, the colour, and how the first one will look. */
export const LabelDialog = ({
  title,
  isOpen,
  close,
  mould: usualMould,
  color: usualColor = PrintColor.black,
  isReady,
  draw,
  preview,
  caption,
  instead,
  children,
}: LabelDialogProps) => {
  const isNarrow = useNarrow();
  const [mould, setMould] = useState(usualMould);
  const [color, setColor] = useState<number>(usualColor);
  const [isBusy, setBusy] = useState(false);
  const [sheet, setSheet] = useState<LabelSheet>();
  useEffect(() => setMould(usualMould), [usualMould]);
  useEffect(() => setColor(usualColor), [usualColor]);
  const isColoured = color === PrintColor.colored;
  const print = async () => {
    setBusy(true);
    try {
      setSheet({ labels: await draw(), mould, isColoured });
    } catch (failure) {
      toast.failure(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open={isOpen}
      onCancel={close}
      title={title}
      width={isNarrow ? '100%' : 680}
      destroyOnHidden
      className="zy-modal"
      footer={
        <>
          <Button onClick={close}>关闭</Button>
          <Button
            type="primary"
            loading={isBusy || sheet !== undefined}
            disabled={!isReady}
            onClick={() => void print()}
          >
            打印
          </Button>
        </>
      }
    >
      {instead ?? (
        <div className="zy-labels-form">
          <Form layout="vertical">
            {children}
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
            <figcaption>{caption}</figcaption>
          </figure>
        </div>
      )}
      {sheet && <LabelPaper sheet={sheet} done={() => setSheet(undefined)} />}
    </Modal>
  );
};

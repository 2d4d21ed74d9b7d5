import { Input, InputNumber } from 'antd';
import { TimeInput } from '../../../parts/form/date-fields.tsx';

interface Reading {
  value?: number | null;
  device?: string;
  at?: string | null;
}

/** One reading of a sensor: the value, which device and when. */
export const SensorInput = ({
  id,
  value: reading = {},
  onChange,
  unit,
}: {
  id?: string;
  value?: Reading;
  onChange?: (reading: Reading) => void;
  unit: string;
}) => {
  const set = (change: Reading) => onChange?.({ ...reading, ...change });
  return (
    <div className="zy-sensor">
      <InputNumber
        id={id}
        className="zy-full"
        controls={false}
        placeholder="读数"
        suffix={unit}
        value={reading.value ?? null}
        onChange={(value) => set({ value })}
      />
      <Input
        placeholder="设备编号（选填）"
        aria-label="设备编号"
        maxLength={40}
        value={reading.device ?? ''}
        onChange={({ target }) => set({ device: target.value })}
      />
      <TimeInput placeholder="采集时间（选填）" value={reading.at} onChange={(at) => set({ at })} />
    </div>
  );
};

import { Select } from 'antd';
import { useClassList } from '../../lib/use-class-list.ts';
import { selectFilter, type Filter } from '../../parts/list/filters.tsx';

interface PickerProps {
  /** Firm of the row; without it entries of every firm one sees. */
  firmId?: number;
  id?: string;
  value?: number | null;
  onChange?: (id: number | undefined) => void;
  placeholder?: string;
  disabled?: boolean;
  /** Leaves out one entry. */
  without?: number;
}

/** One entry of a lookup list; disabled ones stay in sight but cannot be picked. */
const ClassInput = ({ list, firmId, without, value, onChange, ...rest }: PickerProps & { list: string }) => {
  const options = useClassList(list)
    .filter((entry) => (firmId === undefined || entry.firmId === firmId) && entry.id !== without)
    .map(({ id, name, note, isDisabled }) => ({
      value: id,
      label: isDisabled ? `${name}（停用）` : note ? `${name} ${note}` : name,
      disabled: isDisabled,
    }));
  return (
    <Select
      {...rest}
      className="zy-full"
      options={options}
      value={value || undefined}
      onChange={(picked: number | undefined) => onChange?.(picked)}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
    />
  );
};

/** One channel. Goes into an `OwnField`. */
export const ChannelInput = (props: PickerProps) => <ClassInput placeholder="请选择渠道" {...props} list="channel" />;

/** One salesman, his phone beside the name. Goes into an `OwnField`. */
export const SalesmanInput = (props: PickerProps) => (
  <ClassInput placeholder="请选择业务员" {...props} list="salesman" />
);

const useClassFilter = <N extends string>(list: string, name: N, label: string): Filter<N> =>
  selectFilter(
    name,
    label,
    useClassList(list).map((entry) => ({
      value: entry.id,
      label: entry.note ? `${entry.name} ${entry.note}` : entry.name,
    })),
  );

/** Filter by a channel. */
export const useChannelFilter = <N extends string>(name: N, label = '渠道'): Filter<N> =>
  useClassFilter('channel', name, label);

/** Filter by a salesman. */
export const useSalesmanFilter = <N extends string>(name: N, label = '业务员'): Filter<N> =>
  useClassFilter('salesman', name, label);

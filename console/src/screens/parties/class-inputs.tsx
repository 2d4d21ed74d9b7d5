import { offering, useOfFirm } from '../../lib/asked-rows.ts';
import { useClassList } from '../../lib/use-class-list.ts';
import { ChoiceSelect } from '../../parts/form/choice-select.tsx';
import { toChoices } from '../../parts/form/choices.ts';
import { selectFilter, type Filter } from '../../parts/list/filters.tsx';
import { clearable } from '../../parts/form/clearable.tsx';

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
  const entries = offering(
    useOfFirm(useClassList(list), firmId),
    (entry) => (firmId === undefined || entry.firmId === firmId) && entry.id !== without,
  );
  const choices = toChoices(
    entries,
    ({ name, note, isDisabled }) => (isDisabled ? `${name}（停用）` : note ? `${name} ${note}` : name),
    { isOff: ({ isDisabled }) => isDisabled === true },
  );
  return (
    <ChoiceSelect<number>
      {...rest}
      className="zy-full"
      from={choices}
      value={value || undefined}
      onChange={(picked) => onChange?.(picked)}
      allowClear={clearable}
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
    toChoices(useClassList(list), ({ name: words, note }) => (note ? `${words} ${note}` : words)),
  );

/** Filter by a channel. */
export const useChannelFilter = <N extends string>(name: N, label = '渠道'): Filter<N> =>
  useClassFilter('channel', name, label);

/** Filter by a salesman. */
export const useSalesmanFilter = <N extends string>(name: N, label = '业务员'): Filter<N> =>
  useClassFilter('salesman', name, label);

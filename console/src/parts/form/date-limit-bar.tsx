import { DateToken } from '@zhuiyuan/contract/kit/date-limit';
import { Radio } from 'antd';
import { shortcutsB } from '../format/date-shortcuts.ts';
import { DateLimitControl } from './date-limit-control.tsx';
import '../charts/period-bar.css';

/** Shortcuts B as radio buttons beside 自定义时间; choosing one clears the other. The value is a `dateLimit`. */
export const DateLimitBar = ({
  value = '',
  change,
}: {
  value: string | undefined;
  change: (value: string) => void;
}) => {
  const isToken = value === '' || DateToken.of(value) !== undefined;
  return (
    <span className="zy-date-bar">
      <Radio.Group
        optionType="button"
        value={isToken ? value : undefined}
        options={shortcutsB.map((shortcut) => ({ ...shortcut }))}
        onChange={(event) => change(String(event.target.value))}
      />
      <DateLimitControl label="自定义时间" value={isToken ? undefined : value} set={(next) => change(next ?? '')} />
    </span>
  );
};

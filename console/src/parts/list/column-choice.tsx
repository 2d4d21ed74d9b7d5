import { Checkbox } from 'antd';
import './column-choice.css';

/** Titles of a sheet's columns to be ticked, in the order of the sheet. */
export const ColumnChoice = ({
  all,
  value = [],
  onChange,
}: {
  all: readonly string[];
  value?: string[];
  onChange?: (value: string[]) => void;
}) => (
  <div className="zy-column-choice">
    <Checkbox
      checked={value.length === all.length}
      indeterminate={value.length > 0 && value.length < all.length}
      onChange={({ target }) => onChange?.(target.checked ? [...all] : [])}
    >
      全选
    </Checkbox>
    {all.map((title) => (
      <Checkbox
        key={title}
        checked={value.includes(title)}
        onChange={({ target }) =>
          // in the order of the sheet, whatever the order of ticking
          onChange?.(all.filter((one) => (one === title ? target.checked : value.includes(one))))
        }
      >
        {title}
      </Checkbox>
    ))}
  </div>
);

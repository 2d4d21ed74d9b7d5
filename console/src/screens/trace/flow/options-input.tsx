import { Button, Input } from 'antd';
import Plus from 'icon:plus';
import X from 'icon:x';

/** The options of a choice, one line each. */
export const OptionsInput = ({
  id,
  value,
  onChange,
}: {
  id: string;
  value: readonly string[];
  onChange: (options: string[]) => void;
}) => (
  <div className="zy-options">
    {value.map((option, at) => (
      // oxlint-disable-next-line react/no-array-index-key -- two options may be the same while one is being typed
      <span key={at}>
        <Input
          id={at === 0 ? id : undefined}
          aria-label={`选项 ${at + 1}`}
          maxLength={30}
          value={option}
          onChange={({ target }) => onChange(value.map((each, place) => (place === at ? target.value : each)))}
        />
        <button
          type="button"
          className="zy-icon-button"
          aria-label={`删除选项 ${at + 1}`}
          onClick={() => onChange(value.filter((_, place) => place !== at))}
        >
          <X size={14} strokeWidth={1.6} aria-hidden="true" />
        </button>
      </span>
    ))}
    <Button
      size="small"
      icon={<Plus size={12} strokeWidth={1.6} aria-hidden="true" />}
      disabled={value.length >= 50}
      onClick={() => onChange([...value, ''])}
    >
      添加选项
    </Button>
  </div>
);

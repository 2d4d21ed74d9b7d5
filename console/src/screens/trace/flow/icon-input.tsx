import { Button, Popover } from 'antd';
import ChevronDown from 'icon:chevron-down';
import { useState, createElement } from 'react';
import { flowIcons, flowIconOf } from '../../../parts/format/flow-icons.ts';
import './icon-input.css';

/** The icon of a flow type, decoration beside its name. */
export const TypeIcon = ({ icon, size = 16 }: { icon: string; size?: number }) =>
  createElement(flowIconOf(icon), { className: 'zy-type-icon', size, strokeWidth: 1.6, 'aria-hidden': true });

/** The icon of a flow type: the one it has with its name, and all there are to choose from. */
export const IconInput = ({
  id,
  value = '',
  onChange,
}: {
  id?: string;
  value?: string;
  onChange?: (name: string) => void;
}) => {
  const [isOpen, setIsOpen] = useState(false);
  const pick = (name: string) => {
    onChange?.(name);
    setIsOpen(false);
  };
  const grid = (
    <div className="zy-type-icons" role="listbox" aria-label="图标">
      {Object.entries(flowIcons).map(([name, { label }]) => (
        <button
          key={name}
          type="button"
          role="option"
          aria-selected={name === value}
          onClick={() => pick(name === value ? '' : name)}
        >
          <TypeIcon icon={name} size={20} />
          {label}
        </button>
      ))}
    </div>
  );
  return (
    <Popover
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger="click"
      placement="bottomLeft"
      arrow={false}
      content={grid}
      destroyOnHidden
    >
      <Button id={id} className="zy-icon-input" aria-haspopup="listbox" aria-expanded={isOpen}>
        {value ? (
          <>
            <TypeIcon icon={value} />
            {flowIcons[value]?.label ?? '已选图标'}
          </>
        ) : (
          <em>请选择图标</em>
        )}
        <ChevronDown size={14} strokeWidth={1.6} aria-hidden="true" />
      </Button>
    </Popover>
  );
};

import { Button, Input } from 'antd';
import { X } from 'lucide-react';
import { useState } from 'react';
import { IconPicker } from '../../parts/icon-picker.tsx';
import { TypeIcon } from './type-icon.tsx';

/** An icon of the icon set by its name. */
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
  return (
    <>
      <Input
        id={id}
        readOnly
        value={value}
        placeholder="请选择图标"
        prefix={value ? <TypeIcon icon={value} size={14} /> : undefined}
        suffix={
          value ? (
            <Button
              type="text"
              size="small"
              aria-label="清除图标"
              icon={<X size={12} strokeWidth={2} />}
              onClick={(event) => {
                event.stopPropagation();
                onChange?.('');
              }}
            />
          ) : undefined
        }
        onClick={() => setIsOpen(true)}
        onKeyDown={(event) => event.key === 'Enter' && setIsOpen(true)}
      />
      <IconPicker isOpen={isOpen} pick={(name) => onChange?.(name)} close={() => setIsOpen(false)} />
    </>
  );
};

import { Input } from 'antd';
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
        allowClear
        onChange={({ target }) => target.value === '' && onChange?.('')}
        onClick={() => setIsOpen(true)}
        onKeyDown={(event) => event.key === 'Enter' && setIsOpen(true)}
      />
      <IconPicker isOpen={isOpen} pick={(name) => onChange?.(name)} close={() => setIsOpen(false)} />
    </>
  );
};

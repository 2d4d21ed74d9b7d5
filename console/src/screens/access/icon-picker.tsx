import { Input, Modal, Tooltip } from 'antd';
import Search from 'icon:search';
import { useState } from 'react';
import { menuIcons } from '../../parts/format/menu-icons.ts';
import { toast } from '../../lib/toast.ts';
import { useNarrow } from '../../parts/frame/use-narrow.ts';
import './icon-picker.css';

/** 菜单图标: a click on an icon answers its name and closes; cancelling says so. */
export const IconPicker = ({
  isOpen,
  pick,
  close,
}: {
  isOpen: boolean;
  pick: (name: string) => void;
  close: () => void;
}) => {
  const [keyword, setKeyword] = useState('');
  const isNarrow = useNarrow();
  const wanted = keyword.trim().toLowerCase();
  const shownIcons = Object.entries(menuIcons).filter(([name]) => name.includes(wanted));
  const end = () => {
    setKeyword('');
    close();
  };
  return (
    <Modal
      open={isOpen}
      title="菜单图标"
      width={isNarrow ? '100%' : 720}
      className="zy-modal"
      footer={null}
      destroyOnHidden
      onCancel={() => {
        toast.info('已取消');
        end();
      }}
    >
      <Input
        autoFocus
        allowClear
        prefix={<Search size={14} strokeWidth={1.6} aria-hidden="true" />}
        placeholder="输入关键词搜索,注意全是英文"
        aria-label="搜索图标"
        value={keyword}
        onChange={(event) => setKeyword(event.target.value)}
      />
      <div className="zy-icons">
        {shownIcons.map(([name, Icon]) => (
          <Tooltip key={name} title={name} mouseEnterDelay={0.3}>
            <button
              type="button"
              aria-label={name}
              onClick={() => {
                pick(name);
                end();
              }}
            >
              <Icon size={20} strokeWidth={1.6} aria-hidden="true" />
            </button>
          </Tooltip>
        ))}
        {shownIcons.length === 0 && <p role="status">没有名字带“{keyword.trim()}”的图标</p>}
      </div>
    </Modal>
  );
};

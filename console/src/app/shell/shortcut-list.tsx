import { Modal } from 'antd';
import { shortcutsShown } from './use-shortcuts.ts';

const shortcuts = [
  ['Ctrl K', '搜索编码、名称或菜单'],
  ['/', '到第一个筛选条件'],
  ['Enter', '查询'],
  ['Ctrl Enter', '保存'],
  ['Esc', '关闭最上面一层'],
  ['Alt ← / →', '切换标签页'],
  ['Alt W', '关闭当前标签页'],
  ['↑ / ↓', '在表格的行间移动'],
  ['空格', '选中当前行'],
  ['?', '显示本列表'],
] as const;

/** What the keyboard can do, shown by `?`. */
export const ShortcutList = ({ isOpen }: { isOpen: boolean }) => (
  <Modal title="键盘快捷键" open={isOpen} onCancel={() => shortcutsShown.set(false)} footer={null} width={420}>
    <dl className="keys">
      {shortcuts.map(([keys, act]) => (
        <div key={keys}>
          <dt>{act}</dt>
          <dd>
            <kbd>{keys}</kbd>
          </dd>
        </div>
      ))}
    </dl>
  </Modal>
);

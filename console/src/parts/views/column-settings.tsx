import { columnWidth, type Density, type ListLayout } from '@zhuiyuan/contract/settings/list-view';
import { Button, Checkbox, InputNumber, Popover, Segmented, Tooltip } from 'antd';
import Columns3Cog from 'icon:columns-3-cog';
import GripVertical from 'icon:grip-vertical';
import Pin from 'icon:pin';
import Plus from 'icon:plus';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { toast } from '../../lib/toast.ts';
import { changeColumn, moveColumn, toShown, type LaidOut } from './column-layout.ts';
import './column-settings.css';

interface ColumnSettingsProps {
  columns: readonly LaidOut[];
  layout: ListLayout;
  isUsual: boolean;
  /** Null goes back to the usual columns. */
  change: (layout: ListLayout | null) => void;
}

const densities: { value: Density; label: string }[] = [
  { value: 'compact', label: '紧凑' },
  { value: 'normal', label: '标准' },
  { value: 'loose', label: '宽松' },
];

/** 列设置: which columns a list shows, in which order, how wide and which stay in sight; and how high its rows are. */
export const ColumnSettings = (props: ColumnSettingsProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setIsOpen(false);
    button.current?.focus();
  };
  return (
    <Popover
      content={<Settings {...props} close={close} />}
      trigger="click"
      placement="bottomRight"
      arrow={false}
      open={isOpen}
      onOpenChange={setIsOpen}
      destroyOnHidden
    >
      <Tooltip title={isOpen ? '' : '列设置'}>
        <Button
          ref={button}
          type="text"
          className="zy-tool"
          aria-label="列设置"
          aria-expanded={isOpen}
          icon={<Columns3Cog size={16} strokeWidth={1.6} />}
        />
      </Tooltip>
    </Popover>
  );
};

type Setting = ListLayout['columns'][number];

/** What of a shown column can be changed: its place, whether it is shown, its width and whether it stays in sight. */
const Cells = ({
  column: { key, title, width, isPinned },
  isOnly,
  drag,
  hide,
  set,
}: {
  column: Pick<LaidOut, 'key' | 'title' | 'width'> & { isPinned: boolean };
  isOnly: boolean;
  drag: (key: string | undefined) => void;
  hide: () => void;
  set: (now: Partial<Setting>) => void;
}) => (
  <>
    <span className="zy-columns-grip" onPointerDown={() => drag(key)} onPointerUp={() => drag(undefined)}>
      <GripVertical size={14} strokeWidth={1.6} aria-hidden="true" />
    </span>
    <Checkbox
      checked
      disabled={isOnly}
      aria-label={`显示${title}`}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
      onChange={hide}
    />
    <span className="zy-columns-name">{title}</span>
    {width === undefined ? (
      <span className="zy-columns-auto">自动</span>
    ) : (
      <InputNumber
        size="small"
        className="zy-columns-width"
        controls={false}
        keyboard={false}
        min={Math.min(columnWidth.least, width)}
        max={columnWidth.most}
        precision={0}
        suffix="px"
        aria-label={`${title}列宽`}
        value={width}
        onChange={(next) => next !== null && set({ width: next })}
      />
    )}
    <button
      type="button"
      className="zy-columns-pin"
      aria-label={`固定${title}`}
      aria-pressed={isPinned}
      onClick={() => set({ isPinned: isPinned ? undefined : true })}
    >
      <Pin size={14} strokeWidth={1.6} aria-hidden="true" />
    </button>
  </>
);

const Hidden = ({ columns, add }: { columns: readonly LaidOut[]; add: (key: string) => void }) => (
  <div className="zy-columns-hidden">
    <span>未显示</span>
    <div>
      {columns.map(({ key, title }) => (
        <button
          key={key}
          type="button"
          className="zy-columns-chip"
          aria-label={`添加${title}`}
          onClick={() => add(key)}
        >
          <Plus size={12} strokeWidth={1.6} aria-hidden="true" />
          {title}
        </button>
      ))}
    </div>
  </div>
);

const Settings = ({ columns, layout, isUsual, change, close }: ColumnSettingsProps & { close: () => void }) => {
  const shown = toShown(columns, layout);
  const isShown = new Set(shown.map(({ key }) => key));
  const acts = shown.find((column) => column.acts);
  const rows = shown.filter((column) => column !== acts);
  const hidden = columns.filter(({ key }) => !isShown.has(key));
  const box = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<string>();
  const [moved, setMoved] = useState({ key: '', times: 0 });
  const put = (next: ListLayout['columns']) => change({ ...layout, columns: next });
  // Only what there is: a column that a permission took away is not kept on.
  const current = layout.columns.filter(({ key }) => isShown.has(key));
  const set = (key: string, now: Partial<Setting>) => put(changeColumn(current, key, now));
  const move = (key: string, to: number) => put(moveColumn(current, key, to));

  useEffect(() => box.current?.focus(), []);
  // A row that is moved in the page loses the focus.
  useEffect(() => {
    const items = [...(box.current?.querySelectorAll('li') ?? [])];
    items
      .find((item) => item.dataset.key === moved.key)
      ?.querySelector('input')
      ?.focus();
  }, [moved]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  };
  const onRowKeyDown = (key: string, at: number) => (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!event.altKey || !step) return;
    event.preventDefault();
    move(key, at + step);
    setMoved(({ times }) => ({ key, times: times + 1 }));
  };
  const restore = () => {
    change(null);
    toast.withLink('success', '已恢复默认列', { text: '撤销', run: () => change(layout) });
  };

  return (
    <div ref={box} className="zy-columns" role="dialog" aria-label="列设置" tabIndex={-1} onKeyDown={onKeyDown}>
      <div className="zy-columns-head">
        <b>列设置</b>
        <span role="status">
          显示 {shown.length} 列，共 {columns.length} 列
        </span>
        <Button type="link" size="small" disabled={isUsual} onClick={restore}>
          恢复默认
        </Button>
      </div>
      <div className="zy-columns-row zy-columns-titles" aria-hidden="true">
        <span />
        <span />
        <span>拖动或 Alt ↑↓ 排序</span>
        <span>列宽</span>
        <span>固定</span>
      </div>
      <ul className="zy-columns-rows">
        {rows.map(({ key, title, width, isPinned = false }, at) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys pressed on the controls inside move the row
          <li
            key={key}
            data-key={key}
            className={`zy-columns-row${dragged === key ? ' zy-columns-dragged' : ''}`}
            draggable={dragged === key}
            onKeyDown={onRowKeyDown(key, at)}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              event.dataTransfer.setData('text/plain', key);
            }}
            onDragOver={(event) => {
              if (!dragged) return;
              event.preventDefault();
              if (dragged !== key) move(dragged, at);
            }}
            onDrop={(event) => event.preventDefault()}
            onDragEnd={() => setDragged(undefined)}
          >
            <Cells
              column={{ key, title, width, isPinned }}
              isOnly={rows.length === 1}
              drag={setDragged}
              hide={() => put(current.filter((column) => column.key !== key))}
              set={(now) => set(key, now)}
            />
          </li>
        ))}
        {acts && (
          <li className="zy-columns-row zy-columns-fixed">
            <span />
            <Checkbox checked disabled aria-label={`显示${acts.title}`} />
            <span className="zy-columns-name">{acts.title}</span>
            <span className="zy-columns-auto">自动</span>
            <span className="zy-columns-pin" data-pinned="true">
              <Pin size={14} strokeWidth={1.6} aria-hidden="true" />
            </span>
          </li>
        )}
      </ul>
      {hidden.length > 0 && <Hidden columns={hidden} add={(key) => put([...current, { key }])} />}
      <div className="zy-columns-foot">
        <span>行高</span>
        <Segmented
          size="small"
          options={densities}
          value={layout.density}
          aria-label="行高"
          onChange={(density) => change({ ...layout, density })}
        />
      </div>
    </div>
  );
};

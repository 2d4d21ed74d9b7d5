import { Button, Checkbox, Popover, Tooltip } from 'antd';
import { Columns3Cog } from 'lucide-react';
import { useState } from 'react';
import type { Column } from './columns.tsx';

/** Shows and hides the columns of a list; the first and the acts always stay. */
export const ColumnChooser = <Row,>({
  columns,
  hidden,
  setHidden,
}: {
  columns: readonly Column<Row>[];
  hidden: string[];
  setHidden: (keys: string[]) => void;
}) => {
  const [isOpen, setIsOpen] = useState(false);
  const choosable = columns.slice(1).filter((column) => !column.acts);
  const body = (
    <div className="zy-column-chooser">
      <div className="zy-column-chooser-head">
        <span>显示列</span>
        <Button type="link" size="small" disabled={hidden.length === 0} onClick={() => setHidden([])}>
          恢复默认
        </Button>
      </div>
      {choosable.map((column) => (
        <Checkbox
          key={column.key}
          checked={!hidden.includes(column.key)}
          onChange={(event) =>
            setHidden(event.target.checked ? hidden.filter((key) => key !== column.key) : [...hidden, column.key])
          }
        >
          {column.title}
        </Checkbox>
      ))}
    </div>
  );
  return (
    <Popover
      content={body}
      trigger="click"
      placement="bottomRight"
      arrow={false}
      open={isOpen}
      onOpenChange={setIsOpen}
    >
      <Tooltip title={isOpen ? '' : '列设置'}>
        <Button
          type="text"
          className="zy-tool"
          aria-label="列设置"
          icon={<Columns3Cog size={16} strokeWidth={1.6} />}
        />
      </Tooltip>
    </Popover>
  );
};

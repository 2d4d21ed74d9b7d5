import { Button, Form } from 'antd';
import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useItemName, usePath } from './field.tsx';
import { RowContext } from './form-context.ts';

/** Rows inside a draft: fields in the children are named within their row. The texts of a row's errors stand under its fields. */
export const RowFields = ({
  name,
  label,
  add,
  blank,
  most,
  children,
}: {
  name: string;
  label: string;
  /** Words of the button: 添加规格. */
  add: string;
  blank: () => Record<string, unknown>;
  most?: number;
  children: (at: number) => ReactNode;
}) => {
  const path = usePath(name);
  const itemName = useItemName(name);
  return (
    <Form.List name={itemName}>
      {(rows, { add: append, remove }) => (
        <div className="zy-rows" role="group" aria-label={label}>
          {rows.map((row, at) => (
            <div key={row.key} className="zy-row">
              <RowContext value={{ path: [...path, row.name], at: row.name }}>{children(at)}</RowContext>
              <button
                type="button"
                className="zy-icon-button"
                aria-label={`删除第 ${at + 1} 行`}
                onClick={() => remove(row.name)}
              >
                <Trash2 size={16} strokeWidth={1.6} aria-hidden="true" />
              </button>
            </div>
          ))}
          <Button
            icon={<Plus size={14} strokeWidth={1.6} />}
            disabled={most !== undefined && rows.length >= most}
            onClick={() => append(blank())}
          >
            {add}
          </Button>
        </div>
      )}
    </Form.List>
  );
};

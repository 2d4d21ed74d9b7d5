import { Tooltip } from 'antd';

interface Row {
  rowNo: number;
  cells: Record<string, string>;
  errors: { key: string; message: string }[];
}

/** The first rows of a file; what is wrong stands in its cell. */
export const ImportPreview = ({
  columns,
  rows,
}: {
  columns: readonly { key: string; title: string }[];
  rows: readonly Row[];
}) => (
  <div className="zy-flow-import-preview" tabIndex={0} role="region" aria-label="预览">
    <table>
      <thead>
        <tr>
          <th>行号</th>
          {columns.map(({ key, title }) => (
            <th key={key}>{title}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ rowNo, cells, errors }) => (
          <tr key={rowNo}>
            <td>{rowNo}</td>
            {columns.map(({ key }) => {
              const wrong = errors.find((error) => error.key === key)?.message;
              return (
                <td key={key} className={wrong ? 'zy-flow-import-wrong' : undefined}>
                  {wrong ? (
                    <Tooltip title={wrong}>
                      <span tabIndex={0}>
                        {cells[key] ?? ''}
                        <small>{wrong}</small>
                      </span>
                    </Tooltip>
                  ) : (
                    (cells[key] ?? '')
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

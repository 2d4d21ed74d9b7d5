import { Form, Select, Switch } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import type { Preview } from './code-file.tsx';

type Kind = 'code' | 'innerCode' | 'pin' | 'parentCode';
/** Which column (from 1) holds what. */
export type Columns = Partial<Record<Kind, number>>;

const kinds: { value: Kind; label: string; looks: RegExp }[] = [
  { value: 'code', label: '编码', looks: /^(编码|外码|明码|防伪码|code)$/i },
  { value: 'innerCode', label: '暗码', looks: /^(暗码|内码|inner)/i },
  { value: 'pin', label: '验证码', looks: /(验证码|密码|pin)/i },
  { value: 'parentCode', label: '上级编码', looks: /(上级|箱码|parent|box)/i },
];

/** What the titles say, else the first column as the codes. */
export const guessColumns = ({ rows, hasHeader }: Preview): Columns => {
  const titles = hasHeader ? (rows[0] ?? []) : [];
  const found: Columns = {};
  for (const { value, looks } of kinds) {
    const at = titles.findIndex(
      (title, place) => looks.test(title.trim()) && !Object.values(found).includes(place + 1),
    );
    if (at >= 0) found[value] = at + 1;
  }
  return found.code === undefined ? { ...found, ...(Object.values(found).includes(1) ? {} : { code: 1 }) } : found;
};

/** The first lines of the file, and above each column what it holds. */
export const MapColumns = ({
  preview,
  value = {},
  onChange,
}: {
  id?: string;
  preview: Preview;
  value?: Columns;
  onChange?: (columns: Columns) => void;
}) => {
  const form = Form.useFormInstance();
  const hasHeader = Form.useWatch<boolean>('hasHeader', form) ?? preview.hasHeader;
  const width = Math.max(1, ...preview.rows.map((row) => row.length));
  const guess = useEffectEvent((of: Preview) => {
    form.setFieldValue('hasHeader', of.hasHeader);
    onChange?.(guessColumns(of));
  });
  useEffect(() => guess(preview), [preview]);
  const kindOf = (column: number) => kinds.find((kind) => value[kind.value] === column)?.value;
  const put = (column: number, kind: Kind | undefined) => {
    const next = Object.fromEntries(
      Object.entries(value).filter(([name, at]) => at !== column && name !== kind),
    ) as Columns;
    onChange?.(kind ? { ...next, [kind]: column } : next);
  };
  if (preview.rows.length === 0) return <p className="zy-ext-note">文件里没有内容</p>;
  return (
    <>
      <label className="zy-ext-head">
        <Switch size="small" checked={hasHeader} onChange={(checked) => form.setFieldValue('hasHeader', checked)} />
        首行是标题，不导入
      </label>
      <div className="zy-ext-preview">
        <table>
          <thead>
            <tr>
              {Array.from({ length: width }, (_, at) => (
                <th key={at} scope="col">
                  <Select
                    aria-label={`第 ${at + 1} 列`}
                    size="small"
                    allowClear
                    placeholder="不导入"
                    options={kinds.map(({ value: kind, label }) => ({ value: kind, label }))}
                    value={kindOf(at + 1)}
                    onChange={(kind?: Kind) => put(at + 1, kind)}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.rows.slice(0, 8).map((row, line) => (
              // oxlint-disable-next-line react/no-array-index-key -- lines of a file have no other name
              <tr key={line} className={hasHeader && line === 0 ? 'zy-ext-title' : undefined}>
                {Array.from({ length: width }, (_, at) => (
                  <td key={at} className={kindOf(at + 1) ? undefined : 'zy-ext-left-out'}>
                    {row[at]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
};

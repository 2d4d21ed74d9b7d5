import { registrationApi, ValueAuth, type HandleValue } from '@zhuiyuan/contract/registration/registration';
import { ObjectKind } from '@zhuiyuan/contract/trace/object-kind';
import { RegistrationStatus } from '@zhuiyuan/contract/codes/state/registration-status';
import { Button, Form } from 'antd';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { FormSection } from '../../parts/form/form-page.tsx';
import { LotLink, ProductLink } from '../../parts/format/object-links.tsx';
import { EnumTag } from '../../parts/format/tag.tsx';
import { timeText } from '../../parts/format/times.ts';
import { useRead } from '../../lib/use-read.ts';

const Items = ({ values }: { values: readonly HandleValue[] }) => (
  <div className="zy-reg-scroll" tabIndex={0} role="region" aria-label="数据项">
    <table className="zy-reg-items">
      <thead>
        <tr>
          <th scope="col">索引</th>
          <th scope="col">名称</th>
          <th scope="col">值</th>
          <th scope="col">权限</th>
        </tr>
      </thead>
      <tbody>
        {values.map((value) => (
          <tr key={value.index}>
            <td>{value.index}</td>
            <td>{value.name}</td>
            <td>{value.data}</td>
            <td>{ValueAuth.label(value.auth)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** What is known of a registration: state, record, and what the node answered last. */
export const Registered = ({ id }: { id: number }) => {
  const { data: row } = useRead(registrationApi.info, { id });
  if (!row) return null;
  return (
    <>
      <FormSection title="标识详情">
        <dl className="zy-reg-facts">
          <dt>标识编码</dt>
          <dd>
            <code>{row.handle}</code>
          </dd>
          <dt>对象</dt>
          <dd>
            {ObjectKind.label(row.objKind)} ·{' '}
            {row.objKind === ObjectKind.product ? (
              <ProductLink id={row.objId}>{row.objName}</ProductLink>
            ) : row.objKind === ObjectKind.lot ? (
              <LotLink id={row.objId}>{row.objName}</LotLink>
            ) : (
              row.objName
            )}
            {row.range && ` · ${row.range}`}
          </dd>
          <dt>状态</dt>
          <dd>
            <EnumTag of={RegistrationStatus} value={row.status} />
            {row.lastErr && <small>{row.lastErr}</small>}
          </dd>
          <dt>注册时间</dt>
          <dd>{timeText(row.registeredAt)}</dd>
          <dt>解析时间</dt>
          <dd>{timeText(row.parsedAt)}</dd>
        </dl>
      </FormSection>
      <FormSection title="节点记录">
        <Items values={row.record} />
      </FormSection>
      {Boolean(row.parseResult) && (
        <FormSection title="解析结果">
          <pre className="zy-reg-json" tabIndex={0}>
            {JSON.stringify(row.parseResult, null, 2)}
          </pre>
        </FormSection>
      )}
    </>
  );
};

/** The handle and record a draft would get. */
export const Preview = () => {
  const form = Form.useFormInstance();
  const [shownRecord, setShownRecord] = useState<{ handle: string; record: HandleValue[] }>();
  const ask = async () => {
    try {
      setShownRecord(await call(registrationApi.preview, form.getFieldsValue(true) as never));
    } catch {
      // The call has told what is missing.
    }
  };
  return (
    <div className="zy-reg-preview">
      <Button onClick={() => void ask()}>预览标识</Button>
      {shownRecord && (
        <>
          <code>{shownRecord.handle}</code>
          <Items values={shownRecord.record} />
        </>
      )}
    </div>
  );
};

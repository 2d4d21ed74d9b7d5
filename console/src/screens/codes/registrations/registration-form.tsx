import { Level } from '@zhuiyuan/contract/codes/code-enums';
import {
  ObjectKind,
  registrationApi,
  RegistrationStatus,
  ValueAuth,
  ValueType,
  type HandleValue,
} from '@zhuiyuan/contract/registration/registration';
import { Button, Form, Select } from 'antd';
import { useState } from 'react';
import { useParams } from 'react-router';
import { call } from '../../../lib/call.ts';
import { useLeaveTab } from '../../../lib/leave-tab.ts';
import { useMay } from '../../../lib/session.ts';
import { NumberField, OwnField, RadioField, SelectField, SwitchField, TextField } from '../../../parts/fields.tsx';
import { FormPage, FormSection } from '../../../parts/form-page.tsx';
import { countText } from '../../../parts/numbers.ts';
import { RowFields } from '../../../parts/row-fields.tsx';
import { NoPermission } from '../../../parts/states.tsx';
import { EnumTag } from '../../../parts/tag.tsx';
import { timeText } from '../../../parts/time.ts';
import { usePageDraft } from '../../../parts/use-page-draft.ts';
import { useLots, useProducts, useTask, useTasks } from '../use-choices.ts';
import { useRead } from '../use-read.ts';
import './registrations.css';

const list = '/identity/identityManager?tab=registrations';

/** 标识注册: what is to be registered and what its record holds; with an id the registered record and the node's answer. */
export const RegistrationForm = () => {
  const { id } = useParams();
  const leaveTab = useLeaveTab();
  const may = useMay();
  const draft = usePageDraft({
    id: id ? Number(id) : undefined,
    create: registrationApi.save,
    update: registrationApi.update,
    list: registrationApi.list,
    refresh: [registrationApi.info],
    blank: { objKind: 1, values: [], submit: true },
    load: async (row) => {
      const { version, values } = await call(registrationApi.info, { id: row }, { quiet: true });
      return { id: row, version, values };
    },
    onSaved: () => leaveTab(list),
  });
  if (!may(registrationApi.save.may)) return <NoPermission permission="标识注册" />;
  return (
    <FormPage draft={{ ...draft, close: () => leaveTab(list) }}>
      {id ? <Registered id={Number(id)} /> : <Chosen />}
      <FormSection title="自有数据项">
        <p className="zy-reg-note">
          索引 1-7 的链接、产品、规格、企业、批号、生产日期和状态由系统按对象实时给出，无需填写；自有数据项请用 100
          以上的索引。授权和私有的数据项不对公众解析。
        </p>
        <RowFields
          name="values"
          label="自有数据项"
          add="添加数据项"
          most={100}
          blank={() => ({ index: 100, name: '', type: 'text', data: '', auth: 'public' })}
        >
          {() => (
            <div className="zy-reg-row">
              <NumberField name="index" label="索引" />
              <TextField name="name" label="名称" />
              <SelectField name="type" label="类型" from={ValueType} />
              <TextField name="data" label="值" />
              <SelectField name="auth" label="权限" from={ValueAuth} />
            </div>
          )}
        </RowFields>
      </FormSection>
      {!id && (
        <FormSection title="提交">
          <SwitchField name="submit" label="保存后立即提交节点" on={true} off={false} />
          <Preview />
        </FormSection>
      )}
    </FormPage>
  );
};

/** The object of a new registration. */
const Chosen = () => {
  const form = Form.useFormInstance();
  const objKind = Form.useWatch('objKind', form) as number | undefined;
  const products = useProducts();
  return (
    <FormSection title="注册对象">
      <RadioField name="objKind" label="对象类型" from={ObjectKind} isWide />
      {objKind === 1 && (
        <SelectField
          name="objId"
          label="产品"
          from={products.map(({ id, storeName }) => ({ value: id, label: storeName }))}
        />
      )}
      {objKind === 2 && (
        <OwnField name="objId" label="批次">
          <LotPicker />
        </OwnField>
      )}
      {objKind === 3 && (
        <>
          <OwnField name="seg" label="码段">
            <SegmentPicker />
          </OwnField>
          <NumberField name="serialFrom" label="起始序号" />
          <NumberField name="serialTo" label="结束序号" />
        </>
      )}
      {objKind === 4 && <TextField name="code" label="编码" placeholder="扫描或粘贴编码" />}
    </FormSection>
  );
};

interface Control {
  id?: string;
  value?: number;
  onChange?: (value: number | undefined) => void;
}

/** A lot, found through its product. */
const LotPicker = ({ id, value, onChange }: Control) => {
  const [productId, setProductId] = useState<number>();
  const products = useProducts();
  const lots = useLots(productId);
  return (
    <span className="zy-reg-pair">
      <Select
        aria-label="产品"
        placeholder="请选择产品"
        showSearch={{ optionFilterProp: 'label' }}
        value={productId}
        onChange={(next: number) => {
          setProductId(next);
          onChange?.(undefined);
        }}
        options={products.map((product) => ({ value: product.id, label: product.storeName }))}
      />
      <Select
        id={id}
        placeholder="请选择批次"
        value={value}
        onChange={onChange}
        disabled={productId === undefined}
        options={lots.map((lot) => ({ value: lot.id, label: lot.lotNo }))}
      />
    </span>
  );
};

/** A segment, found through its task. */
const SegmentPicker = ({ id, value, onChange }: Control) => {
  const [keywords, setKeywords] = useState('');
  const [taskId, setTaskId] = useState<number>();
  const tasks = useTasks(keywords);
  const task = useTask(taskId);
  return (
    <span className="zy-reg-pair">
      <Select
        aria-label="生码任务"
        placeholder="请选择生码任务"
        showSearch={{ filterOption: false, onSearch: setKeywords }}
        value={taskId}
        onChange={(next: number) => {
          setTaskId(next);
          onChange?.(undefined);
        }}
        options={tasks.map((row) => ({ value: row.id, label: `${row.taskNo} ${row.name}` }))}
      />
      <Select
        id={id}
        placeholder="请选择码段"
        value={value}
        onChange={onChange}
        disabled={taskId === undefined}
        options={(task?.segments ?? []).map(({ seg, level, count }) => ({
          value: seg,
          label: `码段 ${seg} · ${Level.label(level)} · 1-${countText(count)}`,
        }))}
      />
    </span>
  );
};

/** The handle and record a draft would get. */
const Preview = () => {
  const form = Form.useFormInstance();
  const [shown, setShown] = useState<{ handle: string; record: HandleValue[] }>();
  const ask = async () => {
    try {
      setShown(await call(registrationApi.preview, form.getFieldsValue(true) as never));
    } catch {
      // The call has told what is missing.
    }
  };
  return (
    <div className="zy-reg-preview">
      <Button onClick={() => void ask()}>预览标识</Button>
      {shown && (
        <>
          <code>{shown.handle}</code>
          <Items values={shown.record} />
        </>
      )}
    </div>
  );
};

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
const Registered = ({ id }: { id: number }) => {
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
            {ObjectKind.label(row.objKind)} · {row.objName}
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

import type { FirmRow } from '@zhuiyuan/contract/parties/firm/firm';
import { firmApi } from '@zhuiyuan/contract/parties/firm/firm';
import { NodeKind, nodeApi, reachableKinds } from '@zhuiyuan/contract/registration/registration';
import { Button } from 'antd';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import { toast } from '../../../lib/toast.ts';
import { FieldGroup } from '../../../parts/form/field.tsx';
import { NumberField, SelectField, TextField } from '../../../parts/form/fields.tsx';
import { FormDrawer } from '../../../parts/form/form-drawer.tsx';
import { useDraft, type Draft } from '../../../parts/form/use-draft.ts';

const kinds = NodeKind.options.filter(({ value }) => reachableKinds.includes(value));

export const useFirmNode = (): Draft<FirmRow> =>
  useDraft({
    create: nodeApi.save,
    list: firmApi.list,
    refresh: [nodeApi.read],
    from: async ({ id }) => {
      const { hasSecret: _has, ...conf } = await call(nodeApi.read, { id }, { quiet: true });
      return conf;
    },
    done: { update: '操作成功' },
  });

/** 标识节点: where a firm's handles are registered. */
export const FirmNode = ({ draft }: { draft: Draft<FirmRow> }) => {
  const [isTesting, setIsTesting] = useState(false);
  const id = draft.row?.id;
  const test = async () => {
    if (id === undefined) return;
    setIsTesting(true);
    try {
      const { ok, message } = await call(nodeApi.test, { id });
      (ok ? toast.success : toast.error)(message);
    } catch {
      // The call has told why.
    } finally {
      setIsTesting(false);
    }
  };
  return (
    <FormDrawer draft={draft} thing="标识节点" title="标识节点" name={draft.row?.name} width={480}>
      <FieldGroup title="节点">
        <SelectField name="nodeKind" label="节点类型" from={kinds} isWide />
        <TextField name="prefix" label="标识前缀" placeholder="88.118.5" help="测试连接用已保存的设置" isWide />
        <NumberField name="qps" label="每秒请求数" isWide />
      </FieldGroup>
      <FieldGroup title="模拟节点">
        <NumberField name="delayMs" label="模拟延迟" unit="毫秒" isWide />
        <NumberField name="failPercent" label="模拟失败率" unit="%" isWide />
      </FieldGroup>
      <Button loading={isTesting} onClick={() => void test()}>
        测试连接
      </Button>
    </FormDrawer>
  );
};

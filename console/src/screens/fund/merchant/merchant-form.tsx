import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { merchantApi, PlatformKeyKind, type MerchantRow } from '@zhuiyuan/contract/fund/merchant/merchant';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import { FieldGroup } from '../../../parts/form/field.tsx';
import {
  AreaField,
  MoneyField,
  NumberField,
  SelectField,
  SwitchField,
  TextField,
} from '../../../parts/form/fields.tsx';
import { FormDrawer } from '../../../parts/form/form-drawer.tsx';
import { RowFields } from '../../../parts/form/row-fields.tsx';
import type { Draft } from '../../../parts/form/use-draft.ts';
import { useCrud } from '../../../parts/list/use-crud.tsx';
import { FirmField, useFirmSchema, useIsPlatform } from '../../../parts/pickers/firm-field.tsx';
import { poolApi } from '@zhuiyuan/contract/fund/pool/pool';
import './merchants.css';

const refresh = [merchantApi.listAll, poolApi.list];

/** The merchants' draft, and which keys the opened one has. */
export const useMerchants = () => {
  const [kept, setKept] = useState<MerchantRow>();
  const crud = useCrud(merchantApi, {
    refresh,
    blank: () => {
      setKept(undefined);
      return {
        transferSceneId: '1000',
        qps: 30,
        singleMin: 10,
        singleMax: 20_000,
        userDayMax: 10,
        dayLimitAmount: 0,
        isSandbox: false,
        status: Enabled.on,
        platformKeys: [],
      };
    },
    from: async ({ id }) => {
      const whole = await call(merchantApi.info, { id }, { quiet: true });
      setKept(whole);
      return whole;
    },
  });
  return { crud, kept };
};

const keyHelp = (has: boolean | undefined) => (has ? '已配置，不填则保持不变' : '加密保存，保存后不再显示');

/** 新增商户 / 编辑商户. */
export const MerchantForm = ({ draft, kept }: { draft: Draft<MerchantRow>; kept: MerchantRow | undefined }) => {
  const schema = useFirmSchema(draft.schema);
  const isPlatform = useIsPlatform();
  return (
    <FormDrawer draft={{ ...draft, schema }} thing="商户" name={draft.row?.name} width={560}>
      <FieldGroup title="基本信息">
        <FirmField isNew={draft.isNew} />
        <TextField name="name" label="商户名称" />
        <TextField name="mchid" label="商户号" placeholder="微信支付商户号" />
        <TextField name="appid" label="AppID" placeholder="公众号或小程序的AppID" />
        <TextField
          name="transferSceneId"
          label="转账场景ID"
          help="现金营销为1000；给门店、经销商打款用佣金报酬1005或采购货款1009"
        />
      </FieldGroup>
      <FieldGroup title="密钥">
        <TextField name="serialNo" label="商户证书序列号" isWide />
        <AreaField
          name="privateKey"
          label="商户私钥"
          rows={2}
          placeholder={kept?.hasPrivateKey ? '已配置' : '-----BEGIN PRIVATE KEY-----'}
          help={keyHelp(kept?.hasPrivateKey)}
        />
        <TextField
          name="apiV3Key"
          label="APIv3密钥"
          isWide
          placeholder={kept?.hasApiV3Key ? '已配置' : '32位字母和数字'}
          help={keyHelp(kept?.hasApiV3Key)}
        />
        <TextField
          name="appSecret"
          label="AppSecret"
          isWide
          placeholder={kept?.hasAppSecret ? '已配置' : '公众号的AppSecret'}
          help={kept?.hasAppSecret ? keyHelp(true) : '用于识别扫码的微信用户，加密保存'}
        />
      </FieldGroup>
      <FieldGroup title="微信支付公钥与平台证书">
        <div className="zy-field-wide zy-merchant-keys">
          <RowFields
            name="platformKeys"
            label="微信支付公钥与平台证书"
            add="添加公钥"
            most={10}
            blank={() => ({ kind: PlatformKeyKind.PUB_KEY })}
          >
            {() => (
              <div className="zy-merchant-key">
                <SelectField name="kind" label="类型" from={PlatformKeyKind} />
                <TextField name="serial" label="公钥ID或证书序列号" />
                <AreaField name="pem" label="内容" rows={2} placeholder="PEM格式" />
              </div>
            )}
          </RowFields>
        </div>
      </FieldGroup>
      <FieldGroup title="限额">
        <MoneyField name="singleMin" label="单笔下限" />
        <MoneyField name="singleMax" label="单笔上限" />
        <MoneyField name="dayLimitAmount" label="单日转账上限" help="0为不限" />
        <NumberField name="userDayMax" label="单用户每日笔数" unit="笔" min={1} max={100} />
        <NumberField name="qps" label="每秒请求数" unit="次" min={1} max={100} />
      </FieldGroup>
      <FieldGroup title="接口">
        {isPlatform && <TextField name="baseUrl" label="接口地址" placeholder="不填则为微信支付官方地址" isWide />}
        <TextField name="notifyUrl" label="回调地址" placeholder="不填则为平台地址" isWide />
        <AreaField name="remark" label="备注" rows={2} />
        {isPlatform && <SwitchField name="isSandbox" label="测试商户" on off={false} help="仅用于联调，不会真正付款" />}
        <SwitchField name="status" label="启用此商户" on={0} off={1} help="停用后不能再向活动划拨，已中奖的暂停发放" />
      </FieldGroup>
    </FormDrawer>
  );
};

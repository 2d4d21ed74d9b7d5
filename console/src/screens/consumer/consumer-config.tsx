import { CollectField } from '@zhuiyuan/contract/campaign/campaign-states';
import { GeoMode } from '@zhuiyuan/contract/codes/state/code-enums';
import { consumerConfigApi } from '@zhuiyuan/contract/consumer/consumer-config';
import { Form } from 'antd';
import { call } from '../../lib/call.ts';
import { useRead } from '../../lib/use-read.ts';
import { useMay } from '../../lib/session.ts';
import { CollectInput } from '../../parts/claims/collect-input.tsx';
import { AreaField, NumberField, OwnField, RadioField, SwitchField, TextField } from '../../parts/form/fields.tsx';
import { FormPage, FormSection } from '../../parts/form/form-page.tsx';
import { usePageDraft } from '../../parts/form/use-page-draft.ts';
import { ImageField } from '../../parts/gallery/image-field.tsx';
import { OfOneFirm } from '../../parts/pickers/of-one-firm.tsx';

/** Where the pages lead: who follows is not known, so that all are shown the same. */
const FollowFields = ({ isLocked }: { isLocked: boolean }) => {
  const isOn = Form.useWatch('followOn') as boolean | undefined;
  return (
    <>
      <SwitchField
        name="followOn"
        on
        off={false}
        label="引导关注"
        disabled={isLocked}
        help="首次、重复查询后和抽奖后显示“关注公众号”；不知道谁已关注，所有人都会看到"
      />
      {isOn && <ImageField name="followQr" label="公众号二维码" hasStar disabled={isLocked} />}
    </>
  );
};

/** What new activities ask of their winners at first. */
const CollectFields = ({ isLocked }: { isLocked: boolean }) => {
  const collected = Form.useWatch('collectFields') as { key: string }[] | undefined;
  return (
    <>
      <OwnField name="collectFields" label="默认收集" isWide>
        <CollectInput disabled={isLocked} />
      </OwnField>
      {collected?.some(({ key }) => key === CollectField.card) && (
        <TextField
          name="collectReason"
          label="用途说明"
          hasStar
          isWide
          placeholder="为什么收集身份证"
          disabled={isLocked}
        />
      )}
    </>
  );
};

const OfFirm = ({ firmId }: { firmId: number }) => {
  const may = useMay();
  const draft = usePageDraft({
    create: consumerConfigApi.update,
    id: firmId,
    load: async (id) => ({ ...(await call(consumerConfigApi.info, { firmId: id }, { quiet: true })), firmId: id }),
    refresh: [consumerConfigApi.info],
    staysOpen: true,
    done: { update: '编辑成功' },
  });
  const { data } = useRead(consumerConfigApi.info, { firmId });
  const privacyVersion = data?.privacyVersion ?? 0;
  const isLocked = !may(consumerConfigApi.update.may);
  return (
    <FormPage draft={draft} isReadOnly={isLocked}>
      <FormSection title="授权" finding="消费者在手机页上抽奖前要做的事">
        <RadioField
          name="geoMode"
          label="位置授权"
          from={GeoMode}
          disabled={isLocked}
          help="必须：扫码页主动询问，没有位置不能抽奖；不获取：不询问也不保存，窜货只按 IP 归属地判断。限定地区的活动始终需要位置"
        />
        <SwitchField
          name="needPhone"
          on
          off={false}
          label="需要手机号"
          disabled={isLocked}
          help="抽奖前由消费者填写，不发短信验证"
        />
        <AreaField
          name="privacyText"
          label="隐私政策"
          rows={8}
          disabled={isLocked}
          placeholder="留空则使用系统内置的隐私政策"
          help={`${privacyVersion ? `现为第 ${privacyVersion} 版。` : ''}改动后版本号加 1，已同意的消费者下次抽奖前须重新同意`}
        />
      </FormSection>
      <FormSection title="参与" finding="每人每天，跨活动合计；留空不限">
        <NumberField
          name="scanLimit"
          label="每日扫码上限"
          unit="次"
          placeholder="不限"
          disabled={isLocked}
          help="登录后的扫码，超过后当天不能抽奖；查询真伪不受影响"
        />
        <NumberField
          name="drawLimit"
          label="每日抽奖上限"
          unit="次"
          placeholder="不限"
          disabled={isLocked}
          help="所有活动合计，活动自己的次数限制仍然有效"
        />
      </FormSection>
      <FormSection title="积分">
        <NumberField
          name="firstPoints"
          label="首扫得积分"
          unit="分"
          disabled={isLocked}
          help="码第一次被扫时送给扫码的消费者，每个码只送一次，须已登录；0 表示不送"
        />
        <NumberField
          name="sharePoints"
          label="分享得积分"
          unit="分"
          disabled={isLocked}
          help="好友通过互动游戏的链接参与、分享者得次数时一并送给分享者，同一好友一天只送一次；0 表示不送"
        />
        <NumberField
          name="pointsMonths"
          label="积分有效期"
          unit="个月"
          disabled={isLocked}
          help="从获得之日算起，先获得的先使用，到期未用的在次日凌晨扣除；0 表示永久有效。改动从下一个凌晨起适用于全部积分，包括以前获得的"
        />
      </FormSection>
      <FormSection title="收集信息" finding="新建活动时预先勾选；已建的活动不变">
        <CollectFields isLocked={isLocked} />
      </FormSection>
      <FormSection title="客服" finding="显示在抽奖页和活动规则里；扫码页的客服电话也用它，查询设置另填的优先">
        <TextField name="servicePhone" label="客服电话" disabled={isLocked} />
        <TextField name="serviceHours" label="工作时间" placeholder="如 周一至周五 9:00-18:00" disabled={isLocked} />
        <ImageField
          name="serviceQr"
          label="微信二维码"
          disabled={isLocked}
          help="消费者在微信中长按识别，也显示在扫码页上"
        />
      </FormSection>
      <FormSection title="公众号">
        <FollowFields isLocked={isLocked} />
      </FormSection>
      <FormSection title="风险分" finding="近 30 天命中的规则按处置计分，合计最多 100">
        <NumberField
          name="scoreHold"
          label="复核线"
          unit="分"
          disabled={isLocked}
          help="达到后中奖先冻结，由人工复核"
        />
        <NumberField
          name="scoreBlock"
          label="拦截线"
          unit="分"
          disabled={isLocked}
          help="达到后不能抽奖；填 101 表示不按风险分拦截"
        />
      </FormSection>
    </FormPage>
  );
};

/** 消费者配置: what a firm says of its consumers. */
export const ConsumerConfigPage = () => (
  <OfOneFirm text="每个企业的配置分开保存。">{(firmId) => <OfFirm key={firmId} firmId={firmId} />}</OfOneFirm>
);

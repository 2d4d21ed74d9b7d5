import { PlayTheme } from '@zhuiyuan/contract/campaign/campaign-states';
import { AreaField, OwnField, SwitchField, TextField } from '../../../../parts/form/fields.tsx';
import { RichField } from '../../../../parts/form/rich-field.tsx';
import { Thumb } from '../../../../parts/format/thumb.tsx';
import { ImageField } from '../../../../parts/gallery/image-field.tsx';
import { plainText } from './plain-text.ts';
import { ShownFacts } from '../shown-facts.tsx';
import { ThemeInput } from './theme-input.tsx';
import type { StepProps } from './step-props.ts';
import { StepSheet } from './step-sheet.tsx';

const picture = (src: string | undefined, label: string) => (src ? <Thumb src={src} label={label} size={60} /> : '');

/** 页面与公示: how the page looks, how it is shared, and the published terms. */
export const PageStep = ({ values, editing }: StepProps) => (
  <>
    <StepSheet title="页面与分享">
      {editing === 'nothing' ? (
        <ShownFacts
          items={[
            { label: '主题色', value: PlayTheme.label(values.theme ?? PlayTheme.red) },
            { label: '页面背景', value: picture(values.bgImage, '页面背景') },
            { label: '分享图片', value: picture(values.shareImage, '分享图片') },
            { label: '分享标题', value: values.shareTitle },
            { label: '分享描述', value: values.shareDesc },
          ]}
        />
      ) : (
        <div className="zy-form-section-grid">
          <OwnField name="theme" label="主题色" isWide>
            <ThemeInput />
          </OwnField>
          <ImageField name="bgImage" label="页面背景" />
          <ImageField name="shareImage" label="分享图片" />
          <TextField name="shareTitle" label="分享标题" />
          <TextField name="shareDesc" label="分享描述" />
        </div>
      )}
    </StepSheet>
    <StepSheet title="活动公示" finding="消费者在“规则与概率”里看到">
      {editing === 'all' ? (
        <div className="zy-form-section-grid">
          <RichField
            name="ruleText"
            label="活动规则"
            hasStar
            help="不少于 50 字；奖品、概率和时间由系统列出，不用重复写"
          />
          <TextField name="organizer" label="主办方" hasStar />
          <TextField name="contact" label="联系方式" hasStar placeholder="客服电话或邮箱" />
          <SwitchField name="autoEnd" label="奖品发完自动结束" on={true} off={false} help="所有奖级发完后结束活动" />
        </div>
      ) : (
        <>
          <ShownFacts
            items={[
              { label: '主办方', value: values.organizer },
              { label: '联系方式', value: values.contact },
              { label: '奖品发完自动结束', value: values.autoEnd ? '是' : '否' },
            ]}
          />
          <p className="zy-activity-rules">{plainText(values.ruleText ?? '')}</p>
        </>
      )}
      {editing === 'nothing' ? (
        <ShownFacts items={[{ label: '备注', value: values.remark, isWide: true }]} />
      ) : (
        <div className="zy-form-section-grid">
          <AreaField name="remark" label="备注" rows={2} placeholder="只有后台看得到" />
        </div>
      )}
    </StepSheet>
  </>
);

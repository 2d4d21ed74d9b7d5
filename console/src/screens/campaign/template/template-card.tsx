import { PlayMode } from '@zhuiyuan/contract/campaign/campaign-states';
import { Industry, templateApi, type TemplateRow } from '@zhuiyuan/contract/campaign/template/template';
import { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import { Button } from 'antd';
import { May } from '../../../parts/feedback/may.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { Tag } from '../../../parts/format/tag.tsx';
import { MoreButton, type Act } from '../../../parts/list/acts.tsx';
import { TemplateCover } from './template-cover.tsx';

/** A template in the gallery: its cover opens the preview. */
export const TemplateCard = ({
  template,
  firmName,
  preview,
  use,
  acts,
}: {
  template: TemplateRow;
  /** Whose it is, where that is to be told. */
  firmName: string;
  preview: () => void;
  use: () => void;
  acts: readonly Act[];
}) => (
  <article className="zy-template-card" aria-label={template.name}>
    <div className="zy-template-face">
      <TemplateCover
        cover={template.cover}
        theme={template.preset.theme}
        label={`${PlayMode.label(template.playMode)}封面`}
      />
      {/* Words of the picture are no name of the button. */}
      <button type="button" aria-label={`预览 ${template.name}`} onClick={preview} />
    </div>
    <div className="zy-template-body">
      <h3 title={template.name}>{template.name}</h3>
      <p>{template.summary || firmName}</p>
      <span className="zy-template-tags">
        <Tag tone="kind">{PlayMode.label(template.playMode)}</Tag>
        {template.industries.map((industry) => (
          <Tag key={industry} tone="idle">
            {Industry.label(industry)}
          </Tag>
        ))}
      </span>
      <p>
        已使用 {countText(template.useCount)} 次{template.summary && firmName ? `，${firmName}` : ''}
      </p>
    </div>
    <footer className="zy-template-foot">
      <span>
        <May of={activityApi.save.may}>
          <Button type="primary" onClick={use}>
            使用
          </Button>
        </May>
        <Button onClick={preview}>预览</Button>
      </span>
      <May of={{ any: [String(templateApi.save.may), String(templateApi.update.may), String(templateApi.remove.may)] }}>
        <MoreButton acts={[...acts]} />
      </May>
    </footer>
  </article>
);

import { PlayMode } from '@zhuiyuan/contract/campaign/campaign-states';
import type { TemplateRow } from '@zhuiyuan/contract/campaign/template/template';
import { useMemo } from 'react';
import { session } from '../../../lib/session.ts';
import { dayjs } from '../../../parts/format/dayjs.ts';
import { SideDrawer } from '../../../parts/frame/side-drawer.tsx';
import { PlayPreview } from '../activity/editor/play-preview.tsx';
import { startOf } from '../activity/template-start.ts';
import { toLeft, toPlayed, toRules } from '../activity/editor/to-played.ts';
import { toKnownTerms } from '../activity/values.ts';
import '../activity/editor/editor.css';

const Page = ({ template }: { template: TemplateRow }) => {
  const firmName = session.use((current) => current?.admin.firmName) ?? (template.firmName || '您的企业');
  const { activity, rules, left } = useMemo(() => {
    const { values, terms } = startOf(template);
    const today = dayjs();
    const named = {
      ...values,
      actName: template.name,
      startAt: today.format('YYYY-MM-DD 00:00:00'),
      endAt: today.add(30, 'day').format('YYYY-MM-DD 23:59:59'),
    };
    const known = toKnownTerms([], [], terms);
    return {
      activity: toPlayed(named, known, firmName),
      rules: toRules(named, known, firmName),
      left: toLeft(named),
    };
  }, [template, firmName]);
  return <PlayPreview activity={activity} rules={rules} left={left} />;
};

/** 预览: the very page a shopper would see of an activity that begins with the template. */
export const TemplatePreview = ({ template, close }: { template: TemplateRow | undefined; close: () => void }) => (
  <SideDrawer
    isOpen={template !== undefined}
    close={close}
    title="预览模板"
    name={template && `${template.name}，${PlayMode.label(template.playMode)}`}
    width={400}
  >
    {template && <Page template={template} />}
  </SideDrawer>
);

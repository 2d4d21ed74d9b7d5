import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { useQuery } from '@tanstack/react-query';
import { templateApi, type TemplateRow } from '@zhuiyuan/contract/trace/template/template';
import { Skeleton } from 'antd';
import { call } from '../../../lib/call.ts';
import { confirm, toast } from '../../../lib/toast.ts';
import { May } from '../../../parts/feedback/may.tsx';
import { SideDrawer } from '../../../parts/frame/side-drawer.tsx';
import { Failed } from '../../../parts/feedback/states.tsx';
import { Tag } from '../../../parts/format/tag.tsx';
import { timeText } from '../../../parts/format/times.ts';
import { useAct } from '../../../parts/feedback/use-act.ts';

/** Every published version of a template, the newest first; an older one can be put before shoppers again. */
export const TemplateVersions = ({
  row,
  close,
  changed,
}: {
  row: TemplateRow | undefined;
  close: () => void;
  changed: () => void;
}) => {
  const id = row?.id;
  const { data, error, refetch } = useQuery({
    queryKey: [templateApi.versions.path, id],
    queryFn: () => call(templateApi.versions, { id: id! }, { quiet: true }),
    enabled: id !== undefined,
    staleTime: 0,
  });
  const rollBack = useAct(templateApi.rollback, {
    done: '回滚成功',
    refresh: [templateApi.info, templateApi.versions],
  });
  const go = async (version: number) => {
    const text = `线上立即恢复为第 ${version} 版的内容，未发布的修改会被替换，确定回滚？`;
    if (id === undefined || !(await confirm({ text, verb: '回滚' }))) return;
    await rollBack({ id, version }).then(changed, toast.failure);
  };
  return (
    <SideDrawer isOpen={row !== undefined} close={close} title="版本" name={row?.name} width={480}>
      {error && <Failed title="版本没有加载出来" error={error} retry={() => void refetch()} />}
      {!error && !data && <Skeleton active={false} paragraph={{ rows: 6 }} />}
      <ol className="zy-temp-versions">
        {data?.map((version) => (
          <li key={version.version}>
            <div>
              <b>第 {version.version} 版</b>
              {version.isLive && <Tag tone="good">线上</Tag>}
              {version.fromVersion !== null && <small>恢复自第 {version.fromVersion} 版</small>}
            </div>
            <p>
              {timeText(version.publishTime)} {version.publisher || '系统'}发布，{version.blockCount} 个组件
            </p>
            {!version.isLive && (
              <May of={templateApi.rollback.may}>
                <button
                  type="button"
                  className="zy-link"
                  disabled={row?.status === Enabled.off}
                  title={row?.status === Enabled.off ? '模板已停用，请先启用' : undefined}
                  onClick={() => void go(version.version)}
                >
                  回滚到此版
                </button>
              </May>
            )}
          </li>
        ))}
      </ol>
    </SideDrawer>
  );
};

import type { CodeFacts } from '@zhuiyuan/contract/codes/lookup/identity';
import { Button, Dropdown } from 'antd';
import Ellipsis from 'icon:ellipsis';
import Replace from 'icon:replace';
import Snowflake from 'icon:snowflake';
import Sun from 'icon:sun';
import type { ReactNode } from 'react';
import { useMay } from '../../../lib/session.ts';
import { usableActs } from '../../../parts/list/acts.tsx';
import { useCodeActs } from './use-code-acts.tsx';

/** The acts at hand; others are under the mark beside them. */
const icons: Record<string, ReactNode> = {
  冻结: <Snowflake size={14} strokeWidth={1.6} />,
  解冻: <Sun size={14} strokeWidth={1.6} />,
  改绑: <Replace size={14} strokeWidth={1.6} />,
};

/** 冻结, 解冻, 改绑 and 作废 of one code, as far as its life and the person's permissions allow. */
export const CodeActs = ({ facts }: { facts: CodeFacts }) => {
  const may = useMay();
  const { actsOf, dialogs } = useCodeActs();
  const acts = usableActs(actsOf(facts), may);
  const rest = acts.filter(({ label }) => !icons[label]);
  return (
    <>
      {acts.map(
        ({ label, run }) =>
          icons[label] && (
            <Button key={label} icon={icons[label]} onClick={() => void run()}>
              {label}
            </Button>
          ),
      )}
      {rest.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: rest.map(({ label }) => ({ key: label, label, danger: true })),
            onClick: ({ key }) => void rest.find(({ label }) => label === key)?.run(),
          }}
        >
          <Button icon={<Ellipsis size={14} strokeWidth={1.6} />} aria-label="更多操作" />
        </Dropdown>
      )}
      {dialogs}
    </>
  );
};

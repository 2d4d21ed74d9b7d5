import { Form } from 'antd';
import { useEffect } from 'react';
import { useClassList } from '../../../lib/use-class-list.ts';
import { useNeeded } from '../../../lib/asked-rows.ts';
import { ChoiceSelect } from '../../../parts/form/choice-select.tsx';

const firm = 0;

/** 供货方: the firm, or the dealer directly above the one chosen; the draft keeps nothing for the firm. */
export const SupplierInput = ({
  value,
  onChange,
  ...rest
}: {
  id?: string;
  value?: number | null;
  onChange?: (id: number | undefined) => void;
  disabled?: boolean;
}) => {
  const agentId = Form.useWatch<number | undefined>('agentId');
  const agents = useClassList('agent');
  useNeeded(agents, agentId ? [agentId] : []);
  const agent = agents.all.find(({ id }) => id === agentId);
  const aboveId = agent?.pid || undefined;
  useNeeded(agents, aboveId ? [aboveId] : []);
  const above = agents.all.find(({ id }) => id === aboveId);
  useEffect(() => {
    if (value && agent && value !== aboveId) onChange?.(undefined);
  }, [value, agent, aboveId, onChange]);
  return (
    <ChoiceSelect<number>
      {...rest}
      className="zy-full"
      mayFind={false}
      from={[
        { value: firm, label: '企业' },
        ...(aboveId ? [{ value: aboveId, label: above ? `${above.name}（上级）` : '上级经销商' }] : []),
      ]}
      value={value || firm}
      onChange={(picked) => onChange?.(picked || undefined)}
    />
  );
};

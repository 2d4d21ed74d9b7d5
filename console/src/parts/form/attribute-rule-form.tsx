import { Button, ConfigProvider, Form, Input, Modal, Tag } from 'antd';
import { Plus, X } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { toast } from '../../lib/toast.ts';
import { addGroup, addValue, groupsOf, refusalOf, type AttributeRule, type RuleGroup } from './attribute-rule.ts';
import { useNarrow } from '../frame/use-narrow.ts';
import { useSubmitLock } from '../feedback/use-submit-lock.ts';
import './attribute-rule-form.css';

/** Inline input behind `+ 添加`: Enter or leaving it adds the value. */
const NewValue = ({ add }: { add: (value: string) => boolean }) => {
  const [text, setText] = useState<string>();
  if (text === undefined) {
    return (
      <button type="button" className="zy-link" onClick={() => setText('')}>
        <Plus size={14} strokeWidth={1.6} aria-hidden="true" />
        添加
      </button>
    );
  }
  const finish = () => {
    if (add(text)) setText(undefined);
  };
  return (
    <Input
      autoFocus
      size="small"
      className="zy-rule-value"
      aria-label="属性"
      maxLength={50}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onPressEnter={(event) => {
        event.preventDefault();
        finish();
      }}
      onBlur={() => (text.trim() ? finish() : setText(undefined))}
    />
  );
};

/** 属性规格: names a rule and its groups of values. `save` sends it; the dialog says 提交成功 and closes. */
export const AttributeRuleForm = ({
  rule,
  save,
  close,
}: {
  /** Open while given; id 0 is a new rule. */
  rule: AttributeRule;
  save: (rule: AttributeRule) => Promise<unknown>;
  close: () => void;
}) => {
  const [ruleName, setRuleName] = useState(rule.ruleName);
  const [groups, setGroups] = useState<RuleGroup[]>(() => groupsOf(rule.ruleValue));
  const [fresh, setFresh] = useState<{ name: string; value: string }>();
  const [showsRefusals, setShowsRefusals] = useState(false);
  const [isBusy, lock] = useSubmitLock();
  const isNarrow = useNarrow();
  const refusal = refusalOf(ruleName, groups);

  const take = (result: { groups: RuleGroup[] } | { refusal: string }): boolean => {
    if ('refusal' in result) {
      toast.warning(result.refusal);
      return false;
    }
    setGroups(result.groups);
    return true;
  };
  const addFresh = () => {
    if (fresh && take(addGroup(groups, fresh.name, fresh.value))) setFresh(undefined);
  };
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    setShowsRefusals(true);
    if (refusal.ruleName) return;
    if (refusal.groups) {
      toast.warning(refusal.groups);
      return;
    }
    await lock(async () => {
      try {
        await save({ id: rule.id, ruleName: ruleName.trim(), ruleValue: JSON.stringify(groups) });
        toast.success('提交成功');
        close();
      } catch (error) {
        toast.failure(error);
      }
    });
  };

  return (
    <ConfigProvider componentSize={isNarrow ? 'large' : undefined}>
      <Modal
        open
        title="属性规格"
        width={isNarrow ? '100%' : 640}
        className="zy-modal"
        mask={{ closable: false }}
        onCancel={close}
        okText="确定"
        cancelText="取消"
        confirmLoading={isBusy}
        onOk={() => void submit()}
      >
        <Form layout="vertical" className="zy-form" component="div">
          <Form.Item
            label="规格名称"
            required
            htmlFor="zy-rule-name"
            validateStatus={showsRefusals && refusal.ruleName ? 'error' : undefined}
            help={showsRefusals ? refusal.ruleName : undefined}
          >
            <Input
              id="zy-rule-name"
              placeholder="请输入规格名称"
              count={{ max: 20, show: true }}
              value={ruleName}
              onChange={(event) => setRuleName(event.target.value)}
            />
          </Form.Item>
          {groups.map((group, at) => (
            <div key={group.value} className="zy-rule-group">
              <div className="zy-rule-head">
                {group.value}
                <button
                  type="button"
                  className="zy-icon-button"
                  aria-label={`删除规格 ${group.value}`}
                  onClick={() => setGroups(groups.filter((_, index) => index !== at))}
                >
                  <X size={14} strokeWidth={1.6} aria-hidden="true" />
                </button>
              </div>
              <div className="zy-rule-values">
                {group.detail.map((value) => (
                  <Tag
                    key={value}
                    closable
                    onClose={(event) => {
                      event.preventDefault();
                      setGroups(
                        groups.map((each, index) =>
                          index === at ? { ...each, detail: each.detail.filter((text) => text !== value) } : each,
                        ),
                      );
                    }}
                  >
                    {value}
                  </Tag>
                ))}
                <NewValue add={(value) => take(addValue(groups, at, value))} />
              </div>
            </div>
          ))}
          {fresh ? (
            <div className="zy-rule-fresh">
              <Input
                prefix={<span className="zy-filter-label">规格</span>}
                aria-label="规格"
                placeholder="请输入规格"
                maxLength={20}
                value={fresh.name}
                onChange={(event) => setFresh({ ...fresh, name: event.target.value })}
              />
              <Input
                prefix={<span className="zy-filter-label">规格值</span>}
                aria-label="规格值"
                placeholder="请输入规格值"
                maxLength={50}
                value={fresh.value}
                onChange={(event) => setFresh({ ...fresh, value: event.target.value })}
                onPressEnter={addFresh}
              />
              <Button type="primary" onClick={addFresh}>
                确定
              </Button>
              <Button onClick={() => setFresh(undefined)}>取消</Button>
            </div>
          ) : (
            <Button icon={<Plus size={14} strokeWidth={1.6} />} onClick={() => setFresh({ name: '', value: '' })}>
              添加新规格
            </Button>
          )}
        </Form>
      </Modal>
    </ConfigProvider>
  );
};

import { identityApi, type CodeFacts } from '@zhuiyuan/contract/codes/lookup/identity';
import { RegistrationStatus } from '@zhuiyuan/contract/codes/state/registration-status';
import { registrationApi } from '@zhuiyuan/contract/registration/registration';
import { ObjectKind } from '@zhuiyuan/contract/trace/object-kind';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Popconfirm } from 'antd';
import { Link } from 'react-router';
import { call } from '../../../lib/call.ts';
import { useMay } from '../../../lib/session.ts';
import { toast } from '../../../lib/toast.ts';
import { useSubmitLock } from '../../../parts/feedback/use-submit-lock.ts';
import { Facts } from '../../../parts/format/facts.tsx';
import { EnumTag } from '../../../parts/format/tag.tsx';
import { Sheet } from '../../../parts/frame/sheet.tsx';

const { unsent, failed, registered, parseFailed } = RegistrationStatus;
const register = { objKind: ObjectKind.code, submit: true };

/** 标识: the handle the code resolves by and how far its registration has come, with the next step of it. */
export const CodeRegistration = ({ facts }: { facts: CodeFacts }) => {
  const may = useMay();
  const client = useQueryClient();
  const [isBusy, run] = useSubmitLock();
  const { regId, regStatus } = facts;
  const doing = (act: () => Promise<unknown>, done: string) => () =>
    void run(async () => {
      try {
        await act();
        toast.success(done);
      } catch (error) {
        toast.failure(error);
      }
      await client.invalidateQueries({ queryKey: [identityApi.info.path] });
    });
  const one = async (endpoint: typeof registrationApi.submit | typeof registrationApi.parse, id: number) => {
    const { fail } = await call(endpoint, { ids: [id] }, { quiet: true });
    if (fail[0]) throw new Error(fail[0].message);
  };
  const maySubmit = may(registrationApi.submit.may);
  const mayParse = may(registrationApi.parse.may);
  if (regId === null || regStatus === null)
    return may(registrationApi.save.may) ? (
      <Sheet
        title="标识"
        extra={
          <Popconfirm
            title="确定注册此编码的标识？"
            onConfirm={doing(
              () => call(registrationApi.save, { ...register, code: facts.code }, { quiet: true }),
              '已提交注册',
            )}
          >
            <Button size="small" loading={isBusy}>
              注册
            </Button>
          </Popconfirm>
        }
      >
        <p className="zy-codes-none">此编码未注册标识</p>
      </Sheet>
    ) : null;
  const mayNow = (states: readonly number[]) => states.includes(regStatus);
  return (
    <Sheet title="标识" extra={<EnumTag of={RegistrationStatus} value={regStatus} />}>
      <Facts
        items={[
          {
            label: '标识编码',
            value: may(registrationApi.info.may) ? (
              <Link className="zy-link" to={`/identity/identityCreat/${regId}`}>
                {facts.handle}
              </Link>
            ) : (
              facts.handle
            ),
          },
        ]}
      />
      {maySubmit && mayNow([unsent, failed]) && (
        <Button size="small" loading={isBusy} onClick={doing(() => one(registrationApi.submit, regId), '已提交注册')}>
          注册
        </Button>
      )}
      {mayParse && mayNow([registered, parseFailed]) && (
        <Button size="small" loading={isBusy} onClick={doing(() => one(registrationApi.parse, regId), '解析完成')}>
          解析
        </Button>
      )}
    </Sheet>
  );
};

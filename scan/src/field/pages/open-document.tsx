import { accountApi } from '@zhuiyuan/contract/account/account';
import { fieldGoodsApi } from '@zhuiyuan/contract/fieldwork/field-goods';
import { CallFailed } from '../../lib/call.ts';
import { call } from '../lib/field-call.ts';
import { go } from '../lib/navigate.ts';
import { chooseRole, chosenRole } from '../lib/session.ts';
import { LoadedScreen } from '../parts/loaded-screen.tsx';
import { Saying } from './gate.tsx';

/** Takes the role a document was sent to, if it is one of this phone's, and opens it; else answers why not. */
const open = async (deliverNo: string): Promise<string> => {
  const first = chosenRole();
  try {
    const roles = await call(accountApi.list, {});
    const holders = roles.filter(({ role, state }) => /^(?:agent|shop)-/.test(role) && state !== 'closed');
    const inOrder = [...holders.filter(({ role }) => role === first), ...holders.filter(({ role }) => role !== first)];
    for (const { role } of inOrder) {
      chooseRole(role);
      try {
        const { id, isReceiver } = await call(fieldGoodsApi.deliver, { deliverNo });
        go(isReceiver ? `/r/receive/${id}` : `/r/document/${id}`, { replaces: true });
        return '';
      } catch (error) {
        if (!(error instanceof CallFailed) || error.code !== 404) throw error;
      }
    }
    chooseRole(first);
    return inOrder.length > 0 ? '您的身份不是这张发货单的收货方。' : '请用收货经销商或门店的身份打开。';
  } catch (error) {
    chooseRole(first);
    throw error;
  }
};

/** A printed document, opened by its number. */
export const OpenDocumentPage = ({ deliverNo }: { deliverNo: string }) => (
  <LoadedScreen title="发货单" load={() => open(deliverNo)}>
    {(words) => (words ? <Saying title="不能打开该发货单" icon="cross" words={words} /> : null)}
  </LoadedScreen>
);

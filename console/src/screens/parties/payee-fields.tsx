import { PayeeChannel } from '@zhuiyuan/contract/parties/payee';
import { Form } from 'antd';
import { SelectField, TextField } from '../../parts/form/fields.tsx';

const accountLabels: Record<string, string> = { bank: '银行卡号', alipay: '支付宝账号' };

/** The fields of 收款账户: how a shop or dealer is paid what it is owed. */
export const PayeeFields = () => {
  const channel = Form.useWatch('payChannel') as string | undefined;
  return (
    <>
      <SelectField name="payChannel" label="收款方式" from={PayeeChannel} mayClear />
      <TextField name="payName" label="收款户名" placeholder="与账户一致" />
      {channel !== PayeeChannel.weixin && (
        <TextField
          name="payAccount"
          label={accountLabels[channel ?? ''] ?? '收款账号'}
          isWide
          help="加密保存，保存后只显示末四位；更换时重新输入完整账号"
        />
      )}
    </>
  );
};

/** How it is paid, in words. */
export const payeeText = ({
  payChannel,
  payAccount,
  payName,
}: {
  payChannel: string | null;
  payAccount: string;
  payName: string;
}): string => (payChannel ? [PayeeChannel.label(payChannel), payAccount, payName].filter(Boolean).join(' ') : '');

import { enumeration } from '../../kit/enumeration.ts';

/** How far the registration of an identifier has come. */
export const RegistrationStatus = enumeration({
  unsent: { value: 0, label: '未提交', tone: 'idle' },
  queued: { value: 4, label: '排队中', tone: 'wait' },
  registered: { value: 1, label: '已注册', tone: 'good' },
  parsed: { value: 2, label: '已解析', tone: 'doing' },
  parseFailed: { value: 3, label: '解析失败', tone: 'bad' },
  failed: { value: 5, label: '注册失败', tone: 'bad' },
});

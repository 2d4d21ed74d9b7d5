/** What a transfer tells WeChat Pay besides its money: what the receiver reads it as, and what it is reported as. */
export interface SceneWords {
  perception: string;
  reports: (what: { receiver: string; purpose: string }) => { type: string; content: string }[];
}

/** 转账场景 that shops and dealers are paid in: 佣金报酬 and 采购货款, each with what it has to report. */
export const remitScenes: Readonly<Record<string, SceneWords>> = {
  '1005': {
    perception: '劳务报酬',
    reports: ({ receiver, purpose }) => [
      { type: '岗位类型', content: receiver },
      { type: '报酬说明', content: purpose },
    ],
  },
  '1009': {
    perception: '货款',
    reports: ({ purpose }) => [{ type: '采购商品名称', content: purpose }],
  },
};

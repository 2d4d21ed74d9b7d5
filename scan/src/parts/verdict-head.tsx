import { Verdict } from '@zhuiyuan/contract/codes/state/verdict';
import type { ScanAnswer } from '@zhuiyuan/contract/scan/query/public-trace';
import { webAddress } from '../lib/formats.ts';
import type { IconName } from '../lib/icons.ts';
import { Icon } from './icon.tsx';
import { Mark } from './mark.tsx';
import { Picture } from './picture.tsx';
import { Rosette } from './rosette.tsx';

/** Colour of the page: three attitudes of a verdict, `quiet` for what is no verdict, `plain` for the entry of a code. */
export type Tone = 'ok' | 'warn' | 'bad' | 'quiet' | 'plain';

const shapes: Record<Verdict, readonly [Tone, IconName]> = {
  [Verdict.FIRST]: ['ok', 'check'],
  [Verdict.REPEAT]: ['warn', 'history'],
  [Verdict.NEED_PIN]: ['warn', 'shield'],
  [Verdict.INACTIVE]: ['warn', 'clock'],
  [Verdict.FROZEN]: ['warn', 'hold'],
  [Verdict.OVER]: ['bad', 'cross'],
  [Verdict.VOID]: ['bad', 'cross'],
  [Verdict.INVALID]: ['bad', 'cross'],
  [Verdict.PIN_WRONG]: ['bad', 'cross'],
  [Verdict.LIMITED]: ['quiet', 'hourglass'],
};

export const toneOf = (answer: ScanAnswer): Tone => shapes[answer.verdict][0];

/** Whether a code was asked about before, by somebody else. */
export const isRepeated = ({ verdict }: ScanAnswer): boolean => verdict === Verdict.REPEAT || verdict === Verdict.OVER;

const countWords = /^该码已被查询\s*\d+\s*次，/;

/** Headline and sentence. A repeated query says its count in the headline, and the sentence does not say it again. */
export const verdictWords = (answer: ScanAnswer): { headline: string; sentence: string } => {
  if (answer.captcha) return { headline: '请先完成验证', sentence: '当前网络查询较多，请输入图片中的字符。' };
  if (!isRepeated(answer) || answer.times <= 0) return { headline: answer.title, sentence: answer.text };
  return { headline: `该码已被查询 ${answer.times} 次`, sentence: answer.text.replace(countWords, '') };
};

/** Coloured head: a white disc with a shape, the headline as the page's h1, one sentence, behind them perhaps a picture. */
export const Head = ({
  shape,
  headline,
  sentence,
  picture,
}: {
  shape: IconName;
  headline: string;
  sentence: string;
  picture?: string;
}) => {
  const behind = webAddress(picture);
  return (
    <div className="head">
      <Rosette />
      {behind && <Picture className="head-picture" src={behind} alt="" decoding="async" />}
      <div className="disc">
        <Icon name={shape} size={38} weight={2.6} />
      </div>
      <h1 tabIndex={-1}>{headline}</h1>
      {sentence && <p>{sentence}</p>}
    </div>
  );
};

/** Head of an answer. It keeps the colour of its verdict, so that a warning never looks like a confirmation. */
export const VerdictHead = ({ answer }: { answer: ScanAnswer }) => (
  <Head {...verdictWords(answer)} shape={shapes[answer.verdict][1]} picture={answer.template?.theme.headerImage} />
);

/** The firm a page may name: none while the code is unknown or was not looked up. */
export const firmOf = ({ verdict, firm }: ScanAnswer): ScanAnswer['firm'] =>
  verdict === Verdict.INVALID || verdict === Verdict.LIMITED ? null : firm;

/** Line above the head: who answers for the code, or the platform where no firm may be named. */
export const BrandBar = ({ firm, note = '官方验真' }: { firm: ScanAnswer['firm']; note?: string }) => {
  const logo = webAddress(firm?.logo);
  return (
    <header className="brand">
      {logo ? <Picture instead={<Mark />} src={logo} alt="" width={22} height={22} /> : <Mark />}
      <span className="brand-name">{firm?.name || '追源验真'}</span>
      <span className="brand-note">{note}</span>
    </header>
  );
};

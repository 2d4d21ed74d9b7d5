import { verdictWords, type Verdict } from '@zhuiyuan/contract/codes/state/verdict';
import { verdictText } from '@zhuiyuan/contract/scan/query/verdict-text';
import '../selects.css';

/** What a shopper would read for one verdict, with values of an example. */
export const VerdictPreview = ({
  verdict,
  text,
  firm,
  product,
  phone,
  showsFirst,
}: {
  verdict: Verdict;
  text: string;
  firm: string;
  product: string;
  phone: string;
  showsFirst: boolean;
}) => {
  const { level, title } = verdictWords[verdict];
  const knowsFirm = verdict !== 'INVALID' && verdict !== 'LIMITED';
  const knowsProduct = ['FIRST', 'REPEAT', 'OVER', 'FROZEN'].includes(verdict);
  const times = { FIRST: 1, REPEAT: 2, OVER: 8 }[verdict as 'FIRST'];
  const words = verdictText(text, {
    firm: knowsFirm ? firm : '',
    product: knowsProduct ? product : '',
    phone: knowsFirm ? phone : '',
    code: 'AMNS Q74W BEFW XYME',
    times,
    ...(showsFirst && times ? { firstTime: '2026-03-01 10:22', firstCity: '成都市' } : {}),
  });
  return (
    <section className={`zy-verdict zy-verdict-${level}`} aria-label={`预览：${title}`}>
      <strong>{title}</strong>
      <p>{words || '（没有可显示的内容）'}</p>
    </section>
  );
};

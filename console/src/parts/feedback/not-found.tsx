import { CodeText } from '../format/code.tsx';
import { NoticeBar } from './notice-bar.tsx';
import { countText } from '../format/numbers.ts';

const mostNamed = 20;

/** The codes a look-up did not find, each with its cause. */
export const NotFound = ({
  errors,
  close,
}: {
  errors: readonly { text: string; message: string }[];
  close: () => void;
}) =>
  errors.length > 0 ? (
    <div className="zy-not-found">
      <NoticeBar tone="bad" link={{ text: '知道了', run: close }}>
        {countText(errors.length)} 个没有查到
        <ul>
          {errors.slice(0, mostNamed).map(({ text, message }) => (
            <li key={text}>
              <CodeText code={text} /> {message}
            </li>
          ))}
          {errors.length > mostNamed && <li>其余 {countText(errors.length - mostNamed)} 个未列出</li>}
        </ul>
      </NoticeBar>
    </div>
  ) : null;

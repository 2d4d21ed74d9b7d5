import { useLayoutEffect, useRef, useState } from 'react';
import { CaptchaForm } from '../../parts/captcha-form.tsx';
import type { Desk } from '../lib/desk.ts';
import { go } from '../lib/go.ts';
import { say } from '../lib/say.ts';
import { pictureOf, type Picture } from '../lib/take-ticket.ts';
import type { Own } from './late-sheet.tsx';

const title = '安全验证';
const wrong = '验证码不正确，请重新输入';
/** Stands in no picture. */
const noCharacter = '?';
const why = '为保障抽奖公平，请输入图片中的字符后继续抽奖';

/** Asks who draws to read a picture: `answered` takes the token that says he did. */
export const ChallengeSheet = ({
  desk,
  activityId,
  first,
  answered,
  titleId,
  close,
}: Own & {
  desk: Pick<Desk, 'challenge'>;
  activityId: number;
  first: Picture;
  answered: (token: string) => void;
}) => {
  const field = useRef<HTMLInputElement>(null);
  const [{ picture, isRetry }, setShown] = useState({ picture: first, isRetry: false });
  useLayoutEffect(() => say(`${title}：${why}`), []);
  useLayoutEffect(() => {
    if (picture !== first) field.current!.focus();
  }, [picture, first]);

  /** Tells what stands in the picture; another one comes with every answer that is not right, of which `words` are said. */
  const answer = async (characters: string, words: string, done: () => void): Promise<void> => {
    let token: string;
    try {
      token = (await desk.challenge(picture.key, characters)).challengeToken;
    } catch (error) {
      const next = pictureOf(error);
      if (!next) throw error;
      setShown({ picture: next, isRetry: words === wrong });
      return say(words);
    }
    answered(token);
    return done();
  };

  return (
    <>
      <h2 className="r-lost" tabIndex={-1} id={titleId}>
        {title}
      </h2>
      <p className="r-more">{why}</p>
      <div>
        <CaptchaForm
          key={picture.key}
          picture={picture.picture}
          isRetry={isRetry}
          answer={(typed) => answer(typed, wrong, close)}
          renew={() => answer(noCharacter, '已换一张图片', close)}
          words={{ send: '继续抽奖', busy: '验证中' }}
          field={field}
        />
      </div>
      <p className="r-more">
        看不清可点图片换一张；无法辨认图片时，请联系主办方
        <button type="button" className="r-link" onClick={() => go({ name: 'rules', id: String(activityId) })}>
          查看联系方式
        </button>
      </p>
    </>
  );
};

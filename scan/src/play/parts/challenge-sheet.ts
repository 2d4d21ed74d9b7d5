import type { Challenged } from '@zhuiyuan/contract/campaign/draw/challenge';
import { drawRefusals } from '@zhuiyuan/contract/campaign/draw/draw-refusals';
import { CallFailed } from '../../lib/call.ts';
import { h } from '../../lib/elements.ts';
import { captchaForm } from '../../parts/captcha-form.ts';
import type { Desk } from '../lib/desk.ts';
import { go } from '../lib/go.ts';
import { leadTo, say } from '../lib/say.ts';
import { whenLeft } from '../../lib/shown-screen.ts';
import { openSheet } from './sheet.ts';

type Picture = Challenged['challenge'];

const titleId = 'challenge-title';
const title = '安全验证';
const wrong = '验证码不正确，请重新输入';
/** Stands in no picture. */
const noCharacter = '?';
const why = '为保障抽奖公平，请输入图片中的字符后继续抽奖';

/** The picture that a refusal came with; nothing where it was refused for something else. */
const pictureOf = (error: unknown): Picture | undefined =>
  error instanceof CallFailed && error.code === drawRefusals.challenge[0]
    ? (error.data as Challenged | null)?.challenge
    : undefined;

/** Asks who draws to read a picture: the token that says he did; nothing where he closed the sheet or left. */
const readPicture = (first: Picture, desk: Pick<Desk, 'challenge'>, activityId: number): Promise<string | undefined> =>
  new Promise((resolve) => {
    const { sheet, close } = openSheet(titleId, () => resolve(undefined));
    whenLeft(() => resolve(undefined));
    const place = h('div', {});
    const show = (picture: Picture, isRetry: boolean): void => {
      /** Another picture comes with every answer that is not right. */
      const answer = async (characters: string): Promise<Picture | undefined> => {
        try {
          const { challengeToken } = await desk.challenge(picture.key, characters);
          resolve(challengeToken);
          close();
          return undefined;
        } catch (error) {
          const next = pictureOf(error);
          if (next) return next;
          throw error;
        }
      };
      const follow = (next: Picture | undefined, words: string): void => {
        if (!next) return;
        show(next, words === wrong);
        say(words);
        place.querySelector('input')!.focus();
      };
      place.replaceChildren(
        captchaForm(
          picture.picture,
          isRetry,
          async (typed) => follow(await answer(typed), wrong),
          async () => follow(await answer(noCharacter), '已换一张图片'),
          { send: '继续抽奖', busy: '验证中' },
        ),
      );
    };
    show(first, false);
    sheet.append(
      h('h2', { class: 'r-lost', tabindex: -1, id: titleId }, title),
      h('p', { class: 'r-more' }, why),
      place,
      h(
        'p',
        { class: 'r-more' },
        '看不清可点图片换一张；无法辨认图片时，请联系主办方',
        h(
          'button',
          { type: 'button', class: 'r-link', click: () => go({ name: 'rules', id: String(activityId) }) },
          '查看联系方式',
        ),
      ),
    );
    say(`${title}：${why}`);
    leadTo(place.querySelector('input'));
  });

/**
 * A ticket of an activity, after a picture was read where one is asked for. Fails with the refusal where the shopper would not read
 * it, or as the ticket does.
 */
export const takeTicket = async (
  desk: Pick<Desk, 'challenge' | 'ticket'>,
  activityId: number,
  place: Parameters<Desk['ticket']>[1],
): Promise<string> => {
  let passed: string | undefined;
  for (;;) {
    try {
      return (await desk.ticket(activityId, place, passed)).ticket;
    } catch (error) {
      const picture = pictureOf(error);
      if (!picture) throw error;
      passed = await readPicture(picture, desk, activityId);
      if (passed === undefined) throw error;
    }
  }
};

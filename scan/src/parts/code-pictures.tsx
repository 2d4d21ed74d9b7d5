import { useState } from 'react';
import { webAddress } from '../lib/formats.ts';
import type { Frame } from './frame.ts';

/** A picture of a code that is read within WeChat by a long press; nothing where it does not come. */
export const CodePicture = ({ address, words, lost }: { address: string; words: string; lost?: () => void }) => {
  const [isLost, setLost] = useState(false);
  if (isLost) return null;
  const fail = (): void => {
    setLost(true);
    lost?.();
  };
  return <img src={address} alt={`${words}二维码`} width={96} height={96} decoding="async" onError={fail} />;
};

const Code = ({ address, words }: { address: string; words: string }) => {
  // A picture that does not come takes its words along.
  const [isLost, setLost] = useState(false);
  if (isLost) return null;
  return (
    <figure>
      <CodePicture address={address} words={words} lost={() => setLost(true)} />
      <figcaption>
        <b>{words}</b>
        <span>在微信中长按图片识别</span>
      </figcaption>
    </figure>
  );
};

/** The codes by which a firm is found in WeChat, each with what it is for; nothing where it shows none. */
export const CodePictures = ({
  firm,
  frame,
}: {
  firm: { followQr?: string; serviceQr?: string } | null;
  frame?: Frame;
}) => {
  const follow = webAddress(firm?.followQr);
  const service = webAddress(firm?.serviceQr);
  if (!follow && !service) return null;
  return (
    <section className="code-pictures" aria-label="微信二维码" {...frame}>
      {follow && <Code address={follow} words="关注公众号" />}
      {service && <Code address={service} words="微信客服" />}
    </section>
  );
};

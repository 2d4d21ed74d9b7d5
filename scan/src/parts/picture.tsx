import { useState, type ImgHTMLAttributes, type ReactNode } from 'react';
import { smallPicture, webAddress } from '../lib/formats.ts';

/** How what lies elsewhere is opened: in a page of its own, which is not told where from. */
export const outside = { target: '_blank', rel: 'noopener noreferrer' };

/** A picture, and what stands in its place where it does not come. */
export const Picture = ({
  instead = null,
  ...image
}: ImgHTMLAttributes<HTMLImageElement> & { alt: string; instead?: ReactNode }) => {
  const [isLost, setLost] = useState(false);
  return isLost ? instead : <img {...image} onError={() => setLost(true)} />;
};

/** A picture as wide as its card: the small copy on small screens, the whole one where it is needed; loaded when near. */
export const WidePicture = ({ address, alt }: { address: string; alt: string }) => {
  const small = smallPicture(address);
  const isOne = small === address;
  return (
    <Picture
      src={small}
      srcSet={isOne ? undefined : `${small} 320w, ${address} 960w`}
      sizes={isOne ? undefined : '(max-width: 480px) 94vw, 456px'}
      alt={alt}
      loading="lazy"
      decoding="async"
    />
  );
};

/** A picture that opens whole in a page of its own when tapped; one that does not come goes, with its link. */
export const LinkedPicture = ({
  address,
  alt,
  children,
  ...size
}: {
  address: string;
  alt: string;
  width?: number;
  height?: number;
  children?: ReactNode;
}) => {
  const [isLost, setLost] = useState(false);
  if (isLost) return null;
  return (
    <a href={address} {...outside}>
      <img
        src={smallPicture(address)}
        alt={alt}
        {...size}
        loading="lazy"
        decoding="async"
        onError={() => setLost(true)}
      />
      {children}
    </a>
  );
};

/** A picture with its number, in the order it was given. */
export interface Numbered {
  address: string;
  alt: string;
}

/** The pictures of some addresses that may be shown, called by a name and their number. */
export const numbered = (addresses: readonly string[], name: string): Numbered[] =>
  addresses.flatMap((given, index) => {
    const address = webAddress(given);
    return address ? [{ address, alt: `${name}${index + 1}` }] : [];
  });

import { Link } from 'react-router';
import { BrandMark } from '../site/brand-mark.tsx';
import { site } from '../site/site.ts';

/** Logo of the site, or our own mark, leading home. */
export const Brand = ({ isOpen }: { isOpen: boolean }) => {
  const { siteName, logo, squareLogo } = site.use();
  const picture = isOpen ? logo : squareLogo;
  return (
    <Link to="/" className="side-brand">
      {picture ? (
        <img src={picture} alt={siteName} />
      ) : (
        <>
          <BrandMark />
          {isOpen && <span>追源</span>}
        </>
      )}
      <span className="sr-only">返回主页</span>
    </Link>
  );
};

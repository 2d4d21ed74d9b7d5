import { Link } from 'react-router';
import { BrandMark } from '../../lib/brand-mark.tsx';
import { site } from '../site.ts';

/** Logo of the site, or our own mark, leading home. */
export const Brand = ({ isOpen }: { isOpen: boolean }) => {
  const { siteName, logo, squareLogo } = site.use();
  const picture = isOpen ? logo : squareLogo;
  return (
    <Link to="/" className="side-brand" aria-label={`${siteName}，返回主页`}>
      {picture ? (
        <img src={picture} alt="" />
      ) : (
        <>
          <BrandMark />
          {isOpen && <span>追源</span>}
        </>
      )}
    </Link>
  );
};

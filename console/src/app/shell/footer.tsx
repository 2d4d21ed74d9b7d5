import { site } from '../site/site.ts';

/** Addresses of the two registers a site in China names at its foot. */
const policeRegister = 'https://beian.mps.gov.cn/';
const icpRegister = 'https://beian.miit.gov.cn/';

/** Links, copyright and filings, all from the configuration. */
export const Footer = () => {
  const { footerLinks, copyright, policeFilingNo, icpNo } = site.use();
  return (
    <footer className="foot">
      {footerLinks.map(({ name, url }) => (
        <a key={name + url} href={url} target="_blank" rel="noreferrer">
          {name}
        </a>
      ))}
      {copyright && <span className="foot-copyright">{copyright}</span>}
      {policeFilingNo && (
        <a href={policeRegister} target="_blank" rel="noreferrer">
          {policeFilingNo}
        </a>
      )}
      {icpNo && (
        <a href={icpRegister} target="_blank" rel="noreferrer">
          {icpNo}
        </a>
      )}
    </footer>
  );
};

import type { Rules } from '@zhuiyuan/contract/campaign/draw/rules';
import { webAddress } from '../../lib/formats.ts';
import { CodePicture } from '../../parts/code-pictures.tsx';
import { Fact, Facts } from './cards.tsx';
import { ContactLine } from './contact-line.tsx';

/** Whom to turn to: `role` is what he is called. */
export const FirmContacts = ({ rules, role }: { rules: Rules; role: string }) => {
  const qr = webAddress(rules.serviceQr);
  return (
    <Facts>
      <Fact label={role}>{rules.organizer || rules.firmName}</Fact>
      <Fact label="联系方式">{rules.contact && <ContactLine contact={rules.contact} />}</Fact>
      <Fact label="客服电话">{rules.servicePhone && <ContactLine contact={rules.servicePhone} />}</Fact>
      <Fact label="客服时间">{rules.serviceHours}</Fact>
      <Fact label="微信客服">{qr && <CodePicture address={qr} words="微信客服" />}</Fact>
    </Facts>
  );
};

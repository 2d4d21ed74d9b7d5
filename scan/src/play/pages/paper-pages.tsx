import type { PlayAnswer } from '@zhuiyuan/contract/campaign/draw/public-draw';
import type { Desk } from '../lib/desk.ts';
import { withPart } from '../../lib/with-part.ts';
import { LoadedPage } from '../parts/loaded-page.tsx';

// Not everybody reads them: what shows them comes with what is shown. What is kept of rules holds for the privacy policy too.

/** 活动规则: prizes with quantity and odds, time, claim, organiser, contact. */
export const RulesPage = ({ desk, id }: { desk: Desk; id: string }) => (
  <LoadedPage
    title="活动规则"
    name={`rules ${id}`}
    load={() => withPart(desk.rules(Number(id)), () => import('./papers.tsx'))}
  >
    {([rules, { RulesShown }]) => <RulesShown rules={rules} />}
  </LoadedPage>
);

/** 隐私政策: what a draw asks of the shopper, what for, and whom to turn to. */
export const PrivacyPage = ({ desk, id, play }: { desk: Desk; id: string; play?: PlayAnswer }) => (
  <LoadedPage
    title="隐私政策"
    name={`rules ${id}`}
    load={() => withPart(desk.rules(Number(id)), () => import('./papers.tsx'))}
  >
    {([rules, { PrivacyShown }]) => <PrivacyShown rules={rules} play={play} />}
  </LoadedPage>
);

/** 公平验证: the promise made before the draw, and whether the draw keeps it; computed here too where the phone can. */
export const FairPage = ({ desk, drawNo }: { desk: Desk; drawNo: string }) => (
  <LoadedPage
    title="公平验证"
    name={`fair ${drawNo}`}
    load={async () => {
      const [proof, { prove, ProofShown }] = await withPart(desk.proof(drawNo), () => import('./proof.tsx'));
      return { proved: await prove(proof), ProofShown };
    }}
  >
    {({ proved, ProofShown }) => <ProofShown desk={desk} proved={proved} />}
  </LoadedPage>
);

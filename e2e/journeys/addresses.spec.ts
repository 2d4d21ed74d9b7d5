import type { APIRequestContext } from '@playwright/test';
import { routePaths } from '../routes.ts';
import { axeProblems, watch } from '../watch.ts';
import { callAs, expect, signInByCall, test, useToken } from '../world.ts';

type Rows = { list: { id: number }[] };

/** Forms that open a row of a list by its number. */
const forms = [
  ['shopAssCreat', 'shopAss'],
  ['agentCreat', 'agent'],
  ['packLogCreat', 'packLog'],
  ['flowCreat', 'flow'],
  ['flowTypeCreat', 'flowType'],
  ['tempCreat', 'temp'],
  ['identityCreat', 'identity/reg'],
  ['selectCreat', 'select'],
  ['excelLogCreat', 'excelLog'],
  ['needApplyManagerCreat', 'needApply'],
  ['needOrderManagerCreat', 'needOrder'],
] as const;

/** The same of the lottery. */
const lotteryForms = [
  ['activeCreat', 'active'],
  ['prizeCreat', 'prize'],
  ['scopeCreat', 'scope'],
  ['redTypeCreat', 'red/type'],
  ['mouldEdit', 'mould'],
  ['redActiveCreat', 'red/active'],
  ['redBarCreat', 'red/bar/batch'],
  ['policeCreat', 'police/rule'],
  ['interact/creat', 'interact'],
] as const;

/** Addresses for the paths that carry something of the data. A new path of this kind needs a line here. */
const examplesOf = async (request: APIRequestContext, token: string): Promise<Record<string, string[]>> => {
  const firstOf = async (list: string) => (await callAs<Rows>(request, token, 'GET', list)).data.list[0]!.id;
  const task = await firstOf('/admin/identity/task/list');
  const sample = await callAs<{ code: string }[]>(request, token, 'GET', '/admin/identity/task/sample', {
    taskId: task,
  });
  const withId = (path: string, id: number) => [path, `${path}/${id}`];
  return {
    '/identity/firmCreat/:id?': withId('/identity/firmCreat', await firstOf('/admin/identity/firm/list')),
    '/identity/productCreat/:id?': withId('/identity/productCreat', await firstOf('/admin/identity/product/list')),
    ...Object.fromEntries(
      await Promise.all(
        forms.map(async ([form, list]) => [
          `/identity/${form}/:id?`,
          withId(`/identity/${form}`, await firstOf(`/admin/identity/${list}/list`)),
        ]),
      ),
    ),
    ...Object.fromEntries(
      await Promise.all(
        lotteryForms.map(async ([form, list]) => [
          `/lottery/${form}/:id?`,
          withId(`/lottery/${form}`, await firstOf(`/admin/lottery/${list}/list`)),
        ]),
      ),
    ),
    '/identity/productManager/:id': [`/identity/productManager/${await firstOf('/admin/identity/product/list')}`],
    '/lottery/redInfoCreat/:id': [`/lottery/redInfoCreat/${await firstOf('/admin/lottery/red/info/list')}`],
    '/identity/lotManager/:id': [`/identity/lotManager/${await firstOf('/admin/identity/lot/list')}`],
    '/lottery/ai/markCode/mouldEdit/:id?': withId(
      '/lottery/ai/markCode/mouldEdit',
      await firstOf('/admin/lottery/mould/list'),
    ),
    '/identity/taskCreat/:id?': withId('/identity/taskCreat', task),
    '/identity/identityManager/code/:code': [`/identity/identityManager/code/${sample.data[0]!.code}`],
  };
};

test.describe.configure({ mode: 'parallel' });
/** Whether what one of them says lies outside of it. */
const hideSome = (facts: Element[]) => facts.some((each) => each.scrollHeight > each.clientHeight + 1);

const alone = ['/setting/uploadPicture', '/404', '/401', '/trace', '/c/XXXX'];

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };
/** The addresses are dealt out to several walks, which pages side by side make together. */
const walks = 4;

for (let walk = 0; walk < walks; walk += 1)
  test(`every address opens cleanly on a phone and on a wide window, walk ${walk + 1} of ${walks}`, async ({
    page,
    context,
    request,
  }) => {
    test.setTimeout(1_200_000);
    const token = await signInByCall(request);
    const { problems, untilQuiet } = watch(page);
    /** What is wrong with a page as it stands, but for its colours. */
    const look = async (address: string, isScreen: boolean, where: string): Promise<void> => {
      await untilQuiet();
      const note = (text: string): void => void problems.push(`${address} ${text} ${where}`);
      if (new URL(page.url()).pathname !== address) note(`leads to ${page.url()}`);
      if (isScreen && (await page.locator('main h1').filter({ visible: true }).count()) === 0) note('shows no page');
      if ((await page.getByText('没有加载出来').filter({ visible: true }).count()) > 0) note('did not load');
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
        note('is wider than the window');
      if (await page.locator('.zy-card-facts').evaluateAll(hideSome)) note('cuts off facts of its cards');
    };
    /** Looks at a page at both widths, beginning with the one the window has. */
    const visit = async (address: string, isScreen: boolean): Promise<void> => {
      await page.goto(address);
      for (const size of page.viewportSize()?.width === narrow.width ? [narrow, wide] : [wide, narrow]) {
        await page.setViewportSize(size);
        await look(address, isScreen, size === narrow ? 'on a phone' : 'on a wide window');
        // The colours of a screen do not depend on its width.
        problems.push(...(await axeProblems(page, size === narrow ? 'others' : 'all')));
        if (size === wide) await lookInDark();
      }
    };
    const lookInDark = async (): Promise<void> => {
      await page.emulateMedia({ colorScheme: 'dark' });
      // Colours that are still on their way from light to dark are neither.
      let inDark: string[] = [];
      const readable = async () => (inDark = await axeProblems(page, 'colours'));
      await expect
        .poll(readable, { timeout: 20_000 })
        .toEqual([])
        .catch(() => undefined);
      problems.push(...inDark.map((problem) => `in the dark ${problem}`));
      await page.emulateMedia({ colorScheme: 'light' });
    };

    if (walk === 0) await visit('/login', false);
    await useToken(context, token);
    const examples = await examplesOf(request, token);
    const paths = routePaths();
    problems.push(
      ...paths.filter((path) => path.includes(':') && !examples[path]).map((path) => `${path} has no example to open`),
    );
    const addresses = paths.flatMap((path) => (path.includes(':') ? (examples[path] ?? []) : [path]));
    const mine = <T>(all: readonly T[]): T[] => all.filter((_one, at) => at % walks === walk);
    for (const address of mine(addresses)) await visit(address, true);
    for (const address of mine(alone)) await visit(address, false);
    expect(problems).toEqual([]);
  });

import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterAll, describe, expect, it } from 'vitest';
import { forgetDirty, isAnyTabDirty, isTabDirty, setShownTab, TabKeyContext, useDirty } from './use-dirty.ts';

const Form = ({ isDirty }: { isDirty: boolean }) => {
  useDirty(isDirty);
  return null;
};

const mount = () => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
  const root = createRoot(document.createElement('div'));
  const show = (...forms: boolean[]) =>
    act(() =>
      root.render(
        <TabKeyContext value="/a">
          {forms.map((isDirty, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the forms have no other identity
            <Form key={index} isDirty={isDirty} />
          ))}
        </TabKeyContext>,
      ),
    );
  return { show, leave: () => act(() => root.unmount()) };
};

// Other files are tried in the same process, outside of any tab.
afterAll(() => setShownTab(''));

describe('useDirty', () => {
  it('counts every form of a tab', () => {
    setShownTab('/a');
    const { show, leave } = mount();
    show(true, false);
    expect(isTabDirty('/a')).toBe(true);
    show(true, true);
    show(false, true);
    expect(isTabDirty('/a')).toBe(true);
    show(false, false);
    expect(isTabDirty('/a')).toBe(false);
    leave();
  });

  it('is clean again when the form goes, but not when its tab is only hidden', () => {
    setShownTab('/a');
    const gone = mount();
    gone.show(true);
    gone.leave();
    expect(isAnyTabDirty()).toBe(false);
    const hidden = mount();
    hidden.show(true);
    setShownTab('/b');
    hidden.leave();
    expect(isTabDirty('/a')).toBe(true);
    forgetDirty('/a');
    expect(isAnyTabDirty()).toBe(false);
  });
});

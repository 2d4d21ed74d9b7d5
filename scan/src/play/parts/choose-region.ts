import { h } from '../../lib/elements.ts';
import { reasonOf } from '../../parts/field.ts';
import type { Desk, Region } from '../lib/desk.ts';

const steps = ['省份', '城市', '区县'];

/** 所在地区 step by step: a list for each step, the next one beside it once the one before is chosen. */
export const chooseRegion = (desk: Pick<Desk, 'regions'>): { element: HTMLElement; code: () => string } => {
  const element = h('div', { class: 'p-region', role: 'group', 'aria-label': '所在地区' });
  const failure = h('p', { class: 'error', role: 'alert' });
  let code = '';
  const load = async (pid: string, step: number): Promise<void> => {
    let regions: Region[];
    try {
      regions = await desk.regions(pid);
    } catch (error) {
      failure.replaceChildren(
        `${reasonOf(error)} `,
        h('button', { type: 'button', class: 'p-link', click: () => void load(pid, step) }, '重试'),
      );
      return;
    }
    failure.replaceChildren();
    const control = h(
      'select',
      { class: 'input', 'aria-label': steps[step] ?? '地区', 'aria-required': 'true' },
      h('option', { value: '' }, steps[step] ?? '请选择'),
      ...regions.map((region) => h('option', { value: region.code }, region.name)),
    );
    control.addEventListener('change', () => {
      while (control.nextElementSibling?.tagName === 'SELECT') control.nextElementSibling.remove();
      const chosen = regions.find((region) => region.code === control.value);
      code = chosen && !chosen.hasChildren ? chosen.code : '';
      if (chosen?.hasChildren) void load(chosen.code, step + 1);
    });
    failure.before(control);
  };
  element.append(failure);
  void load('0', 0);
  return { element, code: () => code };
};

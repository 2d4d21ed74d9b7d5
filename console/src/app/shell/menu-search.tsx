import { Select, type RefSelectProps } from 'antd';
import { Search } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { menuSearch } from '../menu-entries.ts';
import { useConsole } from '../use-console.ts';

/** Fuzzy search over the screens of the menu; Ctrl K comes here. */
export const MenuSearch = () => {
  const navigate = useNavigate();
  const { menu } = useConsole();
  const [words, setWords] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const field = useRef<RefSelectProps>(null);
  const search = useMemo(() => menuSearch(menu), [menu]);
  const options = useMemo(
    () => search(words).map(({ url, name }) => ({ value: url, label: name.join(' > ') })),
    [search, words],
  );
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      field.current?.focus();
      setIsOpen(true);
    };
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, []);

  const go = (url: string) => {
    setWords('');
    setIsOpen(false);
    field.current?.blur();
    void navigate(url);
  };
  return (
    <Select<string>
      ref={field}
      className="top-search"
      value={null as unknown as string}
      open={isOpen}
      onOpenChange={setIsOpen}
      onSelect={go}
      options={options}
      placeholder="搜索菜单"
      aria-label="搜索菜单"
      prefix={<Search size={14} strokeWidth={1.6} aria-hidden="true" />}
      suffixIcon={<kbd>Ctrl K</kbd>}
      notFoundContent="没有匹配的菜单"
      popupMatchSelectWidth={320}
      showSearch={{ filterOption: false, searchValue: words, onSearch: setWords }}
    />
  );
};

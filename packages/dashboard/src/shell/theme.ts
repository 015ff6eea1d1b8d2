import { useSyncExternalStore } from 'react';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const PLACE = 'platen-theme';
const listeners = new Set<() => void>();

const kept = (): Theme => {
  const value = localStorage.getItem(PLACE);
  return THEMES.find((theme) => theme === value) ?? 'system';
};

/** Shows the theme that was chosen here before. */
export function applyTheme(theme: Theme = kept()): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
}

export function setTheme(theme: Theme): void {
  localStorage.setItem(PLACE, theme);
  applyTheme(theme);
  for (const listener of listeners) listener();
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, kept);
}

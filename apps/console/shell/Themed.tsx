/** Applies the chosen colour and size. Both change everywhere at once, through CSS variables. */
import { MantineProvider } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useMemo } from 'react';
import { useCell } from '#foundation/console/wire/signal.ts';
import { shadeOf, tintsOf } from '#foundation/core/colour.ts';
import { schemeManager } from './scheme.ts';
import { defaultSettings, settings, size } from './settings.ts';
import { themeOf } from './theme.ts';

/**
 * In production the default colour's variables are in the styles: the build takes them from the page that it prerenders
 * (`apps/console/build/page.mjs`).
 */
const stylesHaveColours = import.meta.env.PROD && !import.meta.env.SSR;

export function Themed({ children }: { children: ReactNode }) {
  const { theme: colour } = useCell(settings);
  const chosenSize = useCell(size);
  const theme = useMemo(() => themeOf(colour), [colour]);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    tintsOf(colour).forEach((tint, index) => style.setProperty(`--theme-tint-${index}`, tint));
    style.setProperty('--theme-shade', shadeOf(colour));
  }, [colour]);
  useLayoutEffect(() => {
    document.documentElement.dataset.size = chosenSize;
  }, [chosenSize]);
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={schemeManager}
      defaultColorScheme="auto"
      withCssVariables={!stylesHaveColours || colour !== defaultSettings.theme}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}

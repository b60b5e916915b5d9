/** The component library's theme: one accent colour in ten shades, system fonts for four scripts. */
import { createTheme, type MantineColorsTuple, type MantineThemeOverride } from '@mantine/core';
import { type Hex, stepsOf } from '#foundation/core/colour.ts';

/** The library's colours that the console uses. Variables of all other colours are left out of the styles. */
export const drawnColours = ['accent', 'dark', 'gray', 'red'] as const;

declare module '@mantine/core' {
  interface MantineThemeColorsOverride {
    colors: Record<(typeof drawnColours)[number], MantineColorsTuple>;
  }
}

const dark: MantineColorsTuple = [
  '#e4e9f0',
  '#b9c4d1',
  '#97a4b5',
  '#6d7b8d',
  '#3c4859',
  '#2a3442',
  '#1d2530',
  '#181f29',
  '#10151c',
  '#0b0f14',
];

const fonts = [
  '-apple-system',
  'BlinkMacSystemFont',
  "'Segoe UI'",
  'Roboto',
  "'Noto Sans'",
  "'Helvetica Neue'",
  "'Liberation Sans'",
  'Arial',
  "'PingFang SC'",
  "'Hiragino Sans GB'",
  "'Microsoft YaHei'",
  "'Noto Sans SC'",
  "'Noto Sans CJK SC'",
  "'Noto Sans Thai'",
  "'Leelawadee UI'",
  'Thonburi',
  'Loma',
  'system-ui',
  'sans-serif',
].join(', ');

/** Makes the theme for any accent colour. Buttons and links use step 7, on which white text is readable. */
export function themeOf(colour: Hex): MantineThemeOverride {
  return createTheme({
    primaryColor: 'accent',
    primaryShade: { light: 7, dark: 7 },
    colors: { accent: stepsOf(colour), dark },
    fontFamily: fonts,
    fontWeights: { regular: '400', medium: '600', bold: '700' },
    headings: { fontFamily: fonts, fontWeight: '600' },
    defaultRadius: 6,
    cursorType: 'pointer',
    respectReducedMotion: true,
  });
}

/** The console's look in the component library's terms: one accent in ten shades, system fonts for four scripts, calm and dense. */
import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** The default theme colour is shade 5; buttons and links use shade 7, on which white text can be read. */
const blue: MantineColorsTuple = ['#e6f4ff', '#d2eaff', '#a9d6ff', '#7cc0ff', '#4facff', '#1890ff', '#0f7be4', '#0969c6', '#08569f', '#07447d'];
const dark: MantineColorsTuple = ['#e4e9f0', '#b9c4d1', '#97a4b5', '#6d7b8d', '#3c4859', '#2a3442', '#1d2530', '#181f29', '#10151c', '#0b0f14'];

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

export const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: { light: 7, dark: 7 },
  colors: { blue, dark },
  fontFamily: fonts,
  fontWeights: { regular: '400', medium: '600', bold: '700' },
  headings: { fontFamily: fonts, fontWeight: '600' },
  defaultRadius: 6,
  cursorType: 'pointer',
  respectReducedMotion: true,
});

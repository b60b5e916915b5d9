import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contrast, type Hex, parseColour, rgbOf, shadeOf, stepsOf, tintsOf } from './colour.ts';

const anyColour = fc.integer({ min: 0, max: 0xffffff }).map((value): Hex => `#${value.toString(16).padStart(6, '0')}`);

describe('a colour', () => {
  test.each([
    ['#1890FF', '#1890ff'],
    ['#000000', '#000000'],
    ['1890ff', undefined],
    ['#18f', undefined],
    ['#1890ff; color: red', undefined],
    ['red', undefined],
    ['', undefined],
  ])('%s is read as %s', (text, read) => expect(parseColour(text)).toBe(read));

  test('has ten tints, from itself to nearly white', () => {
    const tints = tintsOf('#1890ff');
    expect(tints).toEqual([
      '#1890ff',
      '#2f9bff',
      '#46a6ff',
      '#5db1ff',
      '#74bcff',
      '#8cc8ff',
      '#a3d3ff',
      '#badeff',
      '#d1e9ff',
      '#e8f4ff',
    ]);
  });

  test('has one shade, a tenth darker', () => expect(shadeOf('#1890ff')).toBe('#1682e6'));
});

describe('the steps of any colour', () => {
  test('have the colour itself at index 5', () => expect(stepsOf('#11a983')[5]).toBe('#11a983'));

  test('include one that white text is readable on, and one that is readable on a dark page', () => {
    fc.assert(
      fc.property(anyColour, (colour) => {
        const steps = stepsOf(colour);
        expect(contrast(rgbOf(steps[7]), [255, 255, 255])).toBeGreaterThanOrEqual(4.5);
        expect(contrast(rgbOf(steps[7]), rgbOf(steps[0]))).toBeGreaterThanOrEqual(4.5);
        expect(contrast(rgbOf(steps[4]), [24, 31, 41])).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });
});

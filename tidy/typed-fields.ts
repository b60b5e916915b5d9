/**
 * Finds how each text in a call's input is read: which function of typed-line.ts or typed-text.ts changes it before
 * validation.
 */
import type { z } from 'zod';
import type { Contract } from '#foundation/core/calls.ts';
import { typedLine } from '#foundation/core/typed-line.ts';
import * as readings from '#foundation/core/typed-text.ts';

export interface TextField {
  /** For example `/user/login account`; array items are `[]`. */
  field: string;
  /** For example `typedCode`; undefined if the text is used as it is, or only trimmed. */
  reading: string | undefined;
}

type Definition = {
  type: string;
  checks?: readonly { _zod: { def: { check: string; tx?: (text: string) => string } } }[];
  shape?: Record<string, z.core.$ZodType>;
  innerType?: z.core.$ZodType;
  element?: z.core.$ZodType;
  options?: readonly z.core.$ZodType[];
  in?: z.core.$ZodType;
};

export function textFields({ calls }: Pick<Contract, 'calls'>): TextField[] {
  return Object.entries(calls).flatMap(([path, { input }]) => (input ? textsIn(input, path, ' ') : []));
}

function textsIn(schema: z.core.$ZodType, name: string, separator = '.'): TextField[] {
  const {
    _zod: { def },
  } = schema;
  const { type, checks = [], shape, innerType, element, options, in: before } = def as unknown as Definition;
  if (type === 'string') {
    const changes = checks
      .filter(({ _zod: { def: check } }) => check.check === 'overwrite')
      .map(({ _zod: { def: check } }) => nameOf(check.tx));
    return [{ field: name, reading: changes.join(' ') || undefined }];
  }
  if (shape) return Object.entries(shape).flatMap(([field, each]) => textsIn(each, `${name}${separator}${field}`));
  if (options) return options.flatMap((each) => textsIn(each, name, separator));
  if (element) return textsIn(element, `${name}[]`);
  const inner = innerType ?? before;
  return inner ? textsIn(inner, name, separator) : [];
}

function nameOf(change: ((text: string) => string) | undefined): string {
  return (
    Object.entries({ typedLine, ...readings }).find(([, reading]) => reading === change)?.[0] ?? change?.name ?? ''
  );
}

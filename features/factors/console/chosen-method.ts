/** The factor a form confirms with: the picked one if it is offered, otherwise the first. */
import type { StepMethod } from '../rules.ts';

export function chosenMethod(methods: readonly StepMethod[], picked: string | undefined): StepMethod | undefined {
  return methods.find((method) => method === picked) ?? methods[0];
}

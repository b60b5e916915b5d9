/** Which factor a form confirms with: the one that was picked, as long as it is offered; else the first. */
import type { StepMethod } from '../rules.ts';

export function chosenMethod(methods: readonly StepMethod[], picked: string | undefined): StepMethod | undefined {
  return methods.find((method) => method === picked) ?? methods[0];
}

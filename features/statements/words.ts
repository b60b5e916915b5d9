/** Field errors of a statement's request. */
import { statementFilterWords } from './export-kinds.ts';

export const statementTexts = statementFilterWords;

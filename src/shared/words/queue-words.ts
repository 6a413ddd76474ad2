import { countOf } from '../lib/count-of.ts'

/** What a worker did, when it ends. */
export function workedText(cells: number): string {
  return `${countOf(cells, 'cell')} done.`
}

/** What a shared database is given, before it is. */
export function storedThereText(shown: string): string {
  return `Histories, results and answers of models are stored in ${shown}; keys are not.`
}

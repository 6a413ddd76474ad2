import { countOf } from '../lib/count-of.ts'

/** What a worker did, when it ends. */
export function workedText(cells: number): string {
  return `${countOf(cells, 'cell')} done.`
}

/** What a shared database is given with an experiment that is pushed, before it is. */
export function pushedThereText(shown: string): string {
  return `Condensed contexts and what judges said are stored in ${shown}.`
}

/** What a shared database is given, before it is. */
export function storedThereText(shown: string): string {
  return `Histories, results and answers of models are stored in ${shown}; keys are not.`
}

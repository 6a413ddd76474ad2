import type { Figures } from '../figures.ts'

/** What pure code reports: a code, its figures, and the sentence that a words module makes of them. */
export type Note<Code extends string = string> = {
  readonly code: Code
  readonly figures: Figures
  readonly message: string
}

/**
 * Makes a maker of notes from sentences by code. The parameter of a sentence says which figures its code takes; codes
 * without figures take none.
 */
export function makeNotes<Texts extends Readonly<Record<string, (figures: never) => string>>>(
  texts: Texts,
): <Code extends keyof Texts & string>(
  code: Code,
  ...figures: Parameters<Texts[Code]>
) => Note<keyof Texts & string> {
  return (code, ...[figures]) => ({
    code,
    figures: figures ?? {},
    message: texts[code]?.(figures) ?? code,
  })
}

// The figures of each code are its own, so no one type holds those of all.
type Sentences = Readonly<Record<string, (figures: never) => string>>

/** Notes that a table of sentences can say: a code, and the figures of that. Pure code returns them, and no sentences. */
export type NoteOf<Table extends Sentences> = {
  [Code in keyof Table]: Parameters<Table[Code]> extends [infer Figures]
    ? { readonly code: Code; readonly figures: Figures }
    : { readonly code: Code; readonly figures?: undefined }
}[keyof Table]

/** A function that says notes in the sentences of a table. */
export function sayWith<Table extends Sentences>(sentences: Table): (note: NoteOf<Table>) => string {
  // The type of a note pairs each code with the figures that its sentence takes.
  return ({ code, figures }) => (sentences[code] as (own: typeof figures) => string)(figures)
}

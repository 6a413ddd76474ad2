import { parseRecord, toTextOrNull, type Fields } from '../json/fields.ts'

/** Objects on the lines of a text; what is none is left out, for the reader has named it. */
export function parseRecordLines(text: string): readonly Fields[] {
  return text.split('\n').flatMap(parseRecord)
}

/** What the last records of a source say at some keys, which a copy of it says again; a key that none has is left out. */
export function findLastTexts(
  records: readonly Fields[],
  keys: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const text = toTextOrNull(records.findLast((record) => toTextOrNull(record[key]) !== null)?.[key])
      return text === null ? [] : [[key, text]]
    }),
  )
}

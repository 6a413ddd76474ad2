import type { Part } from '../../../shared/kernel/part.ts'
import { hasEscapes } from './split-words.ts'

/** In characters. */
const lengths = { shortest: 4, longest: 80 } as const

/** Words of interest in a text, by number, with their places among all of its words and in the text; same indices. */
export type NumberedWords = {
  readonly ids: Uint32Array
  readonly places: Uint32Array
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  /** Words that the text has in all. */
  readonly size: number
}

type Visit = (text: string, name: number, end: number, place: number) => void

/** Calls back for each word of a part that is neither short nor long, a path by its last name. How many words there are. */
function visitNames(part: Part, visit: Visit): number {
  if (part.kind === 'opaque' || part.kind === 'image') return 0
  const { text } = part
  const isEscaped = hasEscapes(part)
  const { length } = text
  let size = 0
  for (let at = 0; at < length; at += 1) {
    const first = text.charCodeAt(at)
    if (isEscaped && first === backslash) at += 1
    else if (isLetter(first)) {
      let name = at
      for (at += 1; at < length; at += 1) {
        const code = text.charCodeAt(at)
        if (isLetter(code)) continue
        if (!isJoint(code) || (isEscaped && code === backslash) || !isLetter(text.charCodeAt(at + 1))) break
        if (code === slash || code === backslash) name = at + 1
      }
      if (at - name >= lengths.shortest && at - name <= lengths.longest) visit(text, name, at, size)
      size += 1
      // What ended the word may begin an escape.
      at -= 1
    }
  }
  return size
}

const slash = 47
const backslash = 92

/** Letters, digits and `_`. */
function isLetter(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code >= 0xc0
  )
}

/** `$-./@\\`, which stand within words. */
function isJoint(code: number): boolean {
  return (code >= 45 && code <= 47) || code === 36 || code === 64 || code === 92
}

/** Words of parts in small letters that may tell one task from another, each once: no numbers, no everyday words. */
export function collectTellingWords(parts: readonly Part[]): readonly string[] {
  const words = new Set<string>()
  for (const part of parts)
    visitNames(part, (text, name, end) => words.add(text.slice(name, end).toLowerCase()))
  return [...words].filter((word) => /[a-z\u00c0-\uffff]/.test(word) && !common.has(word))
}

/** A reading of parts by the numbers of these words: their places in the list. */
export function createWordNumbering(words: readonly string[]): (part: Part) => NumberedWords {
  const numbers = new Map(words.map((word, index) => [word, index]))
  // Most words of a text are others: they are told by a few of their letters, which costs less than to cut them out.
  const marks = new Uint8Array(2 ** 16)
  for (const word of words) marks[computeWordMark(word, 0, word.length)] = 1
  return (part) => {
    const ids: number[] = []
    const places: number[] = []
    const starts: number[] = []
    const ends: number[] = []
    const size = visitNames(part, (text, name, end, place) => {
      if (marks[computeWordMark(text, name, end)] !== 1) return
      const id = numbers.get(text.slice(name, end).toLowerCase())
      if (id === undefined) return
      ids.push(id)
      places.push(place)
      starts.push(name)
      ends.push(end)
    })
    return {
      ids: Uint32Array.from(ids),
      places: Uint32Array.from(places),
      starts: Uint32Array.from(starts),
      ends: Uint32Array.from(ends),
      size,
    }
  }
}

/** How many words on two words may stand and still be close. */
export const reach = 6

/** Calls back for each two different words that are close, by their indices. */
export function visitClosePairs(
  { ids, places }: Pick<NumberedWords, 'ids' | 'places'>,
  visit: (at: number, other: number) => void,
): void {
  for (let at = 0; at < ids.length; at += 1) {
    const id = ids[at]
    const end = (places[at] ?? 0) + reach
    for (let other = at + 1; other < ids.length && (places[other] ?? 0) <= end; other += 1)
      if (ids[other] !== id) visit(at, other)
  }
}

/** A mark of 16 bits by the length of a word and four of its characters, the same in small letters. */
function computeWordMark(text: string, from: number, end: number): number {
  let mark = end - from
  for (const at of [from, from + 1, from + ((end - from) >> 1), end - 1]) {
    const code = text.charCodeAt(at)
    mark = Math.imul(mark, 31) + (code < 128 ? code | 32 : 1)
  }
  return mark & 0xffff
}

/** Words of English and of programs that tell nothing of a task, however seldom they stand in it. */
const common: ReadonlySet<string> = new Set(
  `about above across add added after again against all also always and another any are async await because been before
  being below between both but call called calls can case change changed changes check class code command const content
  could create created current data default directory does doing done down each else empty error errors even every export
  extends fail failed false file files find first fixed following folder for found from function get give given goes good
  have help here implement import index info input instead interface into issue item its just keep know last later left
  let like line lines list long look looks made make makes many message method might missing more most move much must name
  need needs never new next nothing now null number object old once one only open option options other output over own
  package part pass passed path place please project public read really remove removed request response result results
  return returns right run running same save second see sees set several should show since some start started state static
  still stop string such sure take task test tests text than that the their them then there these they thing this those
  through time todo true try two type types undefined under until update updated use used user using value values very void
  want was way well were what when where which while will with within without work working works would write written yes you
  your content-type utf-8 item items json html http https null none self init main args kwargs`.split(/\s+/),
)

import type { LibrarySearch } from '../../../../../shared/library/types.ts'
import { queryPieces, splitWords } from './query-pieces.ts'

/** Signs that end sentences and stand around words; they are not what anybody looks for. */
const opening = /^[\p{Ps}\p{Pi}"'`¿¡–—]+/u
const closing =
  /(?<![\p{Ps}\p{Pe}\p{Pi}\p{Pf}"'`.,;:!?…。、，；：！？–—])[\p{Ps}\p{Pe}\p{Pi}\p{Pf}"'`.,;:!?…。、，；：！？–—]+$/u

/** Signs before a word, unless they are the beginning of a path. */
const leading = /^[^\p{L}\p{N}\p{M}\p{Co}]+/u
/** Signs behind a word, unless it is a folder. */
const trailing = /(?<![^\p{L}\p{N}\p{M}\p{Co}])[^\p{L}\p{N}\p{M}\p{Co}]+$/u
/** Signs between letters that are no usual joint of paths, names and addresses. */
const inner = /[+#*]/u

/** A name of more characters is no name; what is pasted is not mentioned. */
const longest = 60

/** The words of a query that are searched without signs which belong to them: `C++`, `.NET`, `--flag`. */
export function findLeftOutSigns(query: string): LibrarySearch['leftOutSigns'] {
  const terms = queryPieces(query)
    .flatMap(({ text }) => text.split(/\s+/u))
    .map((term) => term.replace(opening, '').replace(closing, ''))
  return [...new Set(terms)].flatMap((typed) => {
    const words = splitWords(typed)
    return words.length > 0 && typed.length <= longest && hasSigns(typed)
      ? [{ typed, searched: words.join(' ') }]
      : []
  })
}

function hasSigns(term: string): boolean {
  // Full-width signs are signs as well, and accents by themselves are none.
  const plain = term.normalize('NFKC')
  return [leading, trailing, inner].some((signs) => {
    const found = signs.exec(plain)?.[0]
    return found !== undefined && !/[/\\]/u.test(found)
  })
}

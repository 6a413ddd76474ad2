import { findJsonError } from './find-json-error.ts'
import { skipSpace, skipValue } from './skip-value.ts'

/** An element of an array. `index` is null behind damage of unknown length. */
export type JsonItem = Readonly<{ index: number | null; value: unknown }>

/** One place at which a file is damaged. `lost` is the number of elements that went, null where nobody knows. */
export type JsonDamage = Readonly<{
  offset: number
  index: number | null
  reason: string
  lost: number | null
}>

export type RecoveredArray = Readonly<{ items: readonly JsonItem[]; damage: readonly JsonDamage[] }>

/** How far the search behind one damage may look, in lengths of the text: a hostile file must not stall it. */
const searchLimit = 8

type Parsed = Readonly<{ end: number; value: unknown }>

function parseFromOffset(text: string, start: number): Parsed | null {
  const end = skipValue(text, start)
  if (end === -1) return null
  try {
    return { end, value: JSON.parse(text.slice(start, end)) }
  } catch {
    return null
  }
}

/** True when undamaged elements follow each other from `start` to the bracket that closes the file's array. */
function leadsToTheEnd(text: string, start: number, isTopLevel: boolean): boolean {
  let at = start
  for (;;) {
    const parsed = parseFromOffset(text, at)
    if (!parsed) return false
    at = skipSpace(text, parsed.end)
    const char = text.charAt(at)
    if (char === ',') at = skipSpace(text, at + 1)
    else if (char !== ']') return false
    else
      return isTopLevel
        ? skipSpace(text, at + 1) === text.length
        : '},'.includes(text.charAt(skipSpace(text, at + 1)))
  }
}

export type ArrayOptions = Readonly<{
  /** Offset of the opening bracket. */
  start: number
  /** True when nothing but white space may follow the array. */
  isTopLevel: boolean
  /** Whether a value looks like an element of this array; guards what is accepted behind damage. */
  fits: (value: unknown) => boolean
}>

type Resumption = Readonly<{ at: number; index: number | null }>

/** Places behind `from` at which an element that fits could start, in order. */
function* findCandidates(text: string, from: number, gap: string, options: ArrayOptions): Generator<number> {
  const separator = gap.includes('\n') ? new RegExp(`,${gap}(?=\\{)`, 'g') : /,[ \t]*(?=\{)/g
  separator.lastIndex = from
  for (let looked = 0; looked < searchLimit * text.length;) {
    const match = separator.exec(text)
    if (!match) return
    const at = match.index + match[0].length
    const parsed = parseFromOffset(text, at)
    looked += (parsed?.end ?? text.length) - at
    if (parsed && options.fits(parsed.value)) {
      yield at
      // Whoever asks for more has followed the chain from here.
      looked += text.length - at
    }
  }
}

/**
 * Where to go on behind a damaged element. Content nested in it must never pass for an element, so either the
 * brackets of the damaged element still match, nothing in it could be an element that they swallowed, and one
 * that fits stands behind its comma; or the place is one that only elements have: the indentation of the first,
 * or an unbroken chain to the closing bracket.
 */
function findResumption(text: string, damaged: Resumption, options: ArrayOptions): Resumption | null {
  const gap = text.slice(options.start + 1, skipSpace(text, options.start + 1))
  const end = skipValue(text, damaged.at)
  const behind = end === -1 ? text.length : skipSpace(text, end)
  const next = text.charAt(behind) === ',' ? skipSpace(text, behind + 1) : -1
  let isFirst = true
  for (const at of findCandidates(text, damaged.at, gap, options)) {
    if (isFirst && at === next) return { at, index: damaged.index === null ? null : damaged.index + 1 }
    if (gap.includes('\n') || leadsToTheEnd(text, at, options.isTopLevel)) return { at, index: null }
    isFirst = false
  }
  return null
}

function describeRest(rest: string): string {
  const isZeros = /^[\0\s]*$/.test(rest)
  return isZeros ? 'NUL characters follow the end of the array' : 'other text follows the end of the array'
}

/**
 * Reads the elements of a damaged JSON array one by one. What it returns was written exactly so; what it could
 * not read is named in `damage`, in order. Never throws.
 */
export function recoverArray(text: string, options: ArrayOptions): RecoveredArray {
  const items: JsonItem[] = []
  const damage: JsonDamage[] = []
  let index: number | null = 0
  let at = skipSpace(text, options.start + 1)
  while (at < text.length) {
    if (text.charAt(at) === ']') {
      const rest = text.slice(at + 1)
      if (options.isTopLevel && skipSpace(rest, 0) < rest.length) {
        damage.push({ offset: at + 1, index: null, reason: describeRest(rest), lost: 0 })
      }
      return { items, damage }
    }
    const parsed = parseFromOffset(text, at)
    if (!parsed) {
      const error = findJsonError(text, at) ?? { offset: at, reason: 'it is not valid JSON' }
      const next = findResumption(text, { at, index }, options)
      const lost = next?.index != null ? 1 : null
      damage.push({ offset: error.offset, index, reason: error.reason, lost })
      if (!next) return { items, damage }
      at = next.at
      index = next.index
      continue
    }
    items.push({ index, value: parsed.value })
    if (index !== null) index += 1
    at = skipSpace(text, parsed.end)
    if (text.charAt(at) === ',') at = skipSpace(text, at + 1)
    else if (text.charAt(at) === '{')
      damage.push({ offset: at, index, reason: 'a comma is missing', lost: 0 })
    else if (at < text.length && text.charAt(at) !== ']') {
      damage.push({ offset: at, index, reason: 'something that is no element stands here', lost: null })
      const next = findResumption(text, { at, index }, options)
      if (!next) return { items, damage }
      at = next.at
      index = null
    }
  }
  damage.push({ offset: text.length, index, reason: 'the file ends before the array is closed', lost: null })
  return { items, damage }
}

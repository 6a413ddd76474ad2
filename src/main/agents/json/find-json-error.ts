import { skipSpace } from './skip-value.ts'

/** The first place at which a text stops being JSON. `cutOff` is true where it merely ends too early. */
export type JsonError = Readonly<{ offset: number; reason: string; cutOff: boolean }>

type Step = Readonly<{ end: number } | { error: JsonError }>

const buildErrorStep = (offset: number, reason: string): Step => ({
  error: { offset, reason, cutOff: false },
})
const buildCutOffStep = (text: string, inside: string): Step => ({
  error: { offset: text.length, reason: `the file ends inside ${inside}`, cutOff: true },
})

function describe(text: string, at: number): string {
  const code = text.codePointAt(at) ?? 0
  if (code === 0) return 'a NUL character'
  if (code < 0x20) return `control character ${code}`
  return `"${String.fromCodePoint(code)}"`
}

function readEscape(text: string, at: number): Step {
  const kind = text.charAt(at + 1)
  if (kind === '') return buildCutOffStep(text, 'a string')
  if (kind !== 'u') {
    return '"\\/bfnrt'.includes(kind)
      ? { end: at + 2 }
      : buildErrorStep(at, 'a backslash sequence is not valid')
  }
  const digits = text.slice(at + 2, at + 6)
  if (/^[0-9a-fA-F]{4}$/.test(digits)) return { end: at + 6 }
  const isEnd = at + 6 > text.length && /^[0-9a-fA-F]*$/.test(digits)
  return isEnd ? buildCutOffStep(text, 'a string') : buildErrorStep(at, 'a \\u sequence is not valid')
}

function readString(text: string, start: number): Step {
  let at = start + 1
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === 0x22) return { end: at + 1 }
    if (code < 0x20) return buildErrorStep(at, `${describe(text, at)} stands inside a string`)
    if (code !== 0x5c) {
      at += 1
      continue
    }
    const escape = readEscape(text, at)
    if ('error' in escape) return escape
    at = escape.end
  }
  return buildCutOffStep(text, 'a string')
}

const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y

function readScalar(text: string, start: number): Step {
  if (start >= text.length) return buildCutOffStep(text, 'a value')
  scalar.lastIndex = start
  const match = scalar.exec(text)
  if (match) return { end: start + match[0].length }
  const rest = text.slice(start, start + 8)
  const isCut =
    start + rest.length === text.length && ['true', 'false', 'null'].some((word) => word.startsWith(rest))
  return isCut
    ? buildCutOffStep(text, 'a value')
    : buildErrorStep(start, `a value was expected, not ${describe(text, start)}`)
}

/** Reads `"key" :` and gives the offset of the value. */
function readKey(text: string, start: number): Step {
  if (start >= text.length) return buildCutOffStep(text, 'an object')
  if (text.charAt(start) !== '"')
    return buildErrorStep(start, `a key was expected, not ${describe(text, start)}`)
  const key = readString(text, start)
  if ('error' in key) return key
  const colon = skipSpace(text, key.end)
  if (colon >= text.length) return buildCutOffStep(text, 'an object')
  if (text.charAt(colon) !== ':')
    return buildErrorStep(colon, `a colon was expected, not ${describe(text, colon)}`)
  return { end: skipSpace(text, colon + 1) }
}

/** Closes brackets and reads commas behind a value; gives the offset of the next value, or the end with no stack. */
function readBehind(text: string, start: number, stack: string[]): Step {
  let at = start
  while (stack.length > 0) {
    at = skipSpace(text, at)
    const closing = stack.at(-1) === '{' ? '}' : ']'
    const char = text.charAt(at)
    if (char === '') return buildCutOffStep(text, closing === '}' ? 'an object' : 'an array')
    if (char === closing) {
      stack.pop()
      at += 1
    } else if (char === ',') {
      const next = skipSpace(text, at + 1)
      return closing === '}' ? readKey(text, next) : { end: next }
    } else return buildErrorStep(at, `a comma or "${closing}" was expected, not ${describe(text, at)}`)
  }
  return { end: at }
}

/**
 * Where the JSON value that starts at `start` breaks, and how; null for a valid one. Slower than `JSON.parse` and
 * only meant for texts that it refused, because its messages do not always name the place. Never recurses.
 */
export function findJsonError(text: string, start: number): JsonError | null {
  const stack: string[] = []
  let at = skipSpace(text, start)
  do {
    const char = text.charAt(at)
    let step: Step
    if (char === '{' || char === '[') {
      const inside = skipSpace(text, at + 1)
      stack.push(char)
      const isEmpty = text.charAt(inside) === (char === '{' ? '}' : ']')
      step = isEmpty
        ? readBehind(text, inside, stack)
        : char === '{'
          ? readKey(text, inside)
          : { end: inside }
    } else {
      step = char === '"' ? readString(text, at) : readScalar(text, at)
      if ('end' in step) step = readBehind(text, step.end, stack)
    }
    if ('error' in step) return step.error
    at = step.end
  } while (stack.length > 0)
  return null
}

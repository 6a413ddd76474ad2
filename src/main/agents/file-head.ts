import { parse } from 'jsonc-parser'
import { unpackStart } from './packed-file.ts'

/** The beginning of a file and the last of it: enough to tell whose it is. */
export type FileHead = Readonly<{
  name: string
  bytes: Uint8Array
  /** The same as text, without a byte order mark; of a compressed file what its first frame says. */
  text: string
  /**
   * What it says as JSON: its first lines that are JSON by themselves, or the one value that the whole file is. The last
   * one may be cut, and then has what stands before the cut.
   */
  values: readonly unknown[]
  /** The last of a file that is longer, as text: what names a document may stand behind megabytes. */
  end: string
}>

/** So much of a file is looked at. */
export const headBytes = 65_536
/** And so much of its end. */
export const endBytes = 4096
/** Sessions may begin with lines of many other kinds. */
const mostLines = 50

/** Looks at the first bytes of a file, and at its last ones where it has more; both may lie in the whole. */
export function readFileHead(name: string, start: Uint8Array, last?: Uint8Array): FileHead {
  const bytes = start.subarray(0, headBytes)
  const end = last ?? start.subarray(Math.max(bytes.length, start.length - endBytes))
  // A letter may be cut in two at the end; streaming leaves its first half out.
  const text = new TextDecoder().decode(unpackStart(bytes, headBytes), { stream: true })
  return {
    name,
    bytes,
    text,
    values: readHeadValues(text, start.length > bytes.length || bytes.length === headBytes),
    end: new TextDecoder().decode(end),
  }
}

function readHeadValues(text: string, isCut: boolean): readonly unknown[] {
  const lines = text.split('\n')
  const values: unknown[] = []
  for (const [at, line] of lines.slice(0, mostLines).entries()) {
    const trimmed = line.trim()
    if (trimmed === '' || trimmed.startsWith('//')) continue
    const isLast = at === lines.length - 1
    const value =
      parseWholeValue(trimmed) ?? (isLast && isCut && values.length > 0 ? parseCutText(trimmed) : undefined)
    if (value !== undefined) values.push(value)
    // A value that spans lines is a document.
    else if (values.length === 0) return readDocument(text)
  }
  return values
}

function readDocument(text: string): readonly unknown[] {
  const value = parseCutText(text)
  return value === undefined ? [] : [value]
}

function parseWholeValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What a cut text says before the cut; undefined where it is no JSON. */
export function parseCutText(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return undefined
  try {
    const value: unknown = parse(text, [])
    return value
  } catch {
    // It recurses, and a hostile file is deeper than the stack.
    return undefined
  }
}

import {
  createScanner,
  parse as parseJsonc,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from 'jsonc-parser'
import {
  detectLineEnd,
  type SettingsChange,
  type SettingsCodec,
  SettingsTextFailure,
} from './settings-change.ts'

/** JSON with comments and commas at the end, which agents take in theirs. A key that stands there twice counts as its last. */
export const jsonCodec: SettingsCodec = { read, change }

const options = { allowTrailingComma: true }

function read(text: string): unknown {
  const errors: ParseError[] = []
  const value: unknown = parseJsonc(text, errors, options)
  const [first] = errors
  if (first === undefined || isBlank(text, errors)) return value ?? {}
  const words = printParseErrorCode(first.error)
    .replaceAll(/\B(?=[A-Z])/g, ' ')
    .toLowerCase()
  throw new SettingsTextFailure(
    `it is no valid JSON (${words})`,
    text.slice(0, first.offset).split('\n').length,
  )
}

/** Nothing but comments, if that. */
function isBlank(text: string, errors: readonly ParseError[]): boolean {
  const isAlone = errors.every(({ error }) => printParseErrorCode(error) === 'ValueExpected')
  return isAlone && parseTree(text, [], options) === undefined
}

/** The library's own edits lay out the line before anew: a new key is put behind the last one by hand. */
function change(text: string, { path, value }: SettingsChange): string {
  const eol = detectLineEnd(text)
  const root = parseTree(text, [], options)
  if (root === undefined) {
    const before = text.trim() === '' ? '' : `${text.trimEnd()}${eol}`
    return change(`${before}{${eol}}${eol}`, { path, value })
  }
  const known = path.findLastIndex((_, at) => findNode(root, path.slice(0, at + 1)) !== null) + 1
  const node = findNode(root, path.slice(0, known)) ?? root
  const end = node.offset + node.length
  if (known === path.length) return text.slice(0, node.offset) + JSON.stringify(value) + text.slice(end)
  const indent = /^([\t ]+)\S/m.exec(text)?.[1] ?? '  '
  const rest = path.slice(known)
  const [outer, ...inner] = rest
  const nestValue = (keys: readonly string[]): string =>
    JSON.stringify(
      keys.reduceRight<unknown>((below, key) => ({ [key]: below }), value),
      null,
      indent,
    )
  // Null stands where the group goes.
  if (node.type !== 'object') return text.slice(0, node.offset) + nestValue(rest) + text.slice(end)
  return insertMember(text, node, { lines: `"${outer}": ${nestValue(inner)}`.split('\n'), indent, eol })
}

/** The value at a path; null where there is none. */
function findNode(root: Node, path: readonly string[]): Node | null {
  let node: Node | undefined = root
  for (const key of path) {
    const members: readonly Node[] = node.type === 'object' ? (node.children ?? []) : []
    node = members.findLast(({ children = [] }) => children[0]?.value === key)?.children?.[1]
    if (node === undefined) return null
  }
  return node
}

type Member = Readonly<{ lines: readonly string[]; indent: string; eol: string }>

/** Behind the last member, its comma and what is said of it on its line; on the same line where the object stands on one. */
function insertMember(source: string, object: Node, { lines, indent, eol }: Member): string {
  const last = object.children?.at(-1)
  const end = object.offset + object.length - 1
  const lineStart = source.lastIndexOf('\n', last === undefined ? object.offset : last.offset) + 1
  const own = /^[\t ]*/.exec(source.slice(lineStart))?.[0] ?? ''
  const isOnOneLine = !source.slice(object.offset, end).includes('\n')
  const depth = last === undefined || isOnOneLine ? own + indent : own
  const text = lines.join(`${eol}${depth}`)
  if (last === undefined) {
    const before = source.slice(0, end).trimEnd()
    return `${before}${eol}${depth}${text}${eol}${own}${source.slice(end)}`
  }
  const lastEnd = last.offset + last.length
  const comma = findCommaAfter(source, lastEnd)
  if (isOnOneLine) {
    const at = comma === null ? lastEnd : comma + 1
    const inLine = lines.join(' ').replaceAll(/ {2,}/g, ' ')
    const member = comma === null ? `, ${inLine}` : ` ${inLine},`
    return source.slice(0, at) + member + source.slice(at)
  }
  const from = comma ?? lastEnd
  const rest = /^[^\r\n]*/.exec(source.slice(from))?.[0] ?? ''
  const lineEnd = Math.min(from + rest.length, end)
  const before =
    comma === null
      ? `${source.slice(0, lastEnd)},${source.slice(lastEnd, lineEnd)}`
      : source.slice(0, lineEnd)
  return `${before}${eol}${depth}${text}${comma === null ? '' : ','}${source.slice(lineEnd)}`
}

/** Where a comma follows, whatever comments stand before it; null where none does. */
function findCommaAfter(source: string, offset: number): number | null {
  const scanner = createScanner(source, true)
  scanner.setPosition(offset)
  scanner.scan()
  const at = scanner.getTokenOffset()
  return source[at] === ',' ? at : null
}

import type { JsonPath } from '../editor-fields/read-json-at-path.ts'

/** Where someone types in YAML: in which map, list or value. */
export type YamlPlace = {
  readonly path: JsonPath
  /** `item`: behind a dash, where a word is a value and a key begins a map. */
  readonly expects: 'key' | 'value' | 'item'
  /** What stands there already, up to the cursor. */
  readonly typed: string
}

type Level = { readonly indent: number; readonly key: string | number }

const keyLine = /^("[^"]*"|'[^']*'|[^\s#:,{}[\]][^#:,{}[\]]*):(?:\s+|$)/

/**
 * The place at the end of a text that someone is in the middle of writing, which is seldom YAML already. It goes by
 * indentation alone, and reads lists and maps on one line.
 */
export function findYamlPlace(textBefore: string): YamlPlace {
  const lines = textBefore.split('\n')
  const current = lines.pop() ?? ''
  const levels = lines.reduce<readonly Level[]>((before, line) => enter(before, line).levels, [])
  const { levels: here, rest, indent, isItem } = enter(levels, current, true)
  const buildPath = (of: readonly Level[]): JsonPath => of.map(({ key }) => key)
  const key = keyLine.exec(rest)
  if (key !== null)
    return followFlow(buildPath([...here, { indent, key: readName(key) }]), rest.slice(key[0].length))
  if (/^[[{]/.test(rest)) return followFlow(buildPath(here), rest)
  return { path: buildPath(here), expects: isItem ? 'item' : 'key', typed: rest }
}

/** The levels after a line. A line that is being written opens none by its key. */
function enter(
  before: readonly Level[],
  line: string,
  isCurrent = false,
): {
  readonly levels: readonly Level[]
  readonly rest: string
  readonly indent: number
  readonly isItem: boolean
} {
  let rest = line.trimStart()
  let indent = line.length - rest.length
  if (!isCurrent && (rest === '' || rest.startsWith('#')))
    return { levels: before, rest, indent, isItem: false }
  let levels: readonly Level[] = before.filter((level) => level.indent <= indent)
  let isItem = false
  while (/^-(?:\s|$)/.test(rest)) {
    levels = withItem(levels, indent)
    const behind = rest.slice(1).trimStart()
    indent += rest.length - behind.length
    rest = behind
    isItem = true
  }
  if (!isItem) levels = levels.filter((level) => level.indent < indent)
  const key = isCurrent ? null : keyLine.exec(rest)
  return { levels: key === null ? levels : [...levels, { indent, key: readName(key) }], rest, indent, isItem }
}

/** The next item of the list at an indent, which may be that of the key above it. */
function withItem(levels: readonly Level[], indent: number): readonly Level[] {
  const last = levels.findLastIndex((level) => level.indent === indent && typeof level.key === 'number')
  const number = last === -1 ? -1 : levels[last]?.key
  return [
    ...(last === -1 ? levels : levels.slice(0, last)),
    { indent, key: typeof number === 'number' ? number + 1 : 0 },
  ]
}

function readName([, name = '']: RegExpExecArray): string {
  return name.replace(/^(["'])(.*)\1$/, '$2').trim()
}

/** Follows `{ a: 1, b: [x, ` to its end. A plain value has nothing open. */
function followFlow(base: JsonPath, text: string): YamlPlace {
  type Frame = { readonly isMap: boolean; readonly key: string | number | null }
  let frames: readonly Frame[] = []
  let typed = ''
  const findTop = (): Frame | undefined => frames.at(-1)
  const replaceTop = (key: string | number | null): void => {
    const frame = findTop()
    if (frame !== undefined) frames = [...frames.slice(0, -1), { ...frame, key }]
  }
  for (const character of text) {
    const isFresh = typed.trim() === ''
    if (isFresh && (character === '{' || character === '[')) {
      frames = [...frames, { isMap: character === '{', key: character === '{' ? null : 0 }]
      typed = ''
    } else if (frames.length > 0 && (character === '}' || character === ']')) {
      frames = frames.slice(0, -1)
      typed = ''
    } else if (frames.length > 0 && character === ',') {
      const frame = findTop()
      replaceTop(typeof frame?.key === 'number' ? frame.key + 1 : null)
      typed = ''
    } else if (findTop()?.isMap === true && findTop()?.key === null && character === ':') {
      replaceTop(typed.trim())
      typed = ''
    } else typed += character
  }
  const path = [...base, ...frames.flatMap(({ key }) => (key === null ? [] : [key]))]
  const expects = findTop()?.isMap === true && findTop()?.key === null ? 'key' : 'value'
  return { path, expects, typed: typed.trimStart() }
}

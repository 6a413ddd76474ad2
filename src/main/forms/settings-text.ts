import { isDeepStrictEqual } from 'node:util'
import { parse as parseToml, patch as patchToml } from '@decimalturn/toml-patch'
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'
import {
  createScanner,
  findNodeAtLocation,
  parse as parseJsonc,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from 'jsonc-parser'
import { isMap, isScalar, LineCounter, parseDocument, type Document } from 'yaml'

export type SettingsFormat = 'json' | 'toml' | 'yaml'

/** A value and where it lies in a file, from the outside in. */
export type SettingsChange = Readonly<{ path: readonly string[]; value: number | boolean | string }>

/** Why the text of a file cannot be changed, in words for a person; `line` counts from 1. */
export class SettingsTextFailure extends Error {
  override readonly name = 'SettingsTextFailure'
  readonly line: number | null

  constructor(message: string, line: number | null = null) {
    super(message)
    this.line = line
  }
}

type Codec = Readonly<{
  /** Throws a `SettingsTextFailure`. */
  read: (text: string) => unknown
  change: (text: string, change: SettingsChange) => string
}>

/**
 * Puts values into the text of a settings file and leaves everything else as it is, byte by byte: comments, order, unknown
 * keys. Throws a `SettingsTextFailure` where the text cannot be read, a value stands in the way, or more would change.
 */
export function changeSettings(
  text: string,
  format: SettingsFormat,
  changes: readonly SettingsChange[],
): string {
  const { read, change } = codecs[format]
  const bom = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  let body = text.slice(bom.length)
  const expected = toObject(read(body))
  for (const one of changes) {
    const place = placeOf(expected, one.path)
    const [last = ''] = one.path.slice(-1)
    if (place[last] === one.value) continue
    place[last] = one.value
    body = change(body, one)
  }
  if (!isDeepStrictEqual(toObject(read(body)), expected))
    throw new SettingsTextFailure('Dewpoint cannot change it without changing something else')
  return bom + body
}

/** Settings by themselves, as they would stand in a file of nothing else. */
export function settingsText(format: SettingsFormat, changes: readonly SettingsChange[]): string {
  return changeSettings('', format, changes)
}

/** What would change in a file, as a unified difference; empty where nothing would. Null is no file. */
export function settingsDiff(path: string, before: string | null, after: string): string {
  if (after === before) return ''
  const options = { context: 2, headerOptions: FILE_HEADERS_ONLY }
  const from = before === null ? '/dev/null' : path
  return createTwoFilesPatch(from, path, before ?? '', after, undefined, undefined, options)
}

function toObject(value: unknown): Record<string, unknown> {
  if (value === undefined || value === null) return {}
  if (isGroup(value)) return structuredClone(value)
  throw new SettingsTextFailure('it holds no settings: its outermost value is no group of keys')
}

/** The group that the last key belongs into; made where it is missing. */
function placeOf(settings: Record<string, unknown>, path: readonly string[]): Record<string, unknown> {
  let group = settings
  for (const [at, key] of path.slice(0, -1).entries()) {
    const below = group[key] ?? {}
    if (!isGroup(below))
      throw new SettingsTextFailure(`${path.slice(0, at + 1).join('.')} is no group of settings in it`)
    group[key] = below
    group = below
  }
  return group
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
}

const codecs: Readonly<Record<SettingsFormat, Codec>> = {
  json: { read: readJson, change: changeJson },
  toml: { read: readToml, change: changeToml },
  yaml: { read: readYaml, change: changeYaml },
}

/** Comments and commas at the end are taken: agents take them in theirs. */
function readJson(text: string): unknown {
  if (text.trim() === '') return {}
  const errors: ParseError[] = []
  const value: unknown = parseJsonc(text, errors, { allowTrailingComma: true })
  const [first] = errors
  if (first === undefined) return value
  const words = printParseErrorCode(first.error)
    .replaceAll(/\B(?=[A-Z])/g, ' ')
    .toLowerCase()
  throw new SettingsTextFailure(`it is no valid JSON (${words})`, lineAt(text, first.offset))
}

/** The library's own edits lay out the line before anew: a new key is put behind the last one by hand. */
function changeJson(text: string, { path, value }: SettingsChange): string {
  const source = text.trim() === '' ? '{\n}\n' : text
  const root = parseTree(source, [], { allowTrailingComma: true })
  const known = path.findLastIndex((_, at) => root && findNodeAtLocation(root, path.slice(0, at + 1))) + 1
  const node = root && findNodeAtLocation(root, path.slice(0, known))
  if (node === undefined) return source
  const written = JSON.stringify(value)
  if (known === path.length)
    return source.slice(0, node.offset) + written + source.slice(node.offset + node.length)
  const indent = /^([\t ]+)\S/m.exec(source)?.[1] ?? '  '
  const eol = source.includes('\r\n') ? '\r\n' : '\n'
  const rest = path.slice(known)
  const [outer, ...inner] = rest
  const nestedIn = (keys: readonly string[]): string =>
    JSON.stringify(
      keys.reduceRight<unknown>((below, key) => ({ [key]: below }), value),
      null,
      indent,
    )
  // Null stands where the group goes.
  if (node.type !== 'object')
    return source.slice(0, node.offset) + nestedIn(rest) + source.slice(node.offset + node.length)
  const member = `"${outer}": ${nestedIn(inner)}`
  return insertMember(source, node, { lines: member.split('\n'), indent, eol })
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
  const behind = commaAfter(source, lastEnd)
  if (isOnOneLine && behind === null)
    return `${source.slice(0, lastEnd)}, ${lines.join(' ').replaceAll(/ {2,}/g, ' ')}${source.slice(lastEnd)}`
  const rest = /^[^\r\n]*/.exec(source.slice(lastEnd))?.[0] ?? ''
  const lineEnd = Math.min(lastEnd + rest.length, end)
  const before =
    behind === null
      ? `${source.slice(0, lastEnd)},${source.slice(lastEnd, lineEnd)}`
      : source.slice(0, lineEnd)
  return `${before}${eol}${depth}${text}${behind === null ? '' : ','}${source.slice(lineEnd)}`
}

/** Where a comma follows, whatever comments stand before it; null where none does. */
function commaAfter(source: string, offset: number): number | null {
  const scanner = createScanner(source, true)
  scanner.setPosition(offset)
  scanner.scan()
  const at = scanner.getTokenOffset()
  return source[at] === ',' ? at : null
}

function readToml(text: string): unknown {
  try {
    return parseToml(text)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const line = /\((\d+)[:,]/.exec(message)?.[1]
    throw new SettingsTextFailure('it is no valid TOML', line === undefined ? null : Number(line))
  }
}

function changeToml(text: string, { path, value }: SettingsChange): string {
  const settings = toObject(readToml(text))
  const [last = ''] = path.slice(-1)
  placeOf(settings, path)[last] = value
  const patched = patchToml(text, settings)
  // The library leaves out the last line's end in a new text.
  return text === '' || text.endsWith('\n') ? patched.replace(/\n*$/, '\n') : patched
}

function readYaml(text: string): unknown {
  return yamlOf(text).toJS()
}

/** A value that is there is replaced where it stands, and a new key goes to the end: YAML's own printer would lay out all anew. */
function changeYaml(text: string, { path, value }: SettingsChange): string {
  const document = yamlOf(text)
  const written = JSON.stringify(value)
  const found = document.getIn(path, true)
  const isInline = isScalar(found) && !(found.type ?? '').startsWith('BLOCK')
  if (isInline && found.range) {
    const [start, end] = found.range
    // A key without a value has nothing behind its colon.
    const gap = /\s$/.test(text.slice(0, start)) ? '' : ' '
    return text.slice(0, start) + gap + written + text.slice(end)
  }
  const [key = '', ...deeper] = path
  const { contents } = document
  if (deeper.length === 0 && (contents === null || (isMap(contents) && contents.flow !== true))) {
    const end = contents?.range?.[2] ?? text.length
    const eol = text.includes('\r\n') ? '\r\n' : '\n'
    const before = text.slice(0, end)
    const gap = before === '' || before.endsWith('\n') ? '' : eol
    return `${before}${gap}${key}: ${written}${eol}${text.slice(end)}`
  }
  document.setIn(path, value)
  return document.toString({ lineWidth: 0 })
}

function yamlOf(text: string): Document {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const [first] = document.errors
  if (first === undefined) return document
  throw new SettingsTextFailure('it is no valid YAML', lines.linePos(first.pos[0]).line)
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

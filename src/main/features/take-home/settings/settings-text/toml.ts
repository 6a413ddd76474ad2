import { type AST, getStaticTOMLValue, ParseError, parseTOML } from 'toml-eslint-parser'
import {
  detectLineEnd,
  buildNoPlaceFailure,
  type SettingsCodec,
  SettingsTextFailure,
} from './settings-change.ts'

/** TOML. A value that is there is replaced where it stands, and a new key goes before the first table. */
export const tomlCodec: SettingsCodec = {
  read: (text) => getStaticTOMLValue(parseTomlText(text)),
  change(text, change) {
    const { path, value } = change
    const written = formatTomlValue(value)
    const [{ body: items }] = parseTomlText(text).body
    const found = items.findLast(
      (item) => item.type === 'TOMLKeyValue' && readKeyNames(item).join('\n') === path.join('\n'),
    )
    if (found?.type === 'TOMLKeyValue') {
      const [start, end] = found.value.range
      return text.slice(0, start) + written + text.slice(end)
    }
    const [key = '', ...deeper] = path
    if (deeper.length > 0) throw buildNoPlaceFailure(change)
    const eol = detectLineEnd(text)
    const line = `${key} = ${written}${eol}`
    const last = items.findLast(({ type }) => type === 'TOMLKeyValue')
    const table = items.find(({ type }) => type === 'TOMLTable')
    // Behind the last key of the file itself, and else before what stands over the first table.
    const at = last === undefined ? findTopEnd(text, table) : findLineBehind(text, last.range[1])
    const before = text.slice(0, at)
    const isCut = before !== '' && !before.endsWith('\n')
    const isClose = last === undefined && table !== undefined && !/^\r?\n/.test(text.slice(at))
    return `${before}${isCut ? eol : ''}${line}${isClose ? eol : ''}${text.slice(at)}`
  },
}

function parseTomlText(text: string): AST.TOMLProgram {
  try {
    return parseTOML(text)
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    throw new SettingsTextFailure('it is no valid TOML', error.lineNumber)
  }
}

function readKeyNames({ key }: AST.TOMLKeyValue): readonly string[] {
  return key.keys.map((part) => (part.type === 'TOMLBare' ? part.name : part.value))
}

/** Behind the comments at the top that a blank line parts from the first table; the end where there is no table. */
function findTopEnd(text: string, table: AST.TOMLNode | undefined): number {
  if (table === undefined) return text.length
  const above = text.slice(0, table.range[0])
  const parted = /^(?:[^\S\n]*#[^\n]*\n)+(?=\s*\n)/.exec(above)
  return parted === null ? 0 : parted[0].length
}

function findLineBehind(text: string, offset: number): number {
  const at = text.indexOf('\n', offset)
  return at === -1 ? text.length : at + 1
}

/** A basic string takes JSON's escapes, but for one sign that JSON leaves as it is. */
function formatTomlValue(value: number | boolean | string): string {
  return JSON.stringify(value).replaceAll('\u007f', '\\u007F')
}

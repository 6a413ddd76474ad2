import { isDeepStrictEqual } from 'node:util'
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'
import { jsonCodec } from './json.ts'
import {
  buildNoPlaceFailure,
  type SettingsChange,
  type SettingsCodec,
  SettingsTextFailure,
} from './settings-change.ts'
import { tomlCodec } from './toml.ts'
import { yamlCodec } from './yaml.ts'

export type SettingsFormat = 'json' | 'toml' | 'yaml'

const codecs: Readonly<Record<SettingsFormat, SettingsCodec>> = {
  json: jsonCodec,
  toml: tomlCodec,
  yaml: yamlCodec,
}

/**
 * Puts values into the text of a settings file and leaves everything else as it is, byte by byte: comments, order, unknown
 * keys. Throws a `SettingsTextFailure` where the text cannot be read, a value stands in the way, or more would change.
 */
export function changeSettings(
  text: string,
  format: SettingsFormat,
  changes: readonly SettingsChange[],
): string {
  const codec = codecs[format]
  const bom = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  let body = text.slice(bom.length)
  const expected = toObject(codec.read(body))
  for (const one of changes) {
    const place = ensureGroup(expected, one.path)
    const [last = ''] = one.path.slice(-1)
    if (place[last] === one.value) continue
    place[last] = one.value
    body = codec.change(body, one)
    if (!isDeepStrictEqual(readBack(codec, body), expected)) throw buildNoPlaceFailure(one)
  }
  return bom + body
}

/** What stands in the text of a settings file; throws a `SettingsTextFailure`. */
export function readSettings(text: string, format: SettingsFormat): Record<string, unknown> {
  return toObject(codecs[format].read(text.replace(/^\uFEFF/, '')))
}

/** Settings by themselves, as they would stand in a file of nothing else. */
export function formatSettings(format: SettingsFormat, changes: readonly SettingsChange[]): string {
  return changeSettings('', format, changes)
}

/** What would change in a file, as a unified difference; empty where nothing would. Null is no file. */
export function formatSettingsDiff(path: string, before: string | null, after: string): string {
  if (after === before) return ''
  const options = { context: 2, headerOptions: FILE_HEADERS_ONLY }
  const from = before === null ? '/dev/null' : path
  return createTwoFilesPatch(from, path, before ?? '', after, undefined, undefined, options)
}

/** What a changed text holds; null where it cannot be read any more, which is no fault of the file. */
function readBack({ read }: SettingsCodec, text: string): unknown {
  try {
    return toObject(read(text))
  } catch (error) {
    if (error instanceof SettingsTextFailure) return null
    throw error
  }
}

function toObject(value: unknown): Record<string, unknown> {
  if (value === undefined || value === null) return {}
  if (isGroup(value)) return structuredClone(value)
  throw new SettingsTextFailure('it holds no settings: its outermost value is no group of keys')
}

/** The group that the last key belongs into; made where it is missing. */
function ensureGroup(settings: Record<string, unknown>, path: readonly string[]): Record<string, unknown> {
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

import { isAlias, isMap, isScalar, LineCounter, parseDocument, type Document, type YAMLMap } from 'yaml'
import {
  detectLineEnd,
  buildNoPlaceFailure,
  type SettingsCodec,
  SettingsTextFailure,
} from './settings-change.ts'

/** YAML. A value that is there is replaced where it stands, a new key goes to the end: the library would lay out all anew. */
export const yamlCodec: SettingsCodec = {
  read: (text) => parseYamlText(text).toJS(),
  change(text, change) {
    const { path, value } = change
    const written = JSON.stringify(value)
    const { contents } = parseYamlText(text)
    const [key = '', ...deeper] = path
    if (deeper.length > 0) throw buildNoPlaceFailure(change)
    const found = isMap(contents) ? contents.get(key, true) : undefined
    if ((isScalar(found) || isAlias(found)) && found.range) {
      const [start, end] = found.range
      // A key without a value has nothing behind its colon, and a block goes to the end of its last line.
      const gap = /\s$/.test(text.slice(0, start)) ? '' : ' '
      const close = text.slice(start, end).endsWith('\n') ? detectLineEnd(text) : ''
      return text.slice(0, start) + gap + written + close + text.slice(end)
    }
    if (found !== undefined) throw buildNoPlaceFailure(change)
    const line = `${key}: ${written}`
    if (isMap(contents) && contents.flow === true) return insertIntoBraces(text, contents, line)
    if (contents !== null && !isMap(contents) && !isEmpty(contents)) throw buildNoPlaceFailure(change)
    const eol = detectLineEnd(text)
    const end = isMap(contents) ? (contents.range?.[2] ?? text.length) : text.length
    const before = text.slice(0, end)
    const gap = before === '' || before.endsWith('\n') ? '' : eol
    return `${before}${gap}${line}${eol}${text.slice(end)}`
  },
}

/** Behind the last value of a map in braces. */
function insertIntoBraces(text: string, { items, range }: YAMLMap, line: string): string {
  const last = items.at(-1)?.value
  const end = isScalar(last) || isMap(last) || isAlias(last) ? last.range?.[1] : undefined
  const at = end ?? (range?.[0] ?? 0) + 1
  return `${text.slice(0, at)}${items.length === 0 ? '' : ', '}${line}${text.slice(at)}`
}

/** A document of nothing but marks and comments. */
const isEmpty = (contents: unknown): boolean => isScalar(contents) && contents.source === ''

function parseYamlText(text: string): Document {
  const lines = new LineCounter()
  // Comparing each key with each other one takes minutes in a long file; a key that stands there twice is refused when it
  // does not read back.
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: false })
  const [first] = document.errors
  if (first === undefined) return document
  const isSeveral = first.code === 'MULTIPLE_DOCS'
  throw new SettingsTextFailure(
    isSeveral ? 'it holds several YAML documents' : 'it is no valid YAML',
    lines.linePos(first.pos[0]).line,
  )
}

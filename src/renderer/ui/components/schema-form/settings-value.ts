import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser'
import type { Settings } from '../../../../shared/methods/provider-types.ts'
import type { FieldPath } from './form-field.ts'

/** Any JSON value, as settings hold them. */
export type JsonValue = Settings[string]

/** The value at a path, or undefined where the path leads nowhere. */
export function readSettingsValue(settings: JsonValue | undefined, path: FieldPath): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (value, key) => (isObject(value) ? value[key] : undefined),
    settings,
  )
}

/** A copy of the settings with another value at a path, or without the key there. Missing objects on the way are created. */
export function setValue(settings: Settings, path: FieldPath, value: JsonValue | undefined): Settings {
  const [key, ...rest] = path
  if (key === undefined) return isObject(value) ? value : settings
  const { [key]: inner, ...others } = settings
  if (rest.length === 0) return value === undefined ? others : { ...settings, [key]: value }
  return { ...settings, [key]: setValue(isObject(inner) ? inner : {}, rest, value) }
}

/** Whether two settings say the same, whatever the order of their keys. */
export function isSameSettings(a: JsonValue, b: JsonValue): boolean {
  return toCanonicalText(a) === toCanonicalText(b)
}

function toCanonicalText(value: JsonValue): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

/** Whether a value is an object of settings. */
export function isObject(value: JsonValue | undefined): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads the JSON beside the form, or says why it is not an object, and where. */
export function parseSettings(text: string): { readonly settings: Settings } | { readonly error: string } {
  try {
    const value: unknown = JSON.parse(text)
    // JSON.parse gives JSON, checked here to be an object.
    if (isObject(value as JsonValue)) return { settings: value as Settings }
    return { error: 'Settings must be an object: { … }.' }
  } catch {
    return { error: explainJsonFault(text) }
  }
}

/** The first fault of a text that is not JSON, by line and column from 1. */
function explainJsonFault(text: string): string {
  if (text.trim() === '') return 'There is no JSON here. Settings are an object: { … }.'
  const faults: ParseError[] = []
  parse(text, faults, { disallowComments: true, allowTrailingComma: false })
  const [first] = faults
  if (first === undefined) return 'This is not JSON.'
  const before = text.slice(0, first.offset).split('\n')
  const column = (before.at(-1)?.length ?? 0) + 1
  return `Line ${before.length}, column ${column}: ${faultWords[printParseErrorCode(first.error)] ?? 'this is not JSON'}.`
}

const faultWords: Readonly<Record<string, string>> = {
  InvalidSymbol: 'this word is not JSON. Texts stand in double quotes',
  InvalidNumberFormat: 'this is not a number',
  PropertyNameExpected: 'a key in double quotes is expected here',
  ValueExpected: 'a value is expected here',
  ColonExpected: 'a colon is expected here',
  CommaExpected: 'a comma is missing before this',
  CloseBraceExpected: 'a closing } is missing',
  CloseBracketExpected: 'a closing ] is missing',
  EndOfFileExpected: 'the JSON ends before this',
  InvalidCommentToken: 'comments are not allowed',
  UnexpectedEndOfString: 'this text has no closing quote',
  InvalidEscapeCharacter: 'this text has a \\ that escapes nothing',
  InvalidCharacter: 'a character in this text must be escaped',
}

import { isRecord, type JsonPath } from '../editor-fields/read-json-at-path.ts'
import type { JsonValue } from '../schema-form/settings-value.ts'
import { findYamlPlace } from './yaml-place.ts'

/** What can be written at a place. */
export type Completion = {
  readonly label: string
  readonly insert: string
  /** A few words about it, possibly empty. */
  readonly detail: string
  readonly about: string
}

/** Values that only this machine knows, by a pattern of paths: `variants.*.provider`. */
export type Suggestions = Readonly<
  Record<string, readonly { readonly value: string; readonly about: string }[]>
>

/** Schemas that stand in the place of others, such as the settings of a provider. */
export type SchemaAt = (path: JsonPath) => JsonValue | null

type Sources = { readonly schema: JsonValue; readonly schemaAt: SchemaAt; readonly suggestions: Suggestions }

/** Everything that fits at the end of a text, and how much of it is typed already. */
export function findYamlCompletions(
  textBefore: string,
  { schema, schemaAt, suggestions }: Sources,
): { readonly typed: string; readonly items: readonly Completion[] } {
  const { path, expects, typed } = findYamlPlace(textBefore)
  const here = findSchemas(schema, path, schemaAt)
  const values = [...here.flatMap(listValues), ...(suggestions[buildPattern(path)] ?? []).map(buildValueItem)]
  const keys = [
    ...here.flatMap(listKeys),
    ...(suggestions[`${buildPattern(path)}.*key`] ?? []).map(({ value, about }) => ({
      label: value,
      insert: `${value}: `,
      detail: '',
      about,
    })),
  ]
  const items = expects === 'key' ? [...keys, ...listItems(here, path, suggestions)] : values
  return { typed, items: dropDuplicates(expects === 'item' ? [...values, ...keys] : items) }
}

/** The items of a list that has none yet, with the dash that begins one. */
function listItems(
  here: readonly JsonValue[],
  path: JsonPath,
  suggestions: Suggestions,
): readonly Completion[] {
  if (!here.some((schema) => isRecord(schema) && schema['type'] === 'array')) return []
  return (suggestions[buildPattern([...path, 0])] ?? [])
    .map(buildValueItem)
    .map((item) => ({ ...item, insert: `- ${item.insert}` }))
}

function buildValueItem({ value, about }: { readonly value: string; readonly about: string }): Completion {
  // Numbers and words with marks in them are texts here, and have to be said to be.
  const insert = /^[A-Za-z][\w.@/-]*$/.test(value) ? value : JSON.stringify(value)
  return { label: value, insert, detail: about, about: '' }
}

function buildPattern(path: JsonPath): string {
  return path.map((key) => (typeof key === 'number' ? '*' : key)).join('.')
}

/** Every schema that a value at a path may have, with the members of unions. */
function findSchemas(root: JsonValue, path: JsonPath, schemaAt: SchemaAt): readonly JsonValue[] {
  return path.reduce<readonly JsonValue[]>(
    (schemas, key, depth) => {
      const own = schemaAt(path.slice(0, depth + 1))
      return own === null
        ? schemas.flatMap((schema) => expandMembers(findChildSchema(schema, key), root))
        : expandMembers(own, own)
    },
    expandMembers(root, root),
  )
}

function findChildSchema(schema: JsonValue, key: string | number): JsonValue | undefined {
  if (!isRecord(schema)) return undefined
  if (typeof key === 'number') return schema['items']
  const { properties } = schema
  return (isRecord(properties) ? properties[key] : undefined) ?? schema['additionalProperties']
}

function expandMembers(schema: JsonValue | undefined, root: JsonValue): readonly JsonValue[] {
  if (!isRecord(schema)) return []
  const { $ref: ref } = schema
  if (typeof ref === 'string') {
    const steps = ref.replace(/^#\/?/, '').split('/').filter(Boolean)
    const target = steps.reduce<JsonValue | undefined>(
      (at, step) => (isRecord(at) ? at[step] : undefined),
      root,
    )
    return target === schema ? [] : expandMembers(target, root)
  }
  const union = schema['anyOf'] ?? schema['oneOf']
  return Array.isArray(union) ? union.flatMap((member) => expandMembers(member, root)) : [schema]
}

function listKeys(schema: JsonValue): readonly Completion[] {
  if (!isRecord(schema) || !isRecord(schema['properties'])) return []
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  return Object.entries(schema['properties']).map(([key, value]) => ({
    label: key,
    insert: `${key}: `,
    detail: required.includes(key) ? 'needed' : '',
    about: isRecord(value) && typeof value['description'] === 'string' ? value['description'] : '',
  }))
}

function listValues(schema: JsonValue): readonly Completion[] {
  if (!isRecord(schema)) return []
  const listed = Array.isArray(schema['enum']) ? schema['enum'] : []
  const constant = schema['const'] === undefined ? [] : [schema['const']]
  const plain = schema['type'] === 'boolean' ? [true, false] : []
  const about = typeof schema['description'] === 'string' ? schema['description'] : ''
  return [...listed, ...constant, ...plain].map((value) => ({
    label: formatWord(value),
    insert: formatWord(value),
    detail: value === schema['default'] ? 'default' : '',
    about,
  }))
}

function formatWord(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function dropDuplicates(items: readonly Completion[]): readonly Completion[] {
  return [...new Map(items.map((item) => [item.insert, item])).values()]
}

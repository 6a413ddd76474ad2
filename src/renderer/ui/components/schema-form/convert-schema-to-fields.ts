import { settingsSchema, type Settings } from '../../../../shared/methods/provider-types.ts'
import type { SettingIssue } from '../../../../shared/methods/providers-contract.ts'
import type { ChoiceVariant, FieldPath, FormField } from './form-field.ts'

type Schema = Readonly<Record<string, unknown>>

/** What tells one kind of list from another. */
type ListShape = DistributiveOmit<
  Extract<FormField, { kind: 'texts' | 'list' | 'steps' | 'json-only' }>,
  'path' | 'label' | 'description' | 'nullable'
>
type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never

/** Zod writes this as the bound of any integer that has none. */
const widest = Number.MAX_SAFE_INTEGER

/**
 * Reads a JSON Schema (2020-12, as zod writes it) of an object as form fields, in the order of its properties.
 * Shapes that no widget fits become `json-only`, so that a new setting is never silently missing.
 */
export function convertSchemaToFields(schema: Schema): readonly FormField[] {
  return readObjectFields(schema, [], schema)
}

function readObjectFields(
  schema: Schema,
  path: FieldPath,
  root: Schema,
  skip?: string,
): readonly FormField[] {
  const required: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : []
  return Object.entries(toSchema(schema['properties']))
    .filter(([key]) => key !== skip)
    .map(([key, value]) => {
      const field = toField(toSchema(value), [...path, key], root)
      const isGiven = required.includes(key) || 'default' in toSchema(value) || field.nullable
      return isGiven ? field : { ...field, optional: true }
    })
}

function toField(declared: Schema, path: FieldPath, root: Schema): FormField {
  const { schema, nullable } = unwrap(declared, root)
  const base = {
    path,
    label: readText(declared['title']) || readText(schema['title']) || labelOfKey(path.at(-1) ?? ''),
    description: readText(declared['description']) || readText(schema['description']),
    nullable,
  }
  const options = readOptions(schema)
  if (options !== null) return { ...base, kind: 'select', options }
  const choice = readChoice(schema, path, root)
  if (choice !== null) return { ...base, kind: 'choice', ...choice }
  switch (schema['type']) {
    case 'boolean':
      return { ...base, kind: 'switch' }
    case 'integer':
    case 'number':
      return {
        ...base,
        kind: 'number',
        whole: schema['type'] === 'integer',
        min: readLowest(schema),
        max: readHighest(schema),
      }
    case 'string':
      return { ...base, kind: 'text', maxLength: readFinite(schema['maxLength']) }
    case 'array':
      return { ...base, ...readListShape(schema, root) }
    case 'object':
      return schema['properties'] === undefined
        ? { ...base, kind: 'json-only' }
        : { ...base, kind: 'group', fields: readObjectFields(schema, path, root) }
    default:
      return { ...base, kind: 'json-only' }
  }
}

/** A list by what its items are: texts, steps, objects of one shape or of several. */
function readListShape(schema: Schema, root: Schema): ListShape {
  const { schema: items } = unwrap(toSchema(schema['items']), root)
  const bounds = { min: readFinite(schema['minItems']) ?? 0, max: readFinite(schema['maxItems']) }
  const options = readOptions(items)
  if (options !== null || items['type'] === 'string') return { kind: 'texts', options, max: bounds.max }
  const properties = toSchema(items['properties'])
  if ('providerId' in properties && 'presetId' in properties) return { kind: 'steps', ...bounds }
  const choice = readChoice(items, [], root)
  const fields: readonly FormField[] =
    choice === null
      ? readObjectFields(items, [], root)
      : [
          {
            path: [],
            label: labelOfKey(choice.tag),
            description: '',
            nullable: false,
            kind: 'choice',
            ...choice,
          },
        ]
  if (fields.length === 0) return { kind: 'json-only' }
  const start = choice?.variants[0]?.defaults ?? { ...buildStartSettings(fields), ...readDefaults(items) }
  return { kind: 'list', ...bounds, fields, start, templates: readExamples(schema) }
}

/** Values that the schema names as examples of itself. */
function readExamples(schema: Schema): readonly Settings[] {
  const parsed = settingsSchema.array().safeParse(schema['examples'])
  return parsed.success ? parsed.data : []
}

/** The plainest value of each field, which the provider judges like any other. */
function buildStartSettings(fields: readonly FormField[]): Settings {
  return Object.fromEntries(
    fields
      .filter(({ optional }) => optional !== true)
      .map((field) => [field.path.at(-1) ?? '', buildPlainestValue(field)]),
  )
}

function buildPlainestValue(field: FormField): Settings[string] {
  if (field.nullable) return null
  switch (field.kind) {
    case 'switch':
      return false
    case 'number':
      return field.min ?? 0
    case 'text':
      return ''
    case 'select':
      return field.options[0] ?? ''
    case 'group':
      return buildStartSettings(field.fields)
    case 'choice':
      return field.variants[0]?.defaults ?? {}
    case 'json-only':
      return {}
    default:
      return []
  }
}

/** Follows `$ref` and takes `null` out of a union of two. */
function unwrap(declared: Schema, root: Schema): { readonly schema: Schema; readonly nullable: boolean } {
  const schema = dereference(declared, root)
  const types = schema['type']
  if (Array.isArray(types) && types.length === 2 && types.includes('null')) {
    return { schema: { ...schema, type: types.find((type) => type !== 'null') }, nullable: true }
  }
  const variants = readVariants(schema).map((variant) => dereference(variant, root))
  const solid = variants.filter((variant) => variant['type'] !== 'null')
  if (solid.length === variants.length) return { schema, nullable: false }
  const [only, ...others] = solid
  if (only !== undefined && others.length === 0) return { schema: only, nullable: true }
  return { schema: { ...schema, anyOf: solid, oneOf: undefined }, nullable: true }
}

function dereference(schema: Schema, root: Schema): Schema {
  const ref = schema['$ref']
  if (typeof ref !== 'string' || !ref.startsWith('#/')) return schema
  const target = ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => toSchema(at)[key.replaceAll('~1', '/').replaceAll('~0', '~')], root)
  return { ...toSchema(target), ...schema, $ref: undefined }
}

/** Strings to choose from, written as `enum` or as a union of constants. */
function readOptions(schema: Schema): readonly string[] | null {
  const listed = schema['enum']
  if (Array.isArray(listed) && listed.every((value) => typeof value === 'string')) return listed
  const constants = readVariants(schema).map((variant) => variant['const'])
  return constants.length > 0 && constants.every((value) => typeof value === 'string') ? constants : null
}

/** A union of objects discriminated by a constant property. */
function readChoice(
  schema: Schema,
  path: FieldPath,
  root: Schema,
): { readonly tag: string; readonly variants: readonly ChoiceVariant[] } | null {
  const variants = readVariants(schema).map((variant) => dereference(variant, root))
  const tag = variants[0] && Object.entries(toSchema(variants[0]['properties'])).find(hasConstant)?.[0]
  if (tag === undefined) return null
  const read = variants.map((variant) => {
    const value = toSchema(toSchema(variant['properties'])[tag])['const']
    if (typeof value !== 'string') return null
    const fields = readObjectFields(variant, path, root, tag)
    const label = readText(variant['title']) || labelOfKey(value)
    const start = readExamples(variant)[0] ?? { ...buildStartSettings(fields), ...readDefaults(variant) }
    return { value, label, fields, defaults: { ...start, [tag]: value } }
  })
  return read.every((variant) => variant !== null) ? { tag, variants: read } : null
}

/** Defaults of the properties that have one, without those that are not JSON. */
function readDefaults(schema: Schema): Settings {
  const declared = Object.entries(toSchema(schema['properties'])).map(([key, value]) => [
    key,
    toSchema(value)['default'],
  ])
  const parsed = settingsSchema.safeParse(
    Object.fromEntries(declared.filter(([, value]) => value !== undefined)),
  )
  return parsed.success ? parsed.data : {}
}

function hasConstant([, schema]: readonly [string, unknown]): boolean {
  return typeof toSchema(schema)['const'] === 'string'
}

function readVariants(schema: Schema): readonly Schema[] {
  const list = schema['anyOf'] ?? schema['oneOf']
  return Array.isArray(list) ? list.map(toSchema) : []
}

function readLowest(schema: Schema): number | null {
  const over = readFinite(schema['exclusiveMinimum'])
  const min =
    readFinite(schema['minimum']) ?? (over === null ? null : schema['type'] === 'integer' ? over + 1 : over)
  return min === -widest ? null : min
}

function readHighest(schema: Schema): number | null {
  const under = readFinite(schema['exclusiveMaximum'])
  const max =
    readFinite(schema['maximum']) ??
    (under === null ? null : schema['type'] === 'integer' ? under - 1 : under)
  return max === widest ? null : max
}

/** `maxLines` becomes "Max lines". */
function labelOfKey(key: string): string {
  const words = key
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_]/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function toSchema(value: unknown): Schema {
  // Any object can be read as a record of unknowns.
  return typeof value === 'object' && value !== null ? (value as Schema) : {}
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function readFinite(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** Issues that no widget of the form shows, as sentences with their path: unknown keys, the settings as a whole. */
export function describeUnplacedIssues(
  fields: readonly FormField[],
  issues: readonly SettingIssue[],
): readonly string[] {
  const placed = new Set(fields.flatMap(collectFieldPaths))
  // Lists show what is below them.
  const lists = fields.flatMap(collectListPaths)
  const isPlaced = (path: string): boolean =>
    placed.has(path) || lists.some((list) => path === list || path.startsWith(`${list}/`))
  return issues
    .filter((issue) => !isPlaced(issue.path.join('/')))
    .map((issue) => (issue.path.length === 0 ? issue.message : `${issue.path.join('.')}: ${issue.message}`))
}

function collectListPaths(field: FormField): readonly string[] {
  switch (field.kind) {
    case 'group':
      return field.fields.flatMap(collectListPaths)
    case 'choice':
      return field.variants.flatMap((variant) => variant.fields.flatMap(collectListPaths))
    case 'texts':
    case 'list':
    case 'steps':
      return [field.path.join('/')]
    default:
      return []
  }
}

function collectFieldPaths(field: FormField): readonly string[] {
  const own = field.path.join('/')
  switch (field.kind) {
    case 'group':
      return [own, ...field.fields.flatMap(collectFieldPaths)]
    case 'choice':
      return [
        own,
        `${own}/${field.tag}`,
        ...field.variants.flatMap((variant) => variant.fields.flatMap(collectFieldPaths)),
      ]
    case 'json-only':
      return []
    default:
      return [own]
  }
}

import type { Settings } from '../../../../shared/methods/provider-types.ts'

/** Where a field's value stands inside the settings. */
export type FieldPath = readonly string[]

type FieldBase = {
  readonly path: FieldPath
  readonly label: string
  readonly description: string
  /** Null is a value of its own here: "no limit", "inherit". */
  readonly nullable: boolean
  /** Whether its key may be left out, which is what an empty field then means. */
  readonly optional?: true
}

/** How many items a list may have; null where nothing is said. */
type ListBounds = { readonly min: number; readonly max: number | null }

/** A field that holds one plain value. */
export type ScalarField =
  | (FieldBase & { readonly kind: 'switch' })
  | (FieldBase & {
      readonly kind: 'number'
      readonly whole: boolean
      readonly min: number | null
      readonly max: number | null
    })
  | (FieldBase & { readonly kind: 'text'; readonly maxLength: number | null })
  | (FieldBase & { readonly kind: 'select'; readonly options: readonly string[] })

/** A field of a form, read from a JSON Schema. */
export type FormField =
  | ScalarField
  | (FieldBase & { readonly kind: 'group'; readonly fields: readonly FormField[] })
  | (FieldBase & {
      readonly kind: 'choice'
      readonly tag: string
      readonly variants: readonly ChoiceVariant[]
    })
  /** Strings in an order; any where no options are named. */
  | (FieldBase & {
      readonly kind: 'texts'
      readonly options: readonly string[] | null
      readonly max: number | null
    })
  /** Objects of one shape in an order. Paths of their fields begin at the item. */
  | (FieldBase &
      ListBounds & {
        readonly kind: 'list'
        readonly fields: readonly FormField[]
        /** What an item begins with. */
        readonly start: Settings
        /** Items to begin with instead, each with a name. */
        readonly templates: readonly Settings[]
      })
  /** Providers in an order, each with a preset and settings of its own. */
  | (FieldBase & ListBounds & { readonly kind: 'steps' })
  /** A shape without a widget, edited in the JSON beside the form. */
  | (FieldBase & { readonly kind: 'json-only' })

/** One form of a value that comes in several, identified by a constant. */
export type ChoiceVariant = {
  readonly value: string
  readonly label: string
  readonly fields: readonly FormField[]
  /** What it begins with: the schema's example, else the defaults of its fields, and the constant itself. */
  readonly defaults: Settings
}

import { FigureInput } from '../form/figure-input.tsx'
import { useField } from './editor-context.ts'
import type { JsonPath } from './read-json-at-path.ts'

type NumberFieldProps = {
  readonly path: JsonPath
  readonly label: string
  readonly unit?: string
  readonly width?: number
  /** Placeholder of an empty field. Without it the field must not be empty. */
  readonly none?: string
  /** Path of a rule about several figures whose faults are shown here too. */
  readonly rulePath?: JsonPath
  readonly isWhole?: boolean
}

/** A figure of the settings. What is typed stands, in or out of bounds, and what does not fit is explained. */
export function NumberField({ path, label, unit, width, none, rulePath, isWhole = true }: NumberFieldProps) {
  const { value, error, set } = useField(path)
  const rule = useField(rulePath ?? path)
  return (
    <FigureInput
      label={label}
      value={typeof value === 'number' ? value : null}
      error={error ?? rule.error}
      placeholder={none}
      isWhole={isWhole}
      width={width ?? 150}
      {...(unit === undefined ? {} : { unit })}
      onChange={(next) => set(next ?? (none === undefined ? null : undefined))}
    />
  )
}

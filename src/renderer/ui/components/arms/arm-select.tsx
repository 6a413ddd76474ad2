import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ArmInfo } from '../../../../shared/methods/arm-types.ts'
import { buildArmOptions } from './build-arm-options.ts'

/** Stands for no arm: no id is empty. */
const nothing = ''

type ArmSelectProps = {
  readonly arms: readonly ArmInfo[]
  /** Id of the arm; null for none. One that is not known is shown by its id. */
  readonly value: string | null
  readonly onChange: (arm: ArmInfo | null) => void
  /** Label of the empty choice. */
  readonly none: string
  readonly error?: string | undefined
  /** Below the field. */
  readonly description?: ReactNode
  readonly width?: number
}

/** An arm by its name, in groups: agents' own, vendors', frameworks' and Dewpoint's. */
export function ArmSelect(props: ArmSelectProps) {
  const { arms, value, onChange, none, error, description, width } = props
  const isUnknown = value !== null && !arms.some(({ id }) => id === value)
  return (
    <Select
      label="Method"
      searchable
      allowDeselect={false}
      error={error}
      {...(width === undefined ? {} : { w: width })}
      description={description}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      comboboxProps={{ width: 280, position: 'bottom-start', transitionProps: { duration: 0 } }}
      data={[
        { value: nothing, label: none },
        ...(isUnknown ? [{ value, label: value }] : []),
        ...buildArmOptions(arms),
      ]}
      value={value ?? nothing}
      onChange={(next) => onChange(arms.find(({ id }) => id === next) ?? null)}
    />
  )
}

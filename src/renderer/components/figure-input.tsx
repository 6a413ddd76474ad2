import { NumberInput } from '@mantine/core'

type FigureInputProps = {
  readonly label: string
  readonly description?: string
  readonly value: number | null
  readonly onChange: (value: number | null) => void
  readonly error?: string | undefined
  readonly placeholder?: string | undefined
  readonly unit?: string
  readonly isMoney?: boolean
  readonly isWhole?: boolean
  readonly width?: number
}

/** A figure that may be missing. What is typed stands, in or out of bounds; the error says what fits. */
export function FigureInput({ unit, isMoney, isWhole, width, ...props }: FigureInputProps) {
  return (
    <NumberInput
      label={props.label}
      description={props.description}
      error={props.error}
      placeholder={props.placeholder ?? ''}
      value={props.value ?? ''}
      onChange={(value) => props.onChange(typeof value === 'number' ? value : null)}
      prefix={isMoney === true ? '$' : ''}
      suffix={unit === undefined ? '' : `\u202f${unit}`}
      thousandSeparator={'\u202f'}
      allowDecimal={isWhole !== true}
      clampBehavior="none"
      hideControls
      {...(width === undefined ? {} : { w: width })}
    />
  )
}

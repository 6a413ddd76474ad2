import { NumberInput } from '@mantine/core'
import { useState } from 'react'
import { Note } from '../../layout/layout.tsx'
import { readTypedFigure, formatFieldAmount } from './read-typed-figure.ts'

type FigureInputProps = {
  readonly label: string
  readonly value: number | null
  readonly onChange: (value: number | null) => void
  readonly error?: string | undefined
  readonly placeholder?: string | undefined
  readonly unit?: string
  readonly isMoney?: boolean
  readonly isWhole?: boolean
  readonly width?: number
}

/** A figure that may be missing. It stays as typed, in or out of bounds, and the error says what fits. */
export function FigureInput({ value, onChange, unit, isMoney, isWhole, width, ...props }: FigureInputProps) {
  const given = value !== null && isMoney === true ? formatFieldAmount(value) : (value ?? '')
  const [typed, setTyped] = useState<number | string>(given)
  return (
    <NumberInput
      label={props.label}
      error={props.error}
      placeholder={props.placeholder ?? ''}
      // Half a figure, such as `0.`, stays as it was typed for as long as it says what the value is.
      value={readTypedFigure(typed) === value ? typed : given}
      onChange={(next) => {
        setTyped(next)
        onChange(readTypedFigure(next))
      }}
      // Units stand beside the text and not in it, where the keyboard would stumble over them.
      {...(isMoney === true ? { leftSection: <Note component="span">$</Note>, leftSectionWidth: 22 } : {})}
      {...(unit === undefined
        ? {}
        : { rightSection: <Note component="span">{unit}</Note>, rightSectionWidth: 34 })}
      rightSectionPointerEvents="none"
      thousandSeparator=","
      allowDecimal={isWhole !== true}
      clampBehavior="none"
      hideControls
      {...(width === undefined ? {} : { w: width })}
    />
  )
}

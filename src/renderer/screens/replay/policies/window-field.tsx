import { Select } from '@mantine/core'
import { useState } from 'react'
import { usualTrigger } from '../../../../shared/installation/policy-types.ts'
import { formatInteger } from '../../../../shared/kernel/format-figures.ts'
import { useField } from '../../../ui/components/editor-fields/editor-context.ts'
import { NumberField } from '../../../ui/components/editor-fields/number-field.tsx'
import type { JsonPath } from '../../../ui/components/editor-fields/read-json-at-path.ts'
import { Row } from '../../../ui/layout/layout.tsx'

/** Windows that models have. */
export const usualWindows = [128_000, 200_000, 1_000_000] as const

const other = 'other'
const unsaid = ''

/** The window of a policy: one of those that models have, or any other. */
export function WindowField({ path }: { readonly path: JsonPath }) {
  const { value, set, error } = useField(path)
  const isUsual = usualWindows.some((window) => window === value)
  const [asksOther, setAsksOther] = useState(value !== undefined && !isUsual)
  const isOther = asksOther || (value !== undefined && !isUsual)
  return (
    <Row align="flex-start" gap={6} {...(isOther ? { span: 2 } : {})}>
      <Select
        label="Window"
        error={isOther ? undefined : error}
        data={[
          { value: unsaid, label: `${formatInteger(usualTrigger.windowTokens)} (usual)` },
          ...usualWindows.map((window) => ({ value: String(window), label: formatInteger(window) })),
          { value: other, label: 'Other…' },
        ]}
        value={isOther ? other : typeof value === 'number' ? String(value) : unsaid}
        allowDeselect={false}
        onChange={(next) => {
          setAsksOther(next === other)
          if (next !== other) set(next === unsaid || next === null ? undefined : Number(next))
        }}
      />
      {isOther && <NumberField path={path} label="Tokens" unit="tok" width={110} />}
    </Row>
  )
}

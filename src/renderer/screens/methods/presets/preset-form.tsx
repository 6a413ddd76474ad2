import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { toProblem } from '../../../data/to-problem.ts'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { Column } from '../../../ui/layout/layout.tsx'

type PresetFormProps = {
  /** What the button says. */
  readonly action: string
  readonly canSubmit?: boolean
  readonly isDangerous?: boolean
  readonly onSubmit: () => Promise<void>
  readonly onCancel: () => void
  readonly children: ReactNode
}

/** The frame of a dialog about a preset: fields, why it did not work, cancel and the action. Enter submits. */
export function PresetForm(props: PresetFormProps) {
  const { action, canSubmit = true, isDangerous = false, onSubmit, onCancel, children } = props
  const submit = useMutation({ mutationFn: onSubmit })
  return (
    <Column
      component="form"
      gap="md"
      onSubmit={(event) => {
        event.preventDefault()
        if (canSubmit) submit.mutate()
      }}
    >
      {children}
      {submit.isError && <ErrorPanel problem={toProblem(submit.error)} />}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          type="submit"
          disabled={!canSubmit}
          loading={submit.isPending}
          {...(isDangerous ? { color: 'red.9', 'data-autofocus': true } : {})}
        >
          {action}
        </Button>
      </Group>
    </Column>
  )
}

import { Button, Group, Modal, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'

type ConfirmButtonProps = {
  readonly label: string
  readonly icon?: ReactNode
  readonly question: string
  readonly consequence: ReactNode
  readonly confirm: string
  readonly onConfirm: () => void
}

/** A button for what cannot be undone, which asks for confirmation. */
export function ConfirmButton({
  label,
  icon,
  question,
  consequence,
  confirm,
  onConfirm,
}: ConfirmButtonProps) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="subtle" color="gray" leftSection={icon} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <Modal opened={asking} onClose={() => setAsking(false)} title={question}>
        <Text size="sm" mb="lg">
          {consequence}
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={() => setAsking(false)}>
            Cancel
          </Button>
          <Button
            color="red.9"
            data-autofocus
            onClick={() => {
              setAsking(false)
              onConfirm()
            }}
          >
            {confirm}
          </Button>
        </Group>
      </Modal>
    </>
  )
}

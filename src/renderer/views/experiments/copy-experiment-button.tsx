import { Button, Group, Modal, Text } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { routes } from '../../lib/routes.ts'
import { editYamlText } from '../../components/yaml-editor/edit-yaml-text.ts'
import { useStoredDraft } from './editor/use-experiment-draft.ts'
import { useExperiment } from './experiment-context.ts'

/** Begins a new experiment from this one. A draft that is there already is replaced only when that is said. */
export function CopyExperimentButton() {
  const { detail } = useExperiment()
  const [, navigate] = useLocation()
  const [stored, store] = useStoredDraft()
  const [asking, setAsking] = useState(false)
  const taskIds = [...new Set(detail.plan.checkpoints.map(({ taskId }) => taskId))]
  // Paths of the text begin in a folder that is not known here; the tasks themselves are.
  const text = editYamlText(detail.text, { kind: 'set', path: ['tasks'], value: taskIds })
  const copy = (): void => {
    store({ text, basePath: '' })
    navigate(routes.newExperiment)
  }
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconCopy size={14} aria-hidden />}
        onClick={() => (stored.text === '' || stored.text === text ? copy() : setAsking(true))}
      >
        Edit a copy
      </Button>
      <Modal opened={asking} onClose={() => setAsking(false)} title="Replace the draft of a new experiment?">
        <Text size="sm" mb="lg">
          There is an experiment in the making already. Save its YAML first if you want to keep it.
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={() => navigate(routes.newExperiment)}>
            Go to the draft
          </Button>
          <Button data-autofocus onClick={copy}>
            Replace it
          </Button>
        </Group>
      </Modal>
    </>
  )
}

import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconPlus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { promptPurposes, type PromptPurpose } from '../../../shared/domain/prompt.ts'
import { purposeLabels } from '../../lib/purpose-labels.ts'
import { useCreatePrompt } from './use-create-prompt.ts'

const firstTexts: Readonly<Record<PromptPurpose, string>> = {
  conversation:
    'Summarise the conversation so far, so that the work can go on from the summary alone. Keep what the user asked for, decisions and their reasons, paths, errors and open tasks.',
  'tool-output':
    'Summarise the output of this tool. Keep paths, figures, errors and everything that was asked for.',
}

/** A new prompt, by what it is for. */
export function NewPromptButton() {
  const createPrompt = useCreatePrompt()
  const create = useMutation({
    mutationFn: (purpose: PromptPurpose) =>
      createPrompt({ name: 'New prompt', purpose, text: firstTexts[purpose], note: 'First draft' }),
  })
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 0 }} width={220}>
      <Menu.Target>
        <Button
          loading={create.isPending}
          leftSection={<IconPlus size={14} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          New prompt
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {promptPurposes.map((purpose) => (
          <Menu.Item key={purpose} fz="sm" onClick={() => create.mutate(purpose)}>
            {purposeLabels[purpose]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

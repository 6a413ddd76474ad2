import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { promptPurposes } from '../../../shared/domain/prompt.ts'
import { promptName } from '../../components/prompt-reference-select.tsx'
import { useEngine } from '../../data/engine-context.ts'
import { purposeLabels } from '../../lib/purpose-labels.ts'
import type { RunOptions } from './run-options.ts'

/** Stands for null in a select. */
const own = 'own'
const newest = 'newest'

type PromptPickerProps = {
  readonly options: RunOptions
  readonly change: (patch: Partial<RunOptions>) => void
}

/** A prompt of the library in the place of the provider's own, the newest version or a certain one. */
export function PromptPicker({ options, change }: PromptPickerProps) {
  const { queries } = useEngine()
  const prompts = useQuery(queries.prompts.list.queryOptions()).data ?? []
  const standing = useQuery(queries.policy.get.queryOptions()).data?.condensingPrompt ?? null
  const ownLabel =
    standing === null ? 'As the settings say' : `Settings, else ${promptName(standing, prompts)}`
  const chosen = prompts.find(({ id }) => id === options.promptId)
  return (
    <>
      <Select
        label="Prompt"
        w={220}
        data={[
          { value: own, label: ownLabel },
          ...promptPurposes.map((purpose) => ({
            group: purposeLabels[purpose],
            items: prompts
              .filter((prompt) => prompt.purpose === purpose)
              .map(({ id, name }) => ({ value: id, label: name })),
          })),
        ]}
        value={chosen?.id ?? own}
        allowDeselect={false}
        onChange={(value) =>
          value !== null && change({ promptId: value === own ? null : value, promptVersion: null })
        }
      />
      {chosen !== undefined && chosen.versions.length > 1 && (
        <Select
          label="Version"
          w={120}
          data={[
            { value: newest, label: `Newest (${chosen.versions.length})` },
            ...chosen.versions.toReversed().map(({ version }) => ({
              value: String(version),
              label: `Version ${version}`,
            })),
          ]}
          value={options.promptVersion === null ? newest : String(options.promptVersion)}
          allowDeselect={false}
          onChange={(value) =>
            value !== null && change({ promptVersion: value === newest ? null : Number(value) })
          }
        />
      )}
    </>
  )
}

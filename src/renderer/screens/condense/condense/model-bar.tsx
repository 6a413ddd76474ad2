import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { promptPurposes } from '../../../../shared/prompts/prompt-types.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { purposeLabels } from '../../../lib/purpose-labels.ts'
import { routes } from '../../../lib/routes.ts'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { FigureInput } from '../../../ui/components/form/figure-input.tsx'
import { describePromptReference } from '../../../ui/components/form/prompt-reference-select.tsx'
import { Bar, Block } from '../../../ui/layout/layout.tsx'
import { byRole, buildModelChoices, explainObstacle } from './model-choice.ts'
import type { RunOptions } from './run-options.ts'

/** Stands for null in a select. */
const own = 'own'

const newest = 'newest'

type PromptPickerProps = {
  readonly options: RunOptions
  readonly change: (patch: Partial<RunOptions>) => void
}

/** What every part of the run's options is given. */
export type OptionsProps = {
  readonly options: RunOptions
  readonly issues: Readonly<Record<string, string>>
  readonly change: (patch: Partial<RunOptions>) => void
}

/** Which model is asked, with which prompt, for how much at most. */
export function ModelBar({
  options,
  issues,
  change,
  hasPrompt,
}: OptionsProps & { readonly hasPrompt: boolean }) {
  const { queries } = useEngine()
  const list = useQuery(queries.profiles.list.queryOptions())
  if (list.isError) return <ErrorPanel problem={toProblem(list.error)} onRetry={() => void list.refetch()} />
  const obstacle = list.data === undefined ? '' : explainObstacle(list.data, options.profileId)
  return (
    <Bar wrap align="flex-end" gap="sm md">
      <Select
        label="Model"
        w={260}
        data={list.data === undefined ? [] : [...buildModelChoices(list.data)]}
        value={options.profileId ?? byRole}
        allowDeselect={false}
        onChange={(value) => value !== null && change({ profileId: value === byRole ? null : value })}
      />
      {hasPrompt && <PromptPicker options={options} change={change} />}
      <FigureInput
        label="Cost limit"
        isMoney
        width={110}
        placeholder="the policy’s"
        value={options.maxCostUsd}
        error={issues['maxCostUsd']}
        onChange={(maxCostUsd) => change({ maxCostUsd })}
      />
      {obstacle !== '' && (
        <Block component="p" flex={1} pb={7} tone="caution" fz="xs" lh="16px" role="status">
          {obstacle} <Link href={routes.profiles}>Models</Link>
        </Block>
      )}
    </Bar>
  )
}

/** A prompt of the library in the place of the provider's own, the newest version or a certain one. */
function PromptPicker({ options, change }: PromptPickerProps) {
  const { queries } = useEngine()
  const prompts = useQuery(queries.prompts.list.queryOptions()).data ?? []
  const standing = useQuery(queries.policy.get.queryOptions()).data?.condensingPrompt ?? null
  const ownLabel =
    standing === null
      ? 'From the settings'
      : `From the settings, else ${describePromptReference(standing, prompts)}`
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

import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { FigureInput } from '../../components/figure-input.tsx'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { routes } from '../../lib/routes.ts'
import styles from './condense-tab.module.css'
import { byRole, modelChoices, obstacleOf } from './model-choice.ts'
import { PromptPicker } from './prompt-picker.tsx'
import type { RunOptions } from './run-options.ts'

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
  const obstacle = list.data === undefined ? '' : obstacleOf(list.data, options.profileId)
  return (
    <div className={styles.bar}>
      <Select
        label="Model"
        w={260}
        data={list.data === undefined ? [] : [...modelChoices(list.data)]}
        value={options.profileId ?? byRole}
        allowDeselect={false}
        onChange={(value) => value !== null && change({ profileId: value === byRole ? null : value })}
      />
      {hasPrompt && <PromptPicker options={options} change={change} />}
      <FigureInput
        label="Cost at most"
        isMoney
        width={110}
        placeholder="the policy’s"
        value={options.maxCostUsd}
        error={issues['maxCostUsd']}
        onChange={(maxCostUsd) => change({ maxCostUsd })}
      />
      {obstacle !== '' && (
        <p className={styles.obstacle} role="status">
          {obstacle} <Link href={routes.profiles}>Profiles</Link>
        </p>
      )}
    </div>
  )
}

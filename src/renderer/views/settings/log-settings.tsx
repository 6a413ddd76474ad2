import { Select } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { logLevelSchema, logLevels, type LogLevel } from '../../../shared/domain/log.ts'
import { CopyTextButton } from '../../components/copy-text-button.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { FormSection } from '../../components/form-section.tsx'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import styles from './settings-view.module.css'

const labels: Readonly<Record<LogLevel, string>> = {
  off: 'Off',
  error: 'Errors',
  warn: 'Warnings',
  info: 'Info',
  debug: 'Debug',
}

/** How much the log takes, and where it lies. */
export function LogSettings() {
  const { client, queries } = useEngine()
  const queryClient = useQueryClient()
  const state = useQuery(queries.logs.state.queryOptions())
  const set = useMutation({
    mutationFn: (level: LogLevel) => client.logs.setLevel({ level }),
    onSuccess: (next) => queryClient.setQueryData(queries.logs.state.queryKey(), next),
  })
  if (state.isError)
    return <ErrorPanel problem={toProblem(state.error)} onRetry={() => void state.refetch()} />
  if (state.data === undefined) return null
  const { folder, level, levelFrom, obstacle } = state.data
  return (
    <FormSection
      title="Log"
      layout="stack"
      note={
        <>
          Starts, runs, model calls and failure codes from the app, the browser and the command line. Never
          messages, prompts or keys. Shown by <code className={styles.path}>dewpoint logs</code>.
          {levelFrom !== null && ` ${levelFrom} sets the level.`}
        </>
      }
    >
      <Select
        aria-label="Level of the log"
        w={160}
        data={logLevels.map((value) => ({ value, label: labels[value] }))}
        value={level}
        allowDeselect={false}
        disabled={levelFrom !== null || set.isPending}
        onChange={(value) => value !== null && set.mutate(logLevelSchema.parse(value))}
      />
      <div className={styles.value}>
        <code className={styles.path}>{folder}</code>
        <CopyTextButton text={folder} label="Copy" />
      </div>
      {obstacle !== null && <div role="status">Nothing can be written there ({obstacle}).</div>}
      {set.isError && <ErrorPanel problem={toProblem(set.error)} onDismiss={set.reset} />}
    </FormSection>
  )
}

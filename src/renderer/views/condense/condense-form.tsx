import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ProviderInfo } from '../../../shared/domain/provider.ts'
import { CodeView } from '../../components/code-view.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { SchemaForm } from '../../components/schema-form/schema-form.tsx'
import { schemaToFields } from '../../components/schema-form/schema-to-fields.ts'
import { toProblem } from '../../data/to-problem.ts'
import { useStartRun } from '../../data/use-start-run.ts'
import { CondenseBar } from './condense-bar.tsx'
import styles from './condense-tab.module.css'
import { issuesOfOptions, optionsOfRequest, plainRunOptions } from './run-options.ts'
import { RunOptionsPanel } from './run-options-panel.tsx'
import { requestOf } from './run-request-of.ts'
import { unplacedIssues } from './unplaced-issues.ts'
import { useRunOptions } from './use-run-options.ts'
import { useSettingsDraft } from './use-settings-draft.ts'

type CondenseFormProps = {
  readonly taskId: string
  readonly provider: ProviderInfo
  readonly providers: readonly ProviderInfo[]
}

/** Settings twice over, as a form and as JSON, with the preset that they equal, and the run that they make. */
export function CondenseForm({ taskId, provider, providers }: CondenseFormProps) {
  const draft = useSettingsDraft(provider)
  const { options, change } = useRunOptions(provider)
  const startRun = useStartRun()
  const run = useMutation({
    mutationFn: () =>
      startRun(
        requestOf(taskId, provider, draft.settings, optionsOfRequest(provider, providers, options)),
      ),
  })
  const fields = useMemo(() => schemaToFields(provider.settingsJsonSchema), [provider])
  const loose = unplacedIssues(fields, draft.issues)
  const optionIssues = issuesOfOptions(options)
  const isFit =
    draft.textError === null && draft.issues.length === 0 && Object.keys(optionIssues).length === 0
  return (
    <>
      <CondenseBar
        provider={provider}
        draft={draft}
        targetTokens={options.targetTokens}
        onTargetTokens={(targetTokens) => change({ targetTokens })}
        onDefaults={() => {
          draft.reset()
          change(plainRunOptions)
        }}
      >
        <Button
          leftSection={<IconPlayerPlay size={14} aria-hidden />}
          loading={run.isPending}
          disabled={!isFit}
          onClick={() => run.mutate()}
        >
          Run {provider.label}
        </Button>
      </CondenseBar>
      <RunOptionsPanel
        provider={provider}
        providers={providers}
        options={options}
        issues={optionIssues}
        change={change}
      />
      {run.isError && (
        <ErrorPanel title="Could not start" problem={toProblem(run.error)} onRetry={() => run.mutate()} />
      )}
      <div className={styles.halves}>
        <section className={styles.form} aria-label="Settings as a form">
          {draft.textError !== null && (
            <p className={styles.stale} role="status">
              The JSON does not fit, so the form still shows the settings from before. A change here replaces
              the JSON.
            </p>
          )}
          <SchemaForm
            fields={fields}
            settings={draft.settings}
            issues={draft.issues}
            onChange={draft.change}
          />
        </section>
        <section className={styles.json} aria-label="Settings as JSON">
          <CodeView
            value={draft.text}
            revision={draft.revision}
            language="json"
            label="Settings as JSON"
            onChange={draft.changeText}
          />
          <SettingsComplaints messages={[draft.textError, ...loose].filter((message) => message !== null)} />
        </section>
      </div>
    </>
  )
}

/** What is wrong but belongs to no field of the form. */
function SettingsComplaints({ messages }: { readonly messages: readonly string[] }) {
  if (messages.length === 0) return null
  return (
    <div className={styles.complaints} role="alert">
      {messages.map((message) => (
        <div key={message}>{message}</div>
      ))}
    </div>
  )
}

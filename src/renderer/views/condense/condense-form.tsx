import { Button, NumberInput, Select } from '@mantine/core'
import { IconPlayerPlay, IconRestore } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ProviderInfo } from '../../../shared/domain/provider.ts'
import { CodeView } from '../../components/code-view.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { SchemaForm } from '../../components/schema-form/schema-form.tsx'
import { schemaToFields } from '../../components/schema-form/schema-to-fields.ts'
import { toProblem } from '../../data/to-problem.ts'
import { useStartRun } from '../../data/use-start-run.ts'
import styles from './condense-tab.module.css'
import { presetOf, requestOf } from './run-request-of.ts'
import { unplacedIssues } from './unplaced-issues.ts'
import { useSettingsDraft } from './use-settings-draft.ts'

const custom = 'custom'

type CondenseFormProps = { readonly taskId: string; readonly provider: ProviderInfo }

/** Settings twice over, as a form and as JSON, with the preset that they equal, and the run that they make. */
export function CondenseForm({ taskId, provider }: CondenseFormProps) {
  const draft = useSettingsDraft(provider)
  const [targetTokens, setTargetTokens] = useState<number | null>(null)
  const startRun = useStartRun()
  const run = useMutation({
    mutationFn: () => startRun(requestOf(taskId, provider, draft.settings, targetTokens)),
  })
  const fields = useMemo(() => schemaToFields(provider.settingsJsonSchema), [provider])
  const preset = presetOf(provider, draft.settings)
  const loose = unplacedIssues(fields, draft.issues)
  return (
    <>
      <div className={styles.bar}>
        <Select
          label="Preset"
          w={180}
          data={[
            ...provider.presets.map(({ id, label }) => ({ value: id, label })),
            { value: custom, label: 'Custom', disabled: true },
          ]}
          value={preset?.id ?? custom}
          allowDeselect={false}
          onChange={(id) => id !== null && draft.usePreset(id)}
        />
        <NumberInput
          label="Target (tok)"
          w={140}
          min={1}
          allowDecimal={false}
          hideControls
          thousandSeparator=" "
          placeholder="none"
          value={targetTokens ?? ''}
          onChange={(value) => setTargetTokens(typeof value === 'number' && value > 0 ? value : null)}
        />
        <p className={styles.about}>{preset?.description ?? 'Settings of your own.'}</p>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconRestore size={14} aria-hidden />}
          onClick={draft.reset}
        >
          Defaults
        </Button>
        <Button
          leftSection={<IconPlayerPlay size={14} aria-hidden />}
          loading={run.isPending}
          disabled={draft.textError !== null || draft.issues.length > 0}
          onClick={() => run.mutate()}
        >
          Run {provider.label}
        </Button>
      </div>
      {run.isError && (
        <ErrorPanel title="Could not start" problem={toProblem(run.error)} onRetry={() => run.mutate()} />
      )}
      <div className={styles.halves}>
        <section className={styles.form} aria-label="Settings as a form">
          <SchemaForm
            fields={fields}
            settings={draft.settings}
            issues={draft.issues}
            onChange={draft.change}
          />
        </section>
        <section className={styles.json} aria-label="Settings as JSON">
          <CodeView value={draft.text} language="json" label="Settings as JSON" onChange={draft.changeText} />
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

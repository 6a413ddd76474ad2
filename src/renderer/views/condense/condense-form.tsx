import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import type { ProviderInfo } from '../../../shared/domain/provider.ts'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { toProblem } from '../../data/to-problem.ts'
import { usePresetDesk } from '../presets/use-preset-desk.ts'
import { AdvancedButton } from './advanced-button.tsx'
import { CondenseBar } from './condense-bar.tsx'
import { issuesOfOptions, optionsOfRequest, plainRunOptions } from './run-options.ts'
import { RunOptionsPanel } from './run-options-panel.tsx'
import { PinsNote } from './pins-note.tsx'
import { SettingsHalves } from './settings-halves.tsx'
import { useCondenseRun } from './use-condense-run.ts'
import { useRunOptions } from './use-run-options.ts'
import { useSettingsDraft } from './use-settings-draft.ts'

type CondenseFormProps = {
  readonly taskId: string
  readonly provider: ProviderInfo
  readonly providers: readonly ProviderInfo[]
}

/** The settings of a provider, the preset that they equal, how it is run, and the run that they make. */
export function CondenseForm({ taskId, provider, providers }: CondenseFormProps) {
  const draft = useSettingsDraft(provider)
  const desk = usePresetDesk({
    provider,
    settings: draft.textError === null ? draft.settings : null,
    canSave: draft.issues.length === 0,
    onApply: draft.change,
  })
  const { options, change } = useRunOptions(provider)
  const [isAdvanced, setIsAdvanced] = useState(false)
  const run = useCondenseRun({
    taskId,
    provider,
    chosen: { preset: desk.matched, settings: draft.settings },
    options: optionsOfRequest(provider, providers, options),
  })
  const optionIssues = issuesOfOptions(options)
  const isFit =
    draft.textError === null && draft.issues.length === 0 && Object.keys(optionIssues).length === 0
  return (
    <>
      <CondenseBar
        provider={provider}
        desk={desk}
        targetTokens={options.targetTokens}
        onTargetTokens={(targetTokens) => change({ targetTokens })}
        onDefaults={() => {
          draft.reset()
          change(plainRunOptions)
        }}
      >
        <AdvancedButton options={options} isShown={isAdvanced} onToggle={() => setIsAdvanced(!isAdvanced)} />
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
        isAdvanced={isAdvanced}
        change={change}
      />
      <PinsNote taskId={taskId} targetTokens={options.targetTokens} />
      {run.isError && (
        <ErrorPanel title="Could not start" problem={toProblem(run.error)} onRetry={() => run.mutate()} />
      )}
      <SettingsHalves provider={provider} draft={draft} />
    </>
  )
}

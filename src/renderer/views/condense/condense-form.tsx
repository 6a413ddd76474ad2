import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import type { RunRequest } from '../../../shared/api/runs.ts'
import type { PresetEntry } from '../../../shared/domain/preset-entry.ts'
import type { ProviderInfo } from '../../../shared/domain/provider.ts'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { toProblem } from '../../data/to-problem.ts'
import { PreviewPane } from '../preview/preview-pane.tsx'
import { usePresetDesk } from '../presets/use-preset-desk.ts'
import { AdvancedButton } from './advanced-button.tsx'
import { CondenseBar } from './condense-bar.tsx'
import { EditorLink } from './editor-link.tsx'
import { issuesOfOptions, optionsOfRequest, plainRunOptions } from './run-options.ts'
import { RunOptionsPanel } from './run-options-panel.tsx'
import { PinsNote } from './pins-note.tsx'
import { requestOf } from './run-request-of.ts'
import { SettingsHalves } from './settings-halves.tsx'
import { useCondenseRun } from './use-condense-run.ts'
import { useRunOptions } from './use-run-options.ts'
import { useSettingsDraft } from './use-settings-draft.ts'

/** The provider that has an editor of its own. */
const smartProviderId = 'smart'

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
  const asked = (preset: PresetEntry | null): RunRequest => {
    const more = optionsOfRequest(provider, providers, options)
    return requestOf(taskId, provider, { preset, settings: draft.settings }, more)
  }
  const run = useCondenseRun(asked(desk.matched))
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
        {provider.id === smartProviderId && <EditorLink />}
        <AdvancedButton options={options} isShown={isAdvanced} onToggle={() => setIsAdvanced(!isAdvanced)} />
        <RunButton label={provider.label} run={run} isFit={isFit} />
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
      <SettingsHalves provider={provider} draft={draft}>
        <PreviewPane
          request={isFit && draft.isChecked ? asked(null) : null}
          obstacle={isFit ? '' : 'Something does not fit yet.'}
        />
      </SettingsHalves>
    </>
  )
}

type RunButtonProps = {
  readonly label: string
  readonly run: ReturnType<typeof useCondenseRun>
  readonly isFit: boolean
}

function RunButton({ label, run, isFit }: RunButtonProps) {
  return (
    <Button
      leftSection={<IconPlayerPlay size={14} aria-hidden />}
      loading={run.isPending}
      disabled={!isFit}
      onClick={() => run.mutate()}
    >
      Run {label}
    </Button>
  )
}

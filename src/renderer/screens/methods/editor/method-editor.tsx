import { Button } from '@mantine/core'
import { IconArrowBackUp, IconPinFilled, IconPlayerPlay } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { RunRequest } from '../../../../shared/condense/runs-contract.ts'
import type { PresetEntry } from '../../../../shared/methods/preset-entry-types.ts'
import type { ProviderInfo } from '../../../../shared/methods/provider-types.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { useStartRun } from '../../../data/use-start-run.ts'
import { useTaskPins } from '../../../data/use-task-pins.ts'
import { describePins } from '../../../lib/describe-pins.ts'
import type { MethodRow } from '../../../lib/list-methods.ts'
import { routes } from '../../../lib/routes.ts'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { FoldButton } from '../../../ui/components/fold-button.tsx'
import { Bar, Fill, Grid, Heading, Inline, Row } from '../../../ui/layout/layout.tsx'
import { PresetMenu } from '../presets/preset-menu.tsx'
import { PresetNote } from '../presets/preset-note.tsx'
import { usePresetController, type PresetController } from '../presets/use-preset-controller.ts'
import { PreviewPane } from '../preview/preview-pane.tsx'
import { RunOptionsPanel } from './run-options-panel.tsx'
import {
  buildRequestOptions,
  buildRunRequest,
  countSetOptions,
  findOptionIssues,
  useRunOptions,
  type RunOptions,
} from './run-options.ts'
import { SettingsPane } from './settings-pane.tsx'
import { useSettingsDraft } from './use-settings-draft.ts'
import { useUndoKey } from './use-undo-key.ts'

type MethodEditorProps = {
  /** The task that it is tried on; null where there is none. */
  readonly taskId: string | null
  readonly provider: ProviderInfo
  readonly providers: readonly ProviderInfo[]
  /** All methods, for the name of the one that the settings are. */
  readonly rows: readonly MethodRow[]
}

/** The settings of a method, how it is run, what it would do to a task, and the run that they make. */
export function MethodEditor({ taskId, provider, providers, rows }: MethodEditorProps) {
  const draft = useSettingsDraft(provider)
  const controller = usePresetController({
    provider,
    settings: draft.textError === null ? draft.settings : null,
    canSave: draft.issues.length === 0,
    onApply: draft.change,
  })
  const { options, change } = useRunOptions(provider)
  const [areOptionsShown, showOptions] = useState(false)
  const more = buildRequestOptions(provider, providers, options)
  const buildRequest = (preset: PresetEntry | null): RunRequest =>
    buildRunRequest(taskId ?? '', provider, { preset, settings: draft.settings }, more)
  const startRun = useStartRun()
  const run = useMutation({ mutationFn: () => startRun(buildRequest(controller.matched)) })
  const optionIssues = findOptionIssues(options)
  const isFit =
    draft.textError === null && draft.issues.length === 0 && Object.keys(optionIssues).length === 0
  return (
    <Fill h="100%">
      <Bar wrap gap="xs sm">
        <Heading flex="0 1 auto" cut>
          {describeChosen(controller, rows)}
        </Heading>
        <PresetMenu controller={controller} />
        <Inline flex={1} />
        {draft.undo !== null && <UndoButton undo={draft.undo} />}
        <FoldButton isOpen={areOptionsShown} onToggle={() => showOptions(!areOptionsShown)}>
          {labelOptions(options)}
        </FoldButton>
        <RunButton isOff={!isFit || taskId === null} isBusy={run.isPending} onRun={() => run.mutate()} />
      </Bar>
      <PresetNote controller={controller} rows={rows} />
      {areOptionsShown && (
        <RunOptionsPanel
          provider={provider}
          providers={providers}
          options={options}
          issues={optionIssues}
          change={change}
        />
      )}
      {taskId !== null && <PinsNote taskId={taskId} targetTokens={options.targetTokens} />}
      {run.isError && (
        <ErrorPanel title="Could not start" problem={toProblem(run.error)} onRetry={() => run.mutate()} />
      )}
      <Grid columns="1fr 1fr" flex={1} mih={0}>
        <SettingsPane provider={provider} providers={providers} draft={draft} />
        <PreviewPane
          request={isFit && draft.isChecked && taskId !== null ? buildRequest(null) : null}
          obstacle={explainObstacle(taskId, isFit)}
        />
      </Grid>
    </Fill>
  )
}

function labelOptions(options: RunOptions): string {
  const set = countSetOptions(options)
  return set === 0 ? 'Options' : `Options (${set} set)`
}

function explainObstacle(taskId: string | null, isFit: boolean): string {
  if (taskId === null) return 'Open a task in the Library to see what this method would do to it.'
  return isFit ? '' : 'Some settings are not valid yet.'
}

type RunButtonProps = { readonly isOff: boolean; readonly isBusy: boolean; readonly onRun: () => void }

function RunButton({ isOff, isBusy, onRun }: RunButtonProps) {
  return (
    <Button
      leftSection={<IconPlayerPlay size={14} aria-hidden />}
      loading={isBusy}
      disabled={isOff}
      onClick={onRun}
    >
      Run
    </Button>
  )
}

/** Takes back the last change of the settings, also by its key. */
function UndoButton({ undo }: { readonly undo: () => void }) {
  useUndoKey(undo)
  return (
    <Button
      variant="subtle"
      color="gray"
      leftSection={<IconArrowBackUp size={14} aria-hidden />}
      title="Ctrl+Z"
      onClick={undo}
    >
      Undo
    </Button>
  )
}

/** What the settings are, by name: a method, or one that was changed since. */
function describeChosen(
  { matched, changedFrom, provider }: PresetController,
  rows: readonly MethodRow[],
): string {
  const preset = matched ?? changedFrom
  if (preset === null) return `${provider.label}, custom`
  const name = rows.find((row) => showsPreset(row, preset))?.label ?? preset.label
  return matched === null ? `${name}, changed` : name
}

function showsPreset({ preset }: MethodRow, { providerId, id }: PresetEntry): boolean {
  return preset.providerId === providerId && preset.id === id
}

type PinsNoteProps = { readonly taskId: string; readonly targetTokens: number | null }

/** The pinned parts of the task that every run keeps, or nothing where nothing is pinned. */
function PinsNote({ taskId, targetTokens }: PinsNoteProps) {
  const controller = useTaskPins(taskId)
  if (controller.pins.length === 0) return null
  const isAbove = targetTokens !== null && controller.holding.tokens > targetTokens
  return (
    <Row component="p" flex="none" py={6} px="md" line="bottom" fz="xs">
      <IconPinFilled size={14} color="var(--fate-pinned)" aria-hidden />
      <span>
        {describePins(controller)}
        {isAbove && <Inline tone="caution"> That is more than the target by itself.</Inline>}
      </span>
      <Link href={routes.task(taskId, 'messages')}>Show messages</Link>
    </Row>
  )
}

import { useQuery } from '@tanstack/react-query'
import { EmptyPanel } from '../../components/empty-panel.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import styles from './smart-editor.module.css'
import { z } from 'zod'
import type { RunRequest } from '../../../shared/api/runs.ts'
import type { ProviderInfo, Settings } from '../../../shared/domain/provider.ts'
import { Split } from '../../components/split.tsx'
import { usePreference } from '../../data/use-preference.ts'
import {
  optionsOfRequest,
  issuesOfOptions,
  useRunOptions,
  requestOf,
  type RunOptions,
} from '../condense/run-options.ts'
import { usePresetController, type PresetController } from '../presets/use-preset-controller.ts'
import { usePreview } from '../preview/use-preview.ts'
import { EditorPane } from './editor-pane.tsx'
import { limitsOf, OperationCostsContext, type OperationCosts } from './operation-costs.ts'
import { PassPane } from './pass-pane.tsx'
import { SmartPreview, usePreviewTask } from './smart-preview.tsx'
import { useSmartDraft, type SmartDraft } from './use-smart-draft.ts'
import { useEffect, useEffectEvent } from 'react'
import type { EditorAction } from './editor-state.ts'
import { Tag } from '../../components/tag.tsx'
import { PresetNote } from '../presets/preset-note.tsx'
import { PresetPicker } from '../presets/preset-picker.tsx'
import { Button } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp, IconPlayerPlay } from '@tabler/icons-react'
import { useLocation } from 'wouter'
import type { PresetEntry } from '../../../shared/domain/preset-entry.ts'
import { Toolbar } from '../../components/toolbar.tsx'
import { routes } from '../../lib/routes.ts'
import { useCondenseRun } from '../condense/use-condense-run.ts'
import { ActButton } from './act-button.tsx'

type EditorBarProps = {
  readonly provider: ProviderInfo
  readonly providers: readonly ProviderInfo[]
  readonly draft: SmartDraft
  readonly preset: PresetEntry | null
  readonly options: RunOptions
  readonly taskId: string | null
}

/** Fields have an undo of their own, for what is typed into them. */
const typing = 'input:not([type="radio"], [type="checkbox"]), textarea, .monaco-editor'

const layoutSchema = z.object({ list: z.number(), editor: z.number() })

const defaultLayout = { list: 22, editor: 60 }

type SmartEditorProps = { readonly provider: ProviderInfo; readonly providers: readonly ProviderInfo[] }

/** The editor of the smart provider, once it is known what the engine offers. */
export function SmartView() {
  const { queries } = useEngine()
  const providers = useQuery(queries.providers.list.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  const preferences = useQuery(queries.preferences.all.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  if (providers.isError)
    return <ErrorPanel problem={toProblem(providers.error)} onRetry={() => void providers.refetch()} />
  // The draft is among the preferences: an editor without them would begin anew.
  if (providers.data === undefined || preferences.isPending)
    return <SkeletonRows label="Loading the editor" />
  const smart = providers.data.find(({ id }) => id === 'smart')
  if (smart === undefined) return <EmptyPanel>The smart provider is missing.</EmptyPanel>
  return <SmartEditor provider={smart} providers={providers.data} />
}

/** Passes, the selected one, and what they would do to a task, side by side. */
function SmartEditor({ provider, providers }: SmartEditorProps) {
  const draft = useSmartDraft(provider)
  const controller = usePresetController({
    provider,
    settings: draft.state.textProblems.length === 0 ? draft.state.present.settings : null,
    canSave: draft.fitting !== null,
    onApply: (settings) => draft.act({ kind: 'replace', settings }),
  })
  const { options, change } = useRunOptions(provider)
  const preview = usePreviewTask()
  const [layout, setLayout] = usePreference('layout.smart', layoutSchema, defaultLayout)
  useUndoKeys(draft.act)
  const request = previewRequest({ provider, providers }, preview.task?.id, draft.fitting, options)
  const costs = useOperationCosts(request, options.maxCostUsd)
  return (
    <>
      <EditorBar
        provider={provider}
        providers={providers}
        draft={draft}
        preset={controller.matched}
        options={options}
        taskId={preview.task?.id ?? null}
      />
      <PresetBar controller={controller} />
      <OperationCostsContext value={costs}>
        <div className={styles.panes}>
          <Split
            id="smart-list"
            direction="horizontal"
            layout={[layout.list, 100 - layout.list]}
            onLayout={([list]) => setLayout({ ...layout, list })}
            label="Width of the list"
            first={<PassPane draft={draft} />}
            second={
              <Split
                id="smart-editor"
                direction="horizontal"
                layout={[layout.editor, 100 - layout.editor]}
                onLayout={([editor]) => setLayout({ ...layout, editor })}
                label="Width of the editor"
                first={<EditorPane draft={draft} />}
                second={
                  <SmartPreview
                    settings={draft.fitting}
                    request={request}
                    options={options}
                    change={change}
                    preview={preview}
                  />
                }
              />
            }
          />
        </div>
      </OperationCostsContext>
    </>
  )
}

/** The run to preview, or null where no task is open or the settings are invalid. */
function previewRequest(
  { provider, providers }: SmartEditorProps,
  taskId: string | undefined,
  settings: Settings | null,
  options: RunOptions,
): RunRequest | null {
  if (taskId === undefined || settings === null) return null
  return requestOf(
    taskId,
    provider,
    { preset: null, settings },
    optionsOfRequest(provider, providers, options),
  )
}

/** Costs of the operations, or null while the preview is of other settings. */
function useOperationCosts(request: RunRequest | null, maxCostUsd: number | null): OperationCosts | null {
  const { queries } = useEngine()
  const policy = useQuery(queries.policy.get.queryOptions()).data
  const { preview, isStale } = usePreview(request)
  return preview === null || isStale
    ? null
    : { operations: preview.estimate.operations, limits: limitsOf(policy, maxCostUsd) }
}

/** Ctrl+Z takes back and Ctrl+Shift+Z or Ctrl+Y does again, outside of text fields and dialogs. */
function useUndoKeys(act: (action: EditorAction) => void): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || !(event.ctrlKey || event.metaKey)) return
    if (event.target instanceof Element && event.target.closest(typing) !== null) return
    if (document.querySelector('[role="dialog"]') !== null) return
    const key = event.key.toLowerCase()
    if (key !== 'z' && key !== 'y') return
    event.preventDefault()
    act({ kind: key === 'y' || event.shiftKey ? 'redo' : 'undo' })
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => handle(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

/** The presets, and whether the settings are one of them or have changed since. */
function PresetBar({ controller }: { readonly controller: PresetController }) {
  const [cameFromId] = usePreference(`preset.${controller.provider.id}`, z.string(), '')
  const cameFrom = controller.presets.find(({ id }) => id === cameFromId)
  return (
    <div className={styles.presets}>
      <PresetPicker controller={controller} />
      <PresetNote controller={controller} />
      {controller.matched === null && (
        <span className={styles.unsaved}>
          <Tag accent term="unsaved-draft">
            {cameFrom === undefined ? 'Unsaved changes' : `Unsaved changes to ${cameFrom.label}`}
          </Tag>
        </span>
      )}
    </div>
  )
}

/** Undo and redo, and what can be done with the settings: go on in Condense, or run them. */
function EditorBar({ provider, providers, draft, preset, options, taskId }: EditorBarProps) {
  const [, navigate] = useLocation()
  const { state, act, fitting } = draft
  const run = useCondenseRun(
    requestOf(
      taskId ?? '',
      provider,
      { preset, settings: fitting ?? {} },
      optionsOfRequest(provider, providers, options),
    ),
  )
  const canRun = taskId !== null && fitting !== null && Object.keys(issuesOfOptions(options)).length === 0
  return (
    <>
      <Toolbar title="Smart editor">
        <ActButton
          icon={IconArrowBackUp}
          label="Undo"
          title="Undo (Ctrl+Z)"
          isOff={state.past.length === 0 && state.textProblems.length === 0}
          onClick={() => act({ kind: 'undo' })}
        />
        <ActButton
          icon={IconArrowForwardUp}
          label="Redo"
          title="Redo (Ctrl+Shift+Z)"
          isOff={state.future.length === 0}
          onClick={() => act({ kind: 'redo' })}
        />
        <Toolbar.Spring />
        <Button
          variant="default"
          disabled={taskId === null}
          onClick={() => {
            if (taskId !== null) navigate(routes.condense(taskId, provider.id))
          }}
        >
          Use in Condense
        </Button>
        <Button
          leftSection={<IconPlayerPlay size={14} aria-hidden />}
          loading={run.isPending}
          disabled={!canRun}
          onClick={() => run.mutate()}
        >
          Run
        </Button>
      </Toolbar>
      {run.isError && (
        <ErrorPanel title="Could not start" problem={toProblem(run.error)} onRetry={() => run.mutate()} />
      )}
    </>
  )
}

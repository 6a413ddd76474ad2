import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import type { RunRequest } from '../../../../shared/condense/runs-contract.ts'
import type { ProviderInfo, Settings } from '../../../../shared/methods/provider-types.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { usePreference } from '../../../data/use-preference.ts'
import { Split } from '../../../ui/components/split.tsx'
import { Block } from '../../../ui/layout/layout.tsx'
import {
  buildRequestOptions,
  useRunOptions,
  buildRunRequest,
  type RunOptions,
} from '../../condense/condense/run-options.ts'
import { usePreview } from '../../condense/preview/use-preview.ts'
import { usePresetController } from '../presets/use-preset-controller.ts'
import { EditorBar } from './editor-bar.tsx'
import { EditorPane } from './editor-pane.tsx'
import { findCostLimits, OperationCostsContext, type OperationCosts } from './operation-costs.ts'
import { PassPane } from './pass-pane.tsx'
import { PresetBar } from './preset-bar.tsx'
import { SmartPreview, usePreviewTask } from './smart-preview.tsx'
import { useSmartDraft } from './use-smart-draft.ts'
import { useUndoKeys } from './use-undo-keys.ts'

const layoutSchema = z.object({ list: z.number(), editor: z.number() })

const defaultLayout = { list: 22, editor: 60 }

type SmartEditorProps = { readonly provider: ProviderInfo; readonly providers: readonly ProviderInfo[] }

/** Passes, the selected one, and what they would do to a task, side by side. */
export function SmartEditor({ provider, providers }: SmartEditorProps) {
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
        <Block flex={1} mih={0}>
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
        </Block>
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
  return buildRunRequest(
    taskId,
    provider,
    { preset: null, settings },
    buildRequestOptions(provider, providers, options),
  )
}

/** Costs of the operations, or null while the preview is of other settings. */
function useOperationCosts(request: RunRequest | null, maxCostUsd: number | null): OperationCosts | null {
  const { queries } = useEngine()
  const policy = useQuery(queries.policy.get.queryOptions()).data
  const { preview, isStale } = usePreview(request)
  return preview === null || isStale
    ? null
    : { operations: preview.estimate.operations, limits: findCostLimits(policy, maxCostUsd) }
}

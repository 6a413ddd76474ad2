import { Button } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp, IconPlayerPlay } from '@tabler/icons-react'
import { useLocation } from 'wouter'
import type { PresetEntry } from '../../../../shared/methods/preset-entry-types.ts'
import type { ProviderInfo } from '../../../../shared/methods/provider-types.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { routes } from '../../../lib/routes.ts'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { Toolbar } from '../../../ui/components/toolbar.tsx'
import {
  buildRequestOptions,
  findOptionIssues,
  buildRunRequest,
  type RunOptions,
} from '../../condense/condense/run-options.ts'
import { useCondenseRun } from '../../condense/condense/use-condense-run.ts'
import { ActButton } from './act-button.tsx'
import type { SmartDraft } from './use-smart-draft.ts'

type EditorBarProps = {
  readonly provider: ProviderInfo
  readonly providers: readonly ProviderInfo[]
  readonly draft: SmartDraft
  readonly preset: PresetEntry | null
  readonly options: RunOptions
  readonly taskId: string | null
}

/** Undo and redo, and what can be done with the settings: go on in Condense, or run them. */
export function EditorBar({ provider, providers, draft, preset, options, taskId }: EditorBarProps) {
  const [, navigate] = useLocation()
  const { state, act, fitting } = draft
  const run = useCondenseRun(
    buildRunRequest(
      taskId ?? '',
      provider,
      { preset, settings: fitting ?? {} },
      buildRequestOptions(provider, providers, options),
    ),
  )
  const canRun = taskId !== null && fitting !== null && Object.keys(findOptionIssues(options)).length === 0
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

import { CloseButton, Button } from '@mantine/core'
import {
  IconAdjustmentsHorizontal,
  IconAlertTriangle,
  IconCircleCheck,
  IconDownload,
  IconRefresh,
  IconZoomCheck,
} from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { RunSummary, RunStatus } from '../../../../shared/condense/run-types.ts'
import type { Expanded } from '../../../../shared/condense/runs-contract.ts'
import { recordedMethodId } from '../../../../shared/methods/method-choice-types.ts'
import { extractiveProfileId } from '../../../../shared/models/model-profile-types.ts'
import { makeDraggable } from '../../../data/connection/make-draggable.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { useContextStatus } from '../../../data/use-context-status.ts'
import { usePresetArm } from '../../../data/use-preset-arm.ts'
import { useStartRun } from '../../../data/use-start-run.ts'
import { findRunProviders } from '../../../lib/find-run-providers.ts'
import { formatCountWithNoun, formatTime } from '../../../lib/format.ts'
import { routes } from '../../../lib/routes.ts'
import { downloadText } from '../../../ui/components/download-text.ts'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { Bar, Inline, Note } from '../../../ui/layout/layout.tsx'
import { useTuneRun } from '../../methods/use-take-method.ts'
import { ResumeButton } from '../../take-home/resume-button.tsx'
import { UsePresetButton } from '../../take-home/use-arm.tsx'
import { buildSameRequest } from './build-same-request.ts'

type Action = { readonly isPending: boolean; readonly mutate: () => void }
type Download = { readonly isPending: boolean; readonly mutate: (take: 'save' | 'drag') => void }

type ResultActionsProps = {
  readonly status: RunStatus
  readonly expand: Action
  readonly download: Download
  readonly again: Action
  /** Opens its settings; null of what has none, or works. */
  readonly tune: (() => void) | null
}

type ExpandAnswerProps = {
  readonly expanded: Expanded | null
  readonly error: unknown
  readonly onDismiss: () => void
}

/** What the result was made of, and what can be done with it. */
export function ResultHeader({ run }: { readonly run: RunSummary }) {
  const { client, host } = useEngine()
  const startRun = useStartRun()
  const { windowTokens } = useContextStatus(run.taskId).window
  const again = useMutation({
    mutationFn: async () => startRun(buildSameRequest(run, await client.presets.list({}))),
  })
  const expand = useMutation({ mutationFn: () => client.runs.expand({ runId: run.id }) })
  const download = useMutation({
    mutationFn: async (take: 'save' | 'drag') => {
      const text = JSON.stringify(await client.runs.result({ runId: run.id }), null, 2)
      const fileName = `${run.providerId}-${run.id}.json`
      if (take === 'save') downloadText(fileName, text)
      else await host.dragOut?.({ fileName, text })
    },
  })
  const tune = useTuneRun()
  const isRecorded = run.providerId === recordedMethodId
  const hasSettings = run.status !== 'running' && !isRecorded
  const failed = [download, again].find((action) => action.isError)
  return (
    <>
      <Bar component="header" wrap gap="xs sm">
        <ResultFacts run={run} />
        <Inline flex={1} />
        {!isRecorded && (
          <UsePresetButton
            providerId={run.providerId}
            presetId={run.presetId}
            settings={run.settings}
            windowTokens={windowTokens}
          />
        )}
        {run.status === 'condensed' && run.cut === undefined && <ResumeButton runId={run.id} />}
        <ResultActions
          status={run.status}
          {...{ expand, download, again }}
          tune={hasSettings ? () => tune(run) : null}
        />
      </Bar>
      {failed && <ErrorPanel problem={toProblem(failed.error)} onDismiss={failed.reset} />}
      <ExpandAnswer expanded={expand.data ?? null} error={expand.error} onDismiss={expand.reset} />
    </>
  )
}

/** Whether the result gives its source back, and why not. */
function ExpandAnswer({ expanded, error, onDismiss }: ExpandAnswerProps) {
  if (error !== null)
    return <ErrorPanel title="Cannot be expanded" problem={toProblem(error)} onDismiss={onDismiss} />
  if (expanded === null) return null
  const restored =
    expanded.restoredFromStore === 0
      ? 'from the result alone'
      : `${formatCountWithNoun(expanded.restoredFromStore, 'part')} of it from the store`
  return (
    <Bar bg="var(--surface)" tone={expanded.verified ? 'good' : 'caution'} role="status">
      {expanded.verified ? (
        <IconCircleCheck size={16} aria-hidden />
      ) : (
        <IconAlertTriangle size={16} aria-hidden />
      )}
      <span>
        {describeExpansion(expanded)}, {formatCountWithNoun(expanded.messages.length, 'message')}, {restored}.
      </span>
      <CloseButton size="sm" ml="auto" aria-label="Dismiss" onClick={onDismiss} />
    </Bar>
  )
}

function describeExpansion({ verified, sameBytes }: Expanded): string {
  if (!verified) return 'Not verified: the expanded result differs from the source'
  return sameBytes
    ? 'Verified: expanding gives the source back, byte for byte'
    : 'Verified: expanding gives back the messages of the source, in a file laid out differently'
}

/** What can be done with a run in its state: only a condensed one has a result to take away. */
function ResultActions({ status, expand, download, again, tune }: ResultActionsProps) {
  const { host } = useEngine()
  return (
    <>
      {status === 'condensed' && (
        <>
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconZoomCheck size={14} aria-hidden />}
            loading={expand.isPending}
            onClick={() => expand.mutate()}
          >
            Expand
          </Button>
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconDownload size={14} aria-hidden />}
            loading={download.isPending}
            onClick={() => download.mutate('save')}
            {...makeDraggable(host, () => download.mutate('drag'))}
          >
            Download JSON
          </Button>
        </>
      )}
      {tune !== null && (
        <>
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconAdjustmentsHorizontal size={14} aria-hidden />}
            onClick={tune}
          >
            Settings
          </Button>
          <Button
            variant="default"
            leftSection={<IconRefresh size={14} aria-hidden />}
            loading={again.isPending}
            onClick={() => again.mutate()}
          >
            Run again
          </Button>
        </>
      )}
    </>
  )
}

/** What a run was made of: provider, preset, model, prompt, and when. */
function ResultFacts({ run }: { readonly run: RunSummary }) {
  const { instead } = findRunProviders(run)
  const arm = usePresetArm(run.providerId, run.presetId)
  const isRecorded = run.providerId === recordedMethodId
  return (
    <Note component="span" flex="0 1 auto" miw={120} cut>
      <Inline fw={600} c="var(--text)">
        {isRecorded ? 'What the agent did' : (arm?.label ?? run.providerId)}
      </Inline>
      {instead !== null && ` → ${instead}`}
      {arm === null && !isRecorded && ` · ${run.presetId ?? 'no preset'}`}
      {run.cut !== undefined && ` · cut after ${formatCountWithNoun(run.cut, 'message')}`}
      {run.model !== null && <ModelFact model={run.model} />}
      {run.prompt !== null && <PromptFact prompt={run.prompt} />} · {formatTime(run.startedTs)}
      {run.isAutomatic && ' · by a trigger'}
    </Note>
  )
}

function ModelFact({ model }: { readonly model: NonNullable<RunSummary['model']> }) {
  return (
    <>
      {' · '}
      {model.profileId === extractiveProfileId ? (
        model.label
      ) : (
        <Inline href={routes.profile(model.profileId)} component={Link} c="inherit" title="The model">
          {model.label}
        </Inline>
      )}
    </>
  )
}

function PromptFact({ prompt }: { readonly prompt: NonNullable<RunSummary['prompt']> }) {
  const { queries } = useEngine()
  const prompts = useQuery(queries.prompts.list.queryOptions()).data
  const name = prompts?.find(({ id }) => id === prompt.promptId)?.name
  const whose = prompt.from === undefined ? '' : ` (of the ${prompt.from})`
  const label = `${name ?? 'removed prompt'} v${prompt.version}${whose}`
  return (
    <>
      {' · '}
      {name === undefined ? (
        label
      ) : (
        <Inline href={routes.prompt(prompt.promptId)} component={Link} c="inherit" title="The prompt">
          {label}
        </Inline>
      )}
    </>
  )
}

import { Loader } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'
import type { RunEstimate } from '../../../../shared/condense/estimate-types.ts'
import type { RunPreview, RunRequest, EstimatedRow } from '../../../../shared/condense/runs-contract.ts'
import { toModelTokens } from '../../../../shared/kernel/convert-tokens.ts'
import { foldSame, formatTimes } from '../../../../shared/kernel/fold-same.ts'
import { indexRanges } from '../../../../shared/kernel/format-count-with-noun.ts'
import { formatDuration, formatUsd } from '../../../../shared/kernel/format-figures.ts'
import { showControls } from '../../../../shared/kernel/show-controls.ts'
import type { ContextStatus } from '../../../../shared/library/context-contract.ts'
import type { Prompt, PromptReference } from '../../../../shared/prompts/prompt-types.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { useContextStatus } from '../../../data/use-context-status.ts'
import { formatReduction, formatShare, formatTokens, formatCountWithNoun } from '../../../lib/format.ts'
import { TextDiff } from '../../../ui/components/diff/text-diff.tsx'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { Figure, Figures } from '../../../ui/components/figure.tsx'
import { FateMark } from '../../../ui/components/marks/fate-mark.tsx'
import { SkeletonRows } from '../../../ui/components/skeleton-rows.tsx'
import { Bar, Block, Fill, Heading, Inline, List, Note, Pre, Scroll } from '../../../ui/layout/layout.tsx'
import { PlanList } from './plan-list.tsx'
import { usePreview } from './use-preview.ts'
import styles from './preview.module.css'

type WindowAfterProps = { readonly taskId: string; readonly finalTokens: number }

type PreviewFiguresProps = {
  readonly estimate: RunEstimate
  /** Cost above which to warn, or null while the policy is not known. */
  readonly alertCostUsd: number | null
  /** The task whose window the estimate is compared with, or null without a request. */
  readonly taskId: string | null
}

type PreviewPaneProps = {
  /** The run to estimate, or null while there is none. */
  readonly request: RunRequest | null
  /** Why there is no request, or empty where there is one. */
  readonly obstacle: string
  /** What the request is chosen by, where that happens here. */
  readonly children?: ReactNode
}

/** What a run would probably give: figures, what each step would do, and the first messages. No model is asked. */
export function PreviewPane({ request, obstacle, children }: PreviewPaneProps) {
  const { preview, isStale, isWorking, error, retry } = usePreview(request)
  return (
    <Fill component="section" miw={0} aria-label="Preview" aria-busy={isWorking}>
      <Bar>
        <Heading>Preview</Heading>
        <Note component="span">estimate without asking a model</Note>
        {isWorking && <Loader size={12} aria-label="Estimating" role="status" />}
      </Bar>
      {children}
      <Scroll>
        {obstacle !== '' && (
          <Note tone="caution" py="sm" px="md" line="bottom" role="status">
            {obstacle}
            {preview !== null && ' The preview shows the last valid settings.'}
          </Note>
        )}
        {error !== null && (
          <ErrorPanel title="Could not estimate" problem={toProblem(error)} onRetry={retry} />
        )}
        {preview === null && isWorking && <SkeletonRows rows={8} label="Estimating the run" />}
        {preview !== null && (
          <div className={styles.content} data-stale={isStale}>
            <PreviewContent preview={preview} taskId={request?.taskId ?? null} />
          </div>
        )}
      </Scroll>
    </Fill>
  )
}

function PreviewContent({
  preview,
  taskId,
}: {
  readonly preview: RunPreview
  readonly taskId: string | null
}) {
  const { queries } = useEngine()
  const policy = useQuery(queries.policy.get.queryOptions()).data
  const { estimate, rows } = preview
  return (
    <>
      <PreviewFigures estimate={estimate} alertCostUsd={policy?.alertCostUsd ?? null} taskId={taskId} />
      {estimate.status !== 'condensed' && (
        <p className={styles.outcome} data-status={estimate.status}>
          {estimate.status === 'failed' ? 'It would fail: ' : 'Nothing would change: '}
          {estimate.reason}
        </p>
      )}
      {estimate.warnings.length > 0 && (
        <Note component="ul" tone="caution" py="sm" pr="md" pl={28} line="bottom" aria-label="Warnings">
          {foldSame(estimate.warnings, ({ message }) => message).map(({ first, items }) => (
            <li key={first.message}>
              {formatTimes(items.length)}
              {first.message}
            </li>
          ))}
        </Note>
      )}
      <AskedNotes estimate={estimate} />
      <PlanList estimate={estimate} />
      <PreviewRows rows={rows} />
    </>
  )
}

/** Values that the run takes by default: the prompt, and how settings were read. */
function AskedNotes({ estimate: { asked, notes = [] } }: Pick<RunPreview, 'estimate'>) {
  const { queries } = useEngine()
  const prompts = useQuery(queries.prompts.list.queryOptions()).data ?? []
  const prompt = asked?.prompt ?? null
  if (prompt === null && notes.length === 0) return null
  return (
    <Note component="ul" pt="sm" px="md" aria-label="Notes">
      {prompt !== null && <li>{describePrompt(prompt, prompts)}</li>}
      {notes.map(({ message }, index) => (
        <li key={index}>{message}</li>
      ))}
    </Note>
  )
}

function describePrompt({ promptId, version, from }: PromptReference, prompts: readonly Prompt[]): string {
  const name = prompts.find(({ id }) => id === promptId)?.name ?? promptId
  const whose = from === undefined ? '' : `, the default of the ${from}`
  return `Prompt: ${name}, version ${version}${whose}`
}

/** The figures of an estimate, as a result has them, and how much of it is guessed. */
function PreviewFigures({ estimate, alertCostUsd, taskId }: PreviewFiguresProps) {
  const { originalTokens, finalTokens, confidence, costUsd, durationMs, modelCalls, status } = estimate
  const { estimatedCostUsd = 0 } = estimate
  const isExtracted = costUsd === 0 && estimatedCostUsd > 0
  const condenses = status === 'condensed'
  const isDear = alertCostUsd !== null && costUsd > alertCostUsd
  return (
    <div className={styles.figures}>
      <Figures>
        <Figure label="Original" value={formatTokens(originalTokens)} />
        <Figure label="Estimated" value={condenses ? formatTokens(finalTokens) : '–'} />
        <Figure
          label="Reduction"
          value={condenses ? formatReduction(originalTokens, finalTokens) : '–'}
          tone={!condenses ? 'plain' : finalTokens < originalTokens ? 'good' : 'bad'}
        />
        {condenses && taskId !== null && <WindowAfter taskId={taskId} finalTokens={finalTokens} />}
        <Figure
          label={isExtracted ? 'Cost, estimated' : 'Cost'}
          about="cost"
          value={formatUsd(isExtracted ? estimatedCostUsd : costUsd)}
          tone={isDear ? 'bad' : 'plain'}
          note={
            isDear
              ? `More than ${formatUsd(alertCostUsd)}, above which the policy gives an alert`
              : isExtracted
                ? 'The summary is extracted, so nothing is charged: list prices of the task’s model'
                : 'Estimated from the length of requests and the longest answers'
          }
        />
        <Figure label="Time" about="duration" value={formatDuration(durationMs)} />
        {modelCalls > 0 && <Figure label="Model calls" value={modelCalls} />}
        <Figure
          label="Counted, not guessed"
          value={formatShare(Math.round(confidence * 100))}
          note="Share of the estimated tokens. The rest is the guessed length of answers"
        />
      </Figures>
    </div>
  )
}

/** How much of the window a result would fill, or nothing where no window is known. */
function WindowAfter({ taskId, finalTokens }: WindowAfterProps) {
  const { window, status } = useContextStatus(taskId)
  const { windowTokens } = window
  if (windowTokens === null || status.data === undefined) return null
  const { calibration, percent } = status.data
  const after = toModelTokens(finalTokens, calibration)
  return (
    <Figure
      label="Window after"
      value={formatShare(Math.round((100 * after) / windowTokens))}
      note={`Of ${formatTokens(windowTokens)}. ${formatShare(Math.round(percent))} now. ${describeScale(calibration)}`}
    />
  )
}

function describeScale(calibration: ContextStatus['calibration']): string {
  if (calibration === null)
    return 'In counted tokens, without the system prompt: too few requests are recorded.'
  const { slope, intercept } = calibration
  return `Counted tokens times ${slope.toFixed(2)}, and ${formatTokens(Math.round(intercept))} of system prompt and tools.`
}

/** Messages that are shown. */
const most = 5

/** The first messages and what would become of each, one of them compared word by word. */
export function PreviewRows({ rows }: { readonly rows: readonly EstimatedRow[] }) {
  const shown = rows.slice(0, most)
  const [chosen, setChosen] = useState<number | null | undefined>(undefined)
  const changed = shown.findIndex(({ fate }) => fate !== 'kept')
  const open = chosen === undefined ? changed : chosen
  if (shown.length === 0) return null
  return (
    <>
      <Note component="h3" pt={10} pb="xs" px="md" fw={500}>
        First {formatCountWithNoun(shown.length, 'message')}
      </Note>
      <List aria-label="First messages">
        {shown.map((row, index) => (
          <PreviewRow
            key={index}
            row={row}
            isOpen={open === index}
            onToggle={() => setChosen(open === index ? null : index)}
          />
        ))}
      </List>
    </>
  )
}

type PreviewRowProps = {
  readonly row: EstimatedRow
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function PreviewRow({ row: { fate, source, result, sources }, isOpen, onToggle }: PreviewRowProps) {
  const id = useId()
  const text = source ?? result
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <li className={styles.row}>
      <button
        type="button"
        className={styles.rowHead}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
      >
        <Chevron size={14} color="var(--muted)" aria-hidden />
        <Inline flex="none" miw={26}>
          {source === null ? 'new' : `#${source.index}`}
        </Inline>
        <Inline flex="none" c="dimmed">
          {text?.role}
        </Inline>
        <FateMark fate={fate} />
        <Inline c="dimmed" cut>
          {showControls(cutExcerpt(text?.text ?? ''))}
        </Inline>
      </button>
      {isOpen && (
        <Block id={id} h={240} line="top" bg="var(--surface)">
          {sources.length > 1 ? (
            <MergedText text={result?.text ?? ''} sources={sources} />
          ) : (
            <TextDiff before={source?.text ?? ''} after={result?.text ?? ''} />
          )}
        </Block>
      )}
    </li>
  )
}

/** What several messages became: a comparison with one of them would say nothing. */
function MergedText({ text, sources }: { readonly text: string; readonly sources: readonly number[] }) {
  return (
    <Scroll component="section" h="100%" py={6} px="md" tabIndex={0} aria-label="Summary">
      <Note>
        Replaces messages {indexRanges(sources)} ({formatCountWithNoun(sources.length, 'message')})
      </Note>
      <Pre>{showControls(text)}</Pre>
    </Scroll>
  )
}

/** The start of a text on one line. */
function cutExcerpt(text: string): string {
  return text.slice(0, 160).replaceAll(/\s+/g, ' ').trim()
}

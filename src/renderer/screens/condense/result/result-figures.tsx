import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { Fidelity, OutcomeSummary, Warning } from '../../../../shared/condense/outcome-types.ts'
import type { RunSummary } from '../../../../shared/condense/run-types.ts'
import { foldSame, formatTimes } from '../../../../shared/kernel/fold-same.ts'
import { formatDuration } from '../../../../shared/kernel/format-figures.ts'
import { describeRequestSize } from '../../../../shared/kernel/words/recorded-words.ts'
import { recordedMethodId } from '../../../../shared/methods/method-choice-types.ts'
import { findRunProviders } from '../../../lib/find-run-providers.ts'
import { formatReduction, formatTokens } from '../../../lib/format.ts'
import { Figure, Figures } from '../../../ui/components/figure.tsx'
import { Bar, Caption, List, Row } from '../../../ui/layout/layout.tsx'
import { formatRunCost } from '../../activity/runs/format-run-cost.ts'

/** The figures of a run, on one scale. A run without a result has no reduction rather than 0 %. */
export function ResultFigures({ run }: { readonly run: RunSummary }) {
  if (run.outcome === null) return null
  const { stats, fidelity, request } = run.outcome
  const condensed = run.status === 'condensed'
  return (
    <Bar component="section" wrap justify="space-between" gap="xs xl" aria-label="Figures">
      <Figures>
        <Figure
          label="Messages"
          about="counted-tokens"
          value={formatTokens(stats.originalTokens || null)}
          note="As counted here, without system prompt and tools"
        />
        <Figure label="Result" value={condensed ? formatTokens(stats.finalTokens) : '–'} />
        {request !== undefined && (
          <Figure
            label="Request"
            about="request-tokens"
            value={describeRequestSize(request)}
            note="The whole request that the trigger compared with the window"
          />
        )}
        <Figure
          label="Reduction"
          value={condensed ? formatReduction(stats.originalTokens, stats.finalTokens) : run.status}
          tone={
            condensed
              ? stats.finalTokens < stats.originalTokens
                ? 'good'
                : 'bad'
              : run.status === 'failed'
                ? 'bad'
                : 'plain'
          }
        />
        {run.providerId !== recordedMethodId && <Effort run={run} stats={stats} />}
        {fidelity !== null && condensed && <FidelityFigures fidelity={fidelity} />}
        {stats.modelCalls > 0 && <Figure label="Model calls" value={stats.modelCalls} />}
        {stats.cacheHits > 0 && (
          <Figure
            label="From the cache"
            value={stats.cacheHits}
            note="Cached answers of an earlier run, at no cost"
          />
        )}
      </Figures>
    </Bar>
  )
}

type EffortProps = { readonly run: RunSummary; readonly stats: OutcomeSummary['stats'] }

/** What it took. Of what the agent did itself nothing is shown: reading that is not what it cost then. */
function Effort({ run, stats }: EffortProps) {
  return (
    <>
      <Figure
        label="Cost"
        value={formatRunCost(run)}
        {...(stats.costUsd === 0 && (stats.estimatedCostUsd ?? 0) > 0
          ? { note: 'The summary was extracted, so nothing was charged: list prices of the task’s model' }
          : {})}
      />
      <Figure label="Time" about="duration" value={formatDuration(stats.durationMs)} />
    </>
  )
}

function FidelityFigures({ fidelity }: { readonly fidelity: Fidelity }) {
  return (
    <>
      <Figure
        label="Reversible"
        value={formatTokens(fidelity.reversibleTokens)}
        note="Saved tokens that the result alone restores"
      />
      <Figure
        label="Superseded"
        value={formatTokens(fidelity.supersededTokens)}
        note="Saved tokens that only the store restores"
      />
    </>
  )
}

/** What a person should know about a run before trusting its result: each with its stable code. */
export function WarningList({ run }: { readonly run: RunSummary }) {
  const warnings = [...buildFallbackWarnings(run), ...(run.outcome?.warnings ?? [])]
  const notes = run.outcome?.notes ?? []
  if (warnings.length + notes.length === 0) return null
  return (
    <Bar
      component="section"
      align="flex-start"
      justify="space-between"
      gap="lg"
      mah={104}
      bg="var(--surface)"
      fz="xs"
      scroll
      {...(warnings.length > 0 ? { style: { boxShadow: 'inset 3px 0 0 var(--caution)' } } : {})}
      aria-label={warnings.length === 0 ? 'Notes' : 'Warnings'}
    >
      <List miw={0}>
        {foldSame(warnings, ({ code, message }) => `${code} ${message}`).map(({ first: warning, items }) => (
          <Row key={`${warning.code} ${warning.message}`} component="li" align="baseline" gap={6}>
            <IconAlertTriangle size={14} stroke={1.75} color="var(--caution)" aria-hidden />
            <span>
              {formatTimes(items.length)}
              {warning.message}
            </span>
            <Caption component="code" flex="none" ff="monospace">
              {warning.code}
            </Caption>
          </Row>
        ))}
        {notes.map((note, index) => (
          <Row key={`note-${index}`} component="li" align="baseline" gap={6}>
            <IconInfoCircle size={14} stroke={1.75} color="var(--muted)" aria-hidden />
            <span>{note.message}</span>
            <Caption component="code" flex="none" ff="monospace">
              {note.code}
            </Caption>
          </Row>
        ))}
      </List>
    </Bar>
  )
}

/** A result that another provider made than the one that was asked for must not pass for it. */
function buildFallbackWarnings(run: RunSummary): readonly Warning[] {
  const { asked, instead } = findRunProviders(run)
  if (instead === null) return []
  const why = run.outcome?.attempts[0]?.status === 'failed' ? 'failed' : 'was not enough'
  const message = `${instead} made this result because ${asked} ${why}. All attempts are listed under Attempts.`
  return [{ code: 'fallback-used', message }]
}

import type { Fidelity } from '../../../shared/domain/outcome.ts'
import type { RunSummary } from '../../../shared/domain/run.ts'
import { requestSizeText } from '../../../shared/words/recorded-words.ts'
import { formatDuration } from '../../../shared/lib/format-figures.ts'
import { Figure, Figures } from '../../components/figure.tsx'
import { formatReduction, formatTokens } from '../../lib/format.ts'
import { costOfRun } from '../runs/cost-of-run.ts'
import styles from './result-figures.module.css'

/** The figures of a run, on one scale. A run without a result has no reduction, not one of nought. */
export function ResultFigures({ run }: { readonly run: RunSummary }) {
  if (run.outcome === null) return null
  const { stats, fidelity, request } = run.outcome
  const condensed = run.status === 'condensed'
  return (
    <section className={styles.strip} aria-label="Figures">
      <Figures>
        <Figure
          label="Messages"
          value={formatTokens(stats.originalTokens || null)}
          note="As they are counted here, without system prompt and tools"
        />
        <Figure label="Result" value={condensed ? formatTokens(stats.finalTokens) : '–'} />
        {request !== undefined && (
          <Figure
            label="Request"
            value={requestSizeText(request)}
            note="The whole request that the trigger held against the window"
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
        <Figure label="Cost" value={costOfRun(run)} />
        <Figure label="Time" value={formatDuration(stats.durationMs)} />
        {fidelity !== null && condensed && <FidelityFigures fidelity={fidelity} />}
        {stats.modelCalls > 0 && <Figure label="Model calls" value={stats.modelCalls} />}
        {stats.cacheHits > 0 && (
          <Figure
            label="From the cache"
            value={stats.cacheHits}
            note="Answers that were kept from an earlier run and cost nothing this time"
          />
        )}
      </Figures>
    </section>
  )
}

function FidelityFigures({ fidelity }: { readonly fidelity: Fidelity }) {
  return (
    <>
      <Figure
        label="Reversible"
        value={formatTokens(fidelity.reversibleTokens)}
        note="Saved tokens that the result itself gives back"
      />
      <Figure
        label="Superseded"
        value={formatTokens(fidelity.supersededTokens)}
        note="Saved tokens that only the store gives back"
      />
    </>
  )
}

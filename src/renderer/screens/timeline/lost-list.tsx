import { useQuery } from '@tanstack/react-query'
import type { Autopsied, StatedFact } from '../../../shared/condensations/autopsy-types.ts'
import { describeLoss } from '../../../shared/condensations/autopsy-words.ts'
import { formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'
import { formatInteger } from '../../../shared/kernel/format-figures.ts'
import { factClassLabels } from '../../../shared/kernel/words/fact-class-labels.ts'
import { formatContradiction } from '../../../shared/kernel/words/state-words.ts'
import { useEngine } from '../../data/engine-context.ts'
import { formatTokens } from '../../lib/format.ts'
import styles from './markers.module.css'

/** Facts that stand in a list before the rest is counted. */
const mostFacts = 40

/** What each condensation of the agent lost, once it is known; nothing for a task that was never condensed. */
export function LostList({ taskId }: { readonly taskId: string }) {
  const { queries } = useEngine()
  const found = useQuery(queries.timeline.autopsy.queryOptions({ input: { taskId } }))
  const condensations = found.data?.condensations ?? []
  if (found.isError)
    return <p className={styles.note}>What its condensations lost is not known: {found.error.message}</p>
  if (condensations.length === 0) return null
  return (
    <>
      <h2 className={styles.sideTitle}>What condensation lost</h2>
      <ol className={styles.losses} aria-label="What condensation lost">
        {condensations.map((one) => (
          <li key={one.n} className={styles.lost}>
            <Lost {...one} />
          </li>
        ))}
      </ol>
    </>
  )
}

function Lost(one: Autopsied) {
  const { n, before, after, atRequest, rules, gone, kept, statements, readAgain } = one
  const lostRules = rules.filter(({ state }) => state !== 'kept')
  const others = gone.filter(({ classId }) => classId !== 'constraint')
  const contradicted = statements.filter(({ verdict }) => verdict === 'contradicted')
  const hasMore = lostRules.length + others.length + contradicted.length + readAgain.paths.length > 0
  return (
    <>
      <h3 className={styles.lostHead}>
        {n}.{' '}
        {before === null || after === null
          ? 'Sizes not recorded'
          : `${formatInteger(before)} → ${formatTokens(after)}`}
      </h3>
      <span className={styles.eventPlace}>
        {atRequest === null ? 'After the last request' : `Before request ${atRequest}`}
      </span>
      <p className={styles.lostText}>{describeLoss(one)}</p>
      {hasMore && (
        <details className={styles.lostMore}>
          <summary>Show what</summary>
          <Names title="Your rules" names={lostRules.map(({ text }) => text)} />
          <Names title="Contradicted" names={contradicted.map(formatContradiction)} />
          <Names title="Read again" names={readAgain.paths} />
          <Facts facts={others} />
        </details>
      )}
      {kept.length > 0 && (
        <details className={styles.lostMore}>
          <summary>Show what it kept</summary>
          <Facts facts={kept} />
        </details>
      )}
    </>
  )
}

function Facts({ facts }: { readonly facts: readonly StatedFact[] }) {
  return [...Map.groupBy(facts, ({ classId }) => classId)].map(([classId, own]) => (
    <Names key={classId} title={factClassLabels[classId].many} names={own.map(({ text }) => text)} />
  ))
}

function Names({ title, names }: { readonly title: string; readonly names: readonly string[] }) {
  if (names.length === 0) return null
  const more = names.length - mostFacts
  return (
    <>
      <h4 className={styles.lostTitle}>{title}</h4>
      <ul className={styles.lostNames}>
        {names.slice(0, mostFacts).map((name, at) => (
          <li key={at}>{name}</li>
        ))}
        {more > 0 && <li>and {formatCountWithNoun(more, 'more', 'more')}</li>}
      </ul>
    </>
  )
}

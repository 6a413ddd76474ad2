import { useQuery } from '@tanstack/react-query'
import type { Autopsied, StatedFact } from '../../../shared/condensations/autopsy-types.ts'
import { describeLoss } from '../../../shared/condensations/autopsy-words.ts'
import { formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'
import { formatInteger } from '../../../shared/kernel/format-figures.ts'
import { factClassLabels } from '../../../shared/kernel/words/fact-class-labels.ts'
import { useEngine } from '../../data/engine-context.ts'
import { formatTokens } from '../../lib/format.ts'
import { Block, Inline, List, Note } from '../../ui/layout/layout.tsx'
import styles from './markers.module.css'

/** Facts that stand in a list before the rest is counted. */
const mostFacts = 40

/** What each condensation of the agent lost, once it is known; nothing for a task that was never condensed. */
export function LostList({ taskId }: { readonly taskId: string }) {
  const { queries } = useEngine()
  const found = useQuery(queries.timeline.autopsy.queryOptions({ input: { taskId } }))
  const condensations = found.data?.condensations ?? []
  if (found.isError)
    return <Note px="md">What its condensations lost is not known: {found.error.message}</Note>
  if (condensations.length === 0) return null
  return (
    <>
      <Block component="h2" mt="sm" mb="xs" mx="md" fz="xs" fw={600}>
        What condensation lost
      </Block>
      <List component="ol" aria-label="What condensation lost">
        {condensations.map((one) => (
          <li key={one.n} className={styles.lost}>
            <Lost {...one} />
          </li>
        ))}
      </List>
    </>
  )
}

function Lost(one: Autopsied) {
  const { n, before, after, atRequest, rules, gone, kept, readAgain } = one
  const lostRules = rules.filter(({ state }) => state !== 'kept')
  const others = gone.filter(({ classId }) => classId !== 'constraint')
  const hasMore = lostRules.length + others.length + readAgain.paths.length > 0
  return (
    <>
      <Block component="h3" fz="xs" fw={500} lh="16px">
        {n}.{' '}
        {before === null || after === null
          ? 'Sizes not recorded'
          : `${formatInteger(before)} → ${formatTokens(after)}`}
      </Block>
      <Inline c="dimmed" fw={400}>
        {atRequest === null ? 'After the last request' : `Before request ${atRequest}`}
      </Inline>
      <Block component="p" mt={2} fz="xs" lh="16px" breaks>
        {describeLoss(one)}
      </Block>
      {hasMore && (
        <Note component="details" mt={2}>
          <summary>Show what</summary>
          <Names title="Your rules" names={lostRules.map(({ text }) => text)} />
          <Names title="Read again" names={readAgain.paths} />
          <Facts facts={others} />
        </Note>
      )}
      {kept.length > 0 && (
        <Note component="details" mt={2}>
          <summary>Show what it kept</summary>
          <Facts facts={kept} />
        </Note>
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
      <Block component="h4" mt={6} mb={2} fz="xs" fw={500}>
        {title}
      </Block>
      <Block component="ul" pl={14} breaks>
        {names.slice(0, mostFacts).map((name, at) => (
          <li key={at}>{name}</li>
        ))}
        {more > 0 && <li>and {formatCountWithNoun(more, 'more', 'more')}</li>}
      </Block>
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Autopsied, MissingThing } from '../../../shared/condensations/autopsy-types.ts'
import {
  describeCondensation,
  describeGap,
  describeOthers,
  describeThing,
  selectShownThings,
  writeRestoreNote,
} from '../../../shared/condensations/autopsy-words.ts'
import { useEngine } from '../../data/engine-context.ts'
import { routes } from '../../lib/routes.ts'
import { CopyTextButton } from '../../ui/components/copy-text-button.tsx'
import { Block, Inline, List, Note } from '../../ui/layout/layout.tsx'
import styles from './markers.module.css'

/** What each condensation of the agent left out that was needed later; nothing for a task that was never condensed. */
export function CondensationList({ taskId }: { readonly taskId: string }) {
  const { queries } = useEngine()
  const found = useQuery(queries.timeline.autopsy.queryOptions({ input: { taskId } }))
  const condensations = found.data?.condensations ?? []
  if (found.isError)
    return <Note px="md">What its condensations left out is not known: {found.error.message}</Note>
  if (condensations.length === 0) return null
  return (
    <>
      <Block component="h2" mt="sm" mb="xs" mx="md" fz="xs" fw={600}>
        Condensations
      </Block>
      <List component="ol" aria-label="Condensations">
        {condensations.map((one) => (
          <li key={one.n} className={styles.condensation}>
            <Condensation taskId={taskId} one={one} />
          </li>
        ))}
      </List>
    </>
  )
}

function Condensation({ taskId, one }: { readonly taskId: string; readonly one: Autopsied }) {
  const { shown, more } = selectShownThings(one)
  return (
    <>
      <Block component="h3" fz="xs" fw={500} lh="16px" breaks>
        {one.n}. {describeCondensation(one)}
      </Block>
      <Inline c="dimmed" fw={400}>
        {one.atRequest === null ? 'After the last request' : `Before request ${one.atRequest}`}
      </Inline>
      {shown.length > 0 && (
        <Block component="ol" pl={14} mt={4} breaks aria-label="Needed later and missing">
          {shown.map((thing) => (
            <li key={thing.used}>
              <Chain {...{ taskId, thing }} gap={describeGap(one)} />
            </li>
          ))}
        </Block>
      )}
      {more !== '' && <Note>{more}</Note>}
      <Note mt={4}>{describeOthers(one)}</Note>
      {shown.length > 0 && <CopyTextButton text={writeRestoreNote([one])} label="Copy what is missing" />}
    </>
  )
}

type ChainProps = { readonly taskId: string; readonly thing: MissingThing; readonly gap: string }

/** Where a thing was said, where it was gone, and where it was needed. */
function Chain({ taskId, thing, gap }: ChainProps) {
  return (
    <span title={thing.texts.join('\n')}>
      <Link href={routes.message(taskId, thing.said)}>said in #{thing.said}</Link> → {gap} →{' '}
      <Link href={routes.message(taskId, thing.used)}>needed in #{thing.used}</Link> ({describeThing(thing)})
    </span>
  )
}

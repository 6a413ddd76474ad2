import { IconAlertTriangle, IconCheck, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { GuideBranch, GuideLeaf } from '../../../shared/domain/guide.ts'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { keepUnits } from './keep-units.ts'
import styles from './tree-tab.module.css'
import { UsePickButton } from './use-pick-button.tsx'

/** The decision tree: one thing that matters most, and what it leads to. */
export function TreeTab() {
  const { queries } = useEngine()
  const reference = useQuery(queries.guide.reference.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  if (reference.isError)
    return <ErrorPanel problem={toProblem(reference.error)} onRetry={() => void reference.refetch()} />
  if (reference.data === undefined) return <SkeletonRows label="Loading the tree" />
  const { question, branches } = reference.data.tree
  return (
    <section className={styles.tree} aria-label="Decision tree">
      <h2 className={styles.question}>{question}</h2>
      <Branches branches={branches} />
    </section>
  )
}

function Branches({ branches }: { readonly branches: readonly GuideBranch[] }) {
  return (
    <ul className={styles.branches}>
      {branches.map((branch) => (
        <li key={branch.id}>
          <details className={styles.branch}>
            <summary className={styles.summary}>
              <IconChevronRight size={14} className={styles.chevron} aria-hidden />
              <span>{branch.label}</span>
              <span className={styles.end}>{branch.leaf?.pick.label ?? branch.question}</span>
            </summary>
            {branch.leaf === null ? (
              <div className={styles.inner}>
                <p className={styles.question}>{branch.question}</p>
                <Branches branches={branch.branches} />
              </div>
            ) : (
              <Leaf leaf={branch.leaf} />
            )}
          </details>
        </li>
      ))}
    </ul>
  )
}

function Leaf({ leaf }: { readonly leaf: GuideLeaf }) {
  return (
    <div className={styles.leaf}>
      <ul className={styles.points}>
        {leaf.points.map(({ tone, text }) => (
          <li key={text} className={styles.point} data-tone={tone}>
            {tone === 'for' ? (
              <IconCheck size={14} role="img" aria-label="For it" />
            ) : (
              <IconAlertTriangle size={14} role="img" aria-label="Against it" />
            )}
            {keepUnits(text)}
          </li>
        ))}
      </ul>
      <UsePickButton pick={leaf.pick} isNamed />
    </div>
  )
}

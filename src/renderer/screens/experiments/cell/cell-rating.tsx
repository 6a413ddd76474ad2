import { Rating, Textarea } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { CellDetail } from '../../../../shared/experiments/contract.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { Tag } from '../../../ui/components/tag.tsx'
import { useShortcuts } from '../../../ui/components/use-shortcuts.ts'
import { useExperiment } from '../experiment-context.ts'
import styles from './cell-view.module.css'

type Given = { readonly stars: number | null; readonly comment: string }

/** A comment is kept this long after the last key, or when one leaves it. */
const commentMs = 800

const longestComment = 10_000

/** What a person says of a cell. It is kept by itself. The key r leads to the stars. */
export function CellRating({ detail: { cell, rating } }: { readonly detail: CellDetail }) {
  const { names } = useExperiment()
  const [given, setGiven] = useState<Given>({
    stars: rating?.stars ?? null,
    comment: rating?.comment ?? '',
  })
  const rate = useRate(cell.id)
  const rateSoon = useDebouncedCallback(rate.mutate, { delay: commentMs, flushOnUnmount: true })
  const change = (next: Given): void => {
    setGiven(next)
    rateSoon({ ...next, isBlind: names.isBlind })
  }
  const give = (stars: number): void => {
    change({ ...given, stars: stars === 0 || stars === given.stars ? null : stars })
    rateSoon.flush()
  }
  const group = useRef<HTMLDivElement>(null)
  useShortcuts({ r: () => group.current?.querySelector('input')?.focus() })
  const isKept = rate.isSuccess && rate.variables.comment === given.comment
  return (
    <section className={styles.block} aria-label="Rating">
      <div className={styles.line}>
        <strong>Rating</strong>
        <Rating
          ref={group}
          value={given.stars ?? 0}
          onChange={give}
          getSymbolLabel={(value) => (value === 0 ? 'No stars' : `${value} of 5 stars`)}
          aria-label="Stars"
        />
        {rating !== null && rating.isBlind && <Tag>blind</Tag>}
        <span className={styles.muted}>key r, arrows, Space</span>
        <span className={styles.muted} role="status">
          {isKept ? 'Saved' : ''}
        </span>
      </div>
      <Textarea
        aria-label="Comment"
        placeholder="What is good about it, what is missing"
        autosize
        minRows={1}
        maxRows={6}
        maxLength={longestComment}
        value={given.comment}
        onChange={(event) => change({ ...given, comment: event.currentTarget.value })}
        onBlur={rateSoon.flush}
      />
      {rate.isError && (
        <ErrorPanel
          title="Could not rate"
          problem={toProblem(rate.error)}
          onRetry={() => rate.mutate({ ...given, isBlind: names.isBlind })}
        />
      )}
    </section>
  )
}

/** Keeps ratings in the order in which they were given, also when the cell is left meanwhile. */
function useRate(cellId: string) {
  const { client, queries } = useEngine()
  const queryClient = useQueryClient()
  const experimentId = useExperiment().detail.summary.id
  return useMutation({
    scope: { id: `rate ${cellId}` },
    mutationFn: (given: Given & { readonly isBlind: boolean }) =>
      client.experiments.rate({ experimentId, cellId, ...given }),
    // Who leaves the cell and comes back at once finds what was given, kept or not.
    onMutate: (given) => {
      const key = queries.experiments.cell.queryKey({ input: { experimentId, cellId } })
      queryClient.setQueryData(key, (cell) => cell && { ...cell, rating: { cellId, createdTs: 0, ...given } })
    },
    // What is read again is not waited for: the next one would be sent only after it, and lost by who leaves meanwhile.
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: queries.experiments.key() }),
  })
}

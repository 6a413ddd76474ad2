import { Button, Rating, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { CellDetail } from '../../../../shared/api/experiments.ts'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { Tag } from '../../../components/tag.tsx'
import { useShortcuts } from '../../../components/use-shortcuts.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { useExperiment } from '../experiment-context.ts'
import styles from './cell-view.module.css'

/** What a person says of a cell: stars at once, a comment when it is saved. The key r leads to the stars. */
export function CellRating({ detail: { cell, rating } }: { readonly detail: CellDetail }) {
  const { client, queries } = useEngine()
  const queryClient = useQueryClient()
  const { detail, names } = useExperiment()
  const [comment, setComment] = useState(rating?.comment ?? '')
  const rate = useMutation({
    mutationFn: (given: { readonly stars: number | null; readonly comment: string }) =>
      client.experiments.rate({
        experimentId: detail.summary.id,
        cellId: cell.id,
        isBlind: names.isBlind,
        ...given,
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queries.experiments.key() }),
  })
  const stars = rating?.stars ?? null
  const give = (next: number): void =>
    rate.mutate({ stars: next === 0 || next === stars ? null : next, comment: rating?.comment ?? '' })
  const group = useRef<HTMLDivElement>(null)
  useShortcuts({ r: () => group.current?.querySelector('input')?.focus() })
  return (
    <section className={styles.block} aria-label="Rating">
      <div className={styles.line}>
        <strong>Rating</strong>
        <Rating
          ref={group}
          value={stars ?? 0}
          onChange={give}
          getSymbolLabel={(value) => (value === 0 ? 'No stars' : `${value} of 5 stars`)}
          aria-label="Stars"
        />
        {rating !== null && rating.isBlind && <Tag about="Given while the names were hidden">blind</Tag>}
        <span className={styles.muted}>key r, arrows, Space</span>
      </div>
      <Textarea
        aria-label="Comment"
        placeholder="What is good about it, what is missing"
        autosize
        minRows={1}
        maxRows={6}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      {comment !== (rating?.comment ?? '') && (
        <div className={styles.line}>
          <Button size="compact-xs" loading={rate.isPending} onClick={() => rate.mutate({ stars, comment })}>
            Save comment
          </Button>
        </div>
      )}
      {rate.isError && (
        <ErrorPanel title="Could not rate" problem={toProblem(rate.error)} onDismiss={rate.reset} />
      )}
    </section>
  )
}

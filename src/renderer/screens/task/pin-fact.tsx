import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { longestFact } from '../../../shared/condensations/pinned-fact-types.ts'
import { toProblem } from '../../data/to-problem.ts'
import { usePinnedFacts } from '../../data/use-pinned-facts.ts'
import { readSelection } from '../../lib/read-selection.ts'
import { routes } from '../../lib/routes.ts'
import { Inline, QuietLink } from '../../ui/layout/layout.tsx'

type PinFactProps = {
  readonly taskId: string
  /** What the message says, pinned where nothing of it is selected. */
  readonly text: string
}

/** Follows the selected words of a message, or all of it, through the condensations of its task. */
export function PinFact({ taskId, text }: PinFactProps) {
  const button = useRef<HTMLButtonElement>(null)
  const { pin, isBusy, isPinned, error } = usePinnedFacts(taskId, false)
  const [isTooLong, setTooLong] = useState(false)
  const submit = (): void => {
    const fact = readSelection(button.current?.closest('section') ?? null) || text.trim()
    setTooLong(fact.length > longestFact)
    if (fact !== '' && fact.length <= longestFact) pin(fact)
  }
  return (
    <>
      {error !== null && (
        <Inline tone="bad" fz="xs" role="alert">
          {toProblem(error).message}
        </Inline>
      )}
      {isTooLong && (
        <Inline tone="caution" fz="xs" role="alert">
          Select the words that matter first
        </Inline>
      )}
      {isPinned && !isTooLong && (
        <Inline fz="xs" role="status">
          <QuietLink href={routes.task(taskId, 'condensations')}>Pinned: see what became of it</QuietLink>
        </Inline>
      )}
      <Button
        ref={button}
        variant="default"
        size="compact-xs"
        loading={isBusy}
        title="Pins the selected words, or the message: each condensation shows what became of them"
        onMouseDown={(event) => event.preventDefault()}
        onClick={submit}
      >
        Pin as a fact
      </Button>
    </>
  )
}

import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useRef, useState, type FormEvent } from 'react'
import { Link } from 'wouter'
import { longestFact, type PinnedFact } from '../../../shared/condensations/pinned-fact-types.ts'
import { describeFate, findFate } from '../../../shared/condensations/pinned-fact-words.ts'
import { showControls } from '../../../shared/kernel/show-controls.ts'
import { toProblem } from '../../data/to-problem.ts'
import { usePinnedFacts, type FactController } from '../../data/use-pinned-facts.ts'
import { formatCountWithNoun } from '../../lib/format.ts'
import { readSelection } from '../../lib/read-selection.ts'
import { routes } from '../../lib/routes.ts'
import { ErrorPanel } from '../../ui/components/error-panel.tsx'
import { SectionHead } from '../../ui/components/section-head.tsx'
import { Block, Column, Inline, Note, Row } from '../../ui/layout/layout.tsx'

type PinnedFactsProps = { readonly taskId: string; readonly n: number }

/** What became of the facts that a person follows, in one condensation, and the way to follow more. */
export function PinnedFacts({ taskId, n }: PinnedFactsProps) {
  const controller = usePinnedFacts(taskId, true)
  const { facts, unpin, error, dismiss } = controller
  const before = facts?.filter((fact) => findFate(fact, n) !== null) ?? []
  const after = (facts?.length ?? 0) - before.length
  return (
    <Block component="section" miw={0} aria-label="Pinned facts" pb="md">
      <SectionHead title="Pinned facts" controls={<FactForm controller={controller} />} />
      {error !== null && (
        <ErrorPanel
          title="Could not pin or follow the facts"
          problem={toProblem(error)}
          onDismiss={dismiss}
        />
      )}
      {facts?.length === 0 && (
        <Note px="md">Pin what must not be forgotten, and see what became of it in each condensation.</Note>
      )}
      <Column component="ul" gap="xs" px="md" fz="xs" lh="16px" breaks aria-label="Facts">
        {before.map((fact) => (
          <li key={fact.text}>
            <Fact {...{ taskId, fact, n }} onUnpin={() => unpin(fact.text)} />
          </li>
        ))}
      </Column>
      {after > 0 && (
        <Note px="md">{formatCountWithNoun(after, 'fact')} of the task came after this condensation.</Note>
      )}
    </Block>
  )
}

/** Takes words that were typed or pasted, else what is selected on the page. */
function FactForm({ controller }: { readonly controller: FactController }) {
  const form = useRef<HTMLFormElement>(null)
  const [text, setText] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const fact = text.trim() || readSelection(form.current?.closest('article') ?? null)
    if (fact === '') return
    controller.pin(fact.slice(0, longestFact))
    setText('')
  }
  return (
    <Row component="form" ref={form} onSubmit={submit} flex={1} maw={640} ml="md">
      <TextInput
        flex={1}
        size="xs"
        aria-label="Words of the session"
        placeholder="Paste words of the session, or select some on this page"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button
        type="submit"
        variant="default"
        size="xs"
        loading={controller.isBusy}
        // What is selected stays selected.
        onMouseDown={(event) => event.preventDefault()}
      >
        Pin
      </Button>
    </Row>
  )
}

type FactProps = PinnedFactsProps & { readonly fact: PinnedFact; readonly onUnpin: () => void }

/** The words, where they were said, and what became of them. */
function Fact({ taskId, fact, n, onUnpin }: FactProps) {
  const fate = findFate(fact, n)
  if (fate === null) return null
  const text = showControls(fact.text.replaceAll(/\s+/g, ' '))
  const isLost = fate.fate === 'gone'
  return (
    <Row align="flex-start" gap="xs">
      <ActionIcon variant="subtle" color="gray" size={16} aria-label={`Unpin “${text}”`} onClick={onUnpin}>
        <IconX size={12} aria-hidden />
      </ActionIcon>
      <Block miw={0}>
        <Block cut title={text}>
          “{text}”
        </Block>
        <Inline c="dimmed">
          {fact.said !== null && <Link href={routes.message(taskId, fact.said)}>said in #{fact.said}</Link>} →{' '}
          <Inline tone={isLost ? 'bad' : 'plain'}>{showControls(describeFate(fate))}</Inline>
          {fate.keptIn !== null && (
            <>
              {' '}
              <Link href={routes.message(taskId, fate.keptIn)}>in #{fate.keptIn}</Link>
            </>
          )}
        </Inline>
      </Block>
    </Row>
  )
}

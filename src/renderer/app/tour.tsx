import { Button, Popover, Portal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { useEngine } from '../data/engine-context.ts'
import { useTour } from '../data/use-tour.ts'
import { routes } from '../lib/routes.ts'
import { Block, Caption, Row } from '../ui/layout/layout.tsx'

type Step = {
  readonly title: string
  readonly text: string
  /** What it points at. */
  readonly target: string
  readonly place: 'home' | 'methods'
}

const steps: readonly Step[] = [
  {
    title: 'What happened comes first',
    text: 'Home says how often your agents condensed, and what they read again because it was gone. Each row opens that condensation.',
    target: '[data-tour="answer"]',
    place: 'home',
  },
  {
    title: 'Every method on one task',
    text: 'Methods shows what each way to condense keeps, drops and costs on this task, beside what the agent did.',
    target: 'nav[aria-label="Task"] a[href$="/methods"]',
    place: 'methods',
  },
]

/** Two steps that point at what matters, once for each person; Settings shows them again. */
export function Tour() {
  const { isDue, end } = useTour()
  const { queries } = useEngine()
  const [location, navigate] = useLocation()
  const [at, setAt] = useState(0)
  const tasks = useQuery(queries.tasks.list.queryOptions()).data
  const taskId = (tasks?.find(({ isSample }) => !isSample) ?? tasks?.[0])?.id ?? null
  const shown = steps.filter(({ place }) => place === 'home' || taskId !== null)
  const step = shown[at]
  const buildRoute = ({ place }: Step): string =>
    place === 'home' || taskId === null ? routes.home : routes.task(taskId, 'methods')
  const isHere = step !== undefined && isAt(step, location)
  const box = useElementBox(isDue && isHere ? step.target : null)
  if (step === undefined || box === null) return null
  const close = (): void => {
    setAt(0)
    end()
  }
  const go = (next: number): void => {
    const coming = shown[next]
    if (coming === undefined) return close()
    setAt(next)
    navigate(buildRoute(coming))
  }
  return <StepCard key={at} step={step} box={box} at={at} of={shown.length} onGo={go} onClose={close} />
}

/** The Methods tab of any task will do: the first one is another one as soon as a newer task has been read. */
function isAt({ place }: Step, location: string): boolean {
  return place === 'home' ? location === routes.home : /^\/task\/[^/]+\/methods$/.test(location)
}

type StepCardProps = {
  readonly step: Step
  readonly box: Box
  /** Counted from 0. */
  readonly at: number
  readonly of: number
  readonly onGo: (at: number) => void
  readonly onClose: () => void
}

/** A ring around an element, and a dialog beside it. */
function StepCard({ step, box, at, of, onGo, onClose }: StepCardProps) {
  const titleId = useId()
  const isLast = at === of - 1
  return (
    <Popover
      opened
      width={340}
      position="bottom-start"
      withArrow
      trapFocus
      returnFocus
      closeOnClickOutside={false}
      onDismiss={onClose}
      transitionProps={{ duration: 0 }}
      zIndex={160}
    >
      <Portal>
        <Popover.Target>
          <Block pos="fixed" bd="2px solid var(--accent)" bdrs="sm" style={box} aria-hidden />
        </Popover.Target>
      </Portal>
      <Popover.Dropdown py="md" px="lg" aria-labelledby={titleId}>
        <Caption component="div">
          Step {at + 1} of {of}
        </Caption>
        <Block component="h2" mt={2} mb="xs" fz={14} fw={600} id={titleId}>
          {step.title}
        </Block>
        <Block component="p" mb="md">
          {step.text}
        </Block>
        <Row align="stretch" justify="flex-end">
          {!isLast && (
            <Button mr="auto" variant="subtle" color="gray" onClick={onClose}>
              Skip the tour
            </Button>
          )}
          {at > 0 && (
            <Button variant="default" onClick={() => onGo(at - 1)}>
              Back
            </Button>
          )}
          <Button data-autofocus onClick={() => onGo(at + 1)}>
            {isLast ? 'Done' : 'Next'}
          </Button>
        </Row>
      </Popover.Dropdown>
    </Popover>
  )
}

type Box = { readonly top: number; readonly left: number; readonly width: number; readonly height: number }

/** Room between an element and the ring around it, in pixels. */
const gap = 4

/** Where an element is on the screen, followed as it moves; null while it is not there. */
function useElementBox(target: string | null): Box | null {
  const [found, setFound] = useState<{ readonly target: string; readonly box: Box } | null>(null)
  useEffect(() => {
    if (target === null) return
    let frame = 0
    let isSeen = false
    const look = (): void => {
      const element = document.querySelector(target)
      if (element !== null && !isSeen) element.scrollIntoView({ block: 'nearest' })
      isSeen ||= element !== null
      const rect = element?.getBoundingClientRect()
      const box = rect && measureRing(rect)
      setFound((before) => {
        if (box === undefined) return null
        const isSame =
          before?.target === target &&
          before.box.top === box.top &&
          before.box.left === box.left &&
          before.box.width === box.width &&
          before.box.height === box.height
        return isSame ? before : { target, box }
      })
      frame = requestAnimationFrame(look)
    }
    look()
    return () => cancelAnimationFrame(frame)
  }, [target])
  return target !== null && found?.target === target ? found.box : null
}

/** The ring around an element, within the window. */
function measureRing({ top, left, right, height }: DOMRect): Box {
  const start = Math.max(gap, left - gap)
  const end = Math.min(window.innerWidth - gap, right + gap)
  return { top: top - gap, left: start, width: end - start, height: height + 2 * gap }
}

import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatInteger } from '../../../shared/lib/format-figures.ts'
import { FigureInput } from '../../components/form/figure-input.tsx'
import { ownerText, smallestWindow, type ContextWindow } from '../../data/use-context-status.ts'
import styles from './timeline.module.css'

const quick = [
  { tokens: 128_000, label: '128k' },
  { tokens: 200_000, label: '200k' },
  { tokens: 1_000_000, label: '1M' },
] as const

/** The window that tasks are held against: usual ones at once, any other one by hand. */
export function WindowChoice({ window }: { readonly window: ContextWindow }) {
  const { windowTokens, owner, chosen } = window
  const [typed, setTyped] = useState(chosen)
  const [shownFor, setShownFor] = useState(chosen)
  // The window can be chosen elsewhere too, and by the buttons.
  if (shownFor !== chosen) {
    setShownFor(chosen)
    setTyped(chosen)
  }
  return (
    <div
      className={styles.window}
      role="group"
      aria-label="Window to hold the task against"
      title={ownerText(window) || undefined}
    >
      <FigureInput
        label="Window"
        unit="tok"
        isWhole
        width={owner === null ? 150 : 240}
        value={typed}
        placeholder={
          windowTokens === null
            ? 'none'
            : `${formatInteger(windowTokens)}${owner === null ? '' : ` (${owner.kind})`}`
        }
        error={
          typed !== null && typed < smallestWindow ? `At least ${formatInteger(smallestWindow)}` : undefined
        }
        onChange={(tokens) => {
          setTyped(tokens)
          if (tokens === null || tokens >= smallestWindow) window.choose(tokens)
        }}
      />
      {quick.map(({ tokens, label }) => (
        <Button
          key={tokens}
          variant={chosen === tokens ? 'light' : 'default'}
          size="compact-xs"
          aria-pressed={chosen === tokens}
          title={`Window of ${formatInteger(tokens)} tok`}
          onClick={() => window.choose(tokens)}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}

import { useState } from 'react'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { useEngine } from '../../../data/engine-context.ts'
import { useLibraryState } from '../../../data/use-library-state.ts'
import { troubleWords } from './trouble-words.ts'

/** Why the background work cannot be done for some tasks, or goes on for none, until it is put away. */
export function LibraryTroubles() {
  const { client, opener } = useEngine()
  const state = useLibraryState()
  const [putAway, setPutAway] = useState('')
  const words = state === null ? null : troubleWords(state)
  if (words === null || words.details === putAway) return null
  const tryAgain = (): void => void client.library.tryAgain().catch(opener.fail)
  return (
    <ErrorPanel
      title={words.title}
      problem={words}
      onRetry={words.isOver ? tryAgain : undefined}
      onDismiss={() => setPutAway(words.details)}
    />
  )
}

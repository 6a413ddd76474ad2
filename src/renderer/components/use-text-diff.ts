import { useEffect, useState } from 'react'
import type { TextDiff } from '../lib/diff-texts.ts'
import type { ShownSegment } from '../lib/fold-segments.ts'

/** What the worker is asked. */
export type DiffQuestion = { readonly id: number; readonly before: string; readonly after: string }
/** What it answers, with the id of the question. */
export type DiffAnswer = {
  readonly id: number
  readonly detail: TextDiff['detail']
  readonly segments: readonly ShownSegment[]
}

let lastId = 0

/** Compares two texts in a worker; null while it works. A newer question stops the older one. */
export function useTextDiff(before: string, after: string): DiffAnswer | null {
  const [answer, setAnswer] = useState<{ readonly key: string; readonly value: DiffAnswer } | null>(null)
  useEffect(() => {
    const id = ++lastId
    const worker = new Worker(new URL('./diff.worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = (event: MessageEvent<DiffAnswer>) => {
      if (event.data.id === id) setAnswer({ key: before + after, value: event.data })
    }
    const question: DiffQuestion = { id, before, after }
    worker.postMessage(question)
    return () => worker.terminate()
  }, [before, after])
  return answer !== null && answer.key === before + after ? answer.value : null
}

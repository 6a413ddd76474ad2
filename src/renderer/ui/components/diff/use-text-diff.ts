import { useEffect, useState } from 'react'
import type { TextDiff } from '../../../../shared/document/diff-texts.ts'
import type { ShownSegment } from './fold-segments.ts'

/** What the worker is asked. */
export type DiffQuestion = { readonly before: string; readonly after: string }
/** What it answers. */
export type DiffAnswer = { readonly detail: TextDiff['detail']; readonly segments: readonly ShownSegment[] }

/** Compares two texts in a worker, or null while it works. A newer question stops the older one. */
export function useTextDiff(before: string, after: string): DiffAnswer | null {
  const [last, setLast] = useState<(DiffQuestion & { readonly answer: DiffAnswer }) | null>(null)
  useEffect(() => ask({ before, after }, (answer) => setLast({ before, after, answer })), [before, after])
  return last !== null && last.before === before && last.after === after ? last.answer : null
}

/** One worker serves all questions. It is replaced while it is busy with an outdated one. */
let worker: Worker | null = null
let isBusy = false

function ask(question: DiffQuestion, onAnswer: (answer: DiffAnswer) => void): () => void {
  if (isBusy) worker?.terminate()
  const current =
    worker === null || isBusy
      ? new Worker(new URL('./diff.worker.ts', import.meta.url), { type: 'module' })
      : worker
  worker = current
  isBusy = true
  current.onmessage = (event: MessageEvent<DiffAnswer>) => {
    isBusy = false
    onAnswer(event.data)
  }
  current.postMessage(question)
  return () => {
    current.onmessage = () => {
      if (worker === current) isBusy = false
    }
  }
}

import { diffTexts } from '../lib/diff-texts.ts'
import { foldSegments } from '../lib/fold-segments.ts'
import type { DiffAnswer, DiffQuestion } from './use-text-diff.ts'

/** Compares texts off the page's thread, so that a megabyte of history does not stop the scrolling. */
self.onmessage = (event: MessageEvent<DiffQuestion>) => {
  const { id, before, after } = event.data
  const { detail, segments } = diffTexts(before, after)
  const answer: DiffAnswer = { id, detail, segments: foldSegments(segments) }
  self.postMessage(answer)
}

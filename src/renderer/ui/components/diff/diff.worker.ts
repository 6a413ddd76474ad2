import { diffTexts } from '../../../../shared/document/diff-texts.ts'
import { foldSegments } from './fold-segments.ts'
import type { DiffAnswer, DiffQuestion } from './use-text-diff.ts'

/** Compares texts off the page's thread, so that a megabyte of history does not stop the scrolling. */
self.onmessage = (event: MessageEvent<DiffQuestion>) => {
  const { detail, segments } = diffTexts(event.data.before, event.data.after)
  const answer: DiffAnswer = { detail, segments: foldSegments(segments) }
  self.postMessage(answer)
}

import { useEffect, useRef } from 'react'
import { formatInteger } from '../../../../shared/kernel/format-figures.ts'
import { showControls } from '../../../../shared/kernel/show-controls.ts'
import { Note, Pre, Scroll } from '../../layout/layout.tsx'
import { SkeletonRows } from '../skeleton-rows.tsx'
import { useTextDiff } from './use-text-diff.ts'
import styles from './text-diff.module.css'

const detailNotes = {
  words: '',
  lines: 'Long texts, compared line by line.',
  whole: 'Too long to compare: the whole source, then the whole result.',
} as const

/** Two texts compared word by word: removed text is struck through, added text underlined. */
export function TextDiff({ before, after }: { readonly before: string; readonly after: string }) {
  const diff = useTextDiff(before, after)
  const scroller = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (scroller.current !== null) showFirstChange(scroller.current)
  }, [diff])
  if (diff === null) return <SkeletonRows rows={4} label="Comparing" />
  return (
    <Scroll ref={scroller} h="100%" py="sm" px="md" tabIndex={0} role="region" aria-label="Difference">
      {detailNotes[diff.detail] !== '' && <Note mb="sm">{detailNotes[diff.detail]}</Note>}
      <Pre>
        {diff.segments.map((segment, index) => {
          switch (segment.kind) {
            case 'added':
              return (
                <ins key={index} className={styles.added}>
                  {showControls(segment.text)}
                </ins>
              )
            case 'removed':
              return (
                <del key={index} className={styles.removed}>
                  {showControls(segment.text)}
                </del>
              )
            case 'folded':
              return (
                <span key={index} className={styles.folded} data-of={segment.of}>
                  {` ⋯ ${formatInteger(segment.characters)} ${segment.of === 'same' ? 'unchanged' : segment.of} characters ⋯ `}
                </span>
              )
            default:
              return <span key={index}>{showControls(segment.text)}</span>
          }
        })}
      </Pre>
    </Scroll>
  )
}

/** In pixels, as in the style sheet. */
const lineHeight = 18
const linesBefore = 3

/** Scrolls to the first change with a few lines before it, aligned to whole lines. */
function showFirstChange(scroller: HTMLElement): void {
  const text = scroller.querySelector('pre')
  const change = text?.querySelector('ins, del')?.getClientRects()[0]
  if (text === null || change === undefined) return
  const textTop = text.getBoundingClientRect().top
  const start = textTop - scroller.getBoundingClientRect().top + scroller.scrollTop
  const last = Math.floor((scroller.scrollHeight - scroller.clientHeight - start) / lineHeight)
  const line = Math.min(Math.floor((change.top - textTop) / lineHeight) - linesBefore, last)
  scroller.scrollTop = line > 0 ? start + line * lineHeight : 0
}

import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { EstimatedRow } from '../../../shared/api/runs.ts'
import { indexRanges } from '../../../shared/lib/count-of.ts'
import { showControls } from '../../../shared/lib/show-controls.ts'
import { FateMark } from '../../components/fate-mark.tsx'
import { TextDiff } from '../../components/text-diff.tsx'
import { countOf } from '../../lib/format.ts'
import styles from './preview.module.css'

/** Messages that are shown. */
const most = 5

/** The first messages and what would become of each; one at a time is compared word by word. */
export function PreviewRows({ rows }: { readonly rows: readonly EstimatedRow[] }) {
  const shown = rows.slice(0, most)
  const [chosen, setChosen] = useState<number | null | undefined>(undefined)
  const changed = shown.findIndex(({ fate }) => fate !== 'kept')
  const open = chosen === undefined ? changed : chosen
  if (shown.length === 0) return null
  return (
    <>
      <h3 className={styles.subtitle}>First {countOf(shown.length, 'message')}</h3>
      <ul className={styles.rows} aria-label="First messages">
        {shown.map((row, index) => (
          <PreviewRow
            key={index}
            row={row}
            isOpen={open === index}
            onToggle={() => setChosen(open === index ? null : index)}
          />
        ))}
      </ul>
    </>
  )
}

type PreviewRowProps = {
  readonly row: EstimatedRow
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function PreviewRow({ row: { fate, source, result, sources }, isOpen, onToggle }: PreviewRowProps) {
  const id = useId()
  const text = source ?? result
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <li className={styles.row}>
      <button
        type="button"
        className={styles.rowHead}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
      >
        <Chevron size={14} className={styles.chevron} aria-hidden />
        <span className={styles.place}>{source === null ? 'new' : `#${source.index}`}</span>
        <span className={styles.role}>{text?.role}</span>
        <FateMark fate={fate} />
        <span className={styles.excerpt}>{showControls(excerptOf(text?.text ?? ''))}</span>
      </button>
      {isOpen && (
        <div id={id} className={styles.diff}>
          {sources.length > 1 ? (
            <MergedText text={result?.text ?? ''} sources={sources} />
          ) : (
            <TextDiff before={source?.text ?? ''} after={result?.text ?? ''} />
          )}
        </div>
      )}
    </li>
  )
}

/** What several messages became: a comparison with one of them would say nothing. */
function MergedText({ text, sources }: { readonly text: string; readonly sources: readonly number[] }) {
  return (
    <section className={styles.merged} tabIndex={0} aria-label="Summary">
      <p className={styles.note}>
        Replaces messages {indexRanges(sources)} ({countOf(sources.length, 'message')})
      </p>
      <pre className={styles.mergedText}>{showControls(text)}</pre>
    </section>
  )
}

/** The start of a text on one line. */
function excerptOf(text: string): string {
  return text.slice(0, 160).replaceAll(/\s+/g, ' ').trim()
}

import { Select } from '@mantine/core'
import { useLocation } from 'wouter'
import type { Prompt, PromptVersion } from '../../../shared/domain/prompt.ts'
import { TextDiff } from '../../components/text-diff.tsx'
import { formatTime } from '../../lib/format.ts'
import { routes } from '../../lib/routes.ts'
import styles from './prompt-pane.module.css'

type PromptCompareProps = { readonly prompt: Prompt; readonly before: number; readonly after: number }

/** Any two versions as one text: what went is struck through, what came is underlined. */
export function PromptCompare({ prompt, before, after }: PromptCompareProps) {
  const [, navigate] = useLocation()
  const find = (version: number): PromptVersion | undefined =>
    prompt.versions.find((candidate) => candidate.version === version)
  const show = (from: number, to: number): void =>
    navigate(routes.promptVersions(prompt.id, from, to), { replace: true })
  const old = find(before)
  const young = find(after)
  return (
    <>
      <div className={[styles.bar, styles.top].join(' ')}>
        <VersionSelect label="From" prompt={prompt} value={before} onChange={(from) => show(from, after)} />
        <span className={styles.arrow} aria-hidden>
          →
        </span>
        <VersionSelect label="To" prompt={prompt} value={after} onChange={(to) => show(before, to)} />
        {young !== undefined && young.note !== '' && <span className={styles.muted}>{young.note}</span>}
      </div>
      <div className={styles.text}>
        {old === undefined || young === undefined ? (
          <p className={styles.muted}>This prompt has no such version.</p>
        ) : (
          <TextDiff before={old.text} after={young.text} />
        )}
      </div>
    </>
  )
}

type VersionSelectProps = {
  readonly label: string
  readonly prompt: Prompt
  readonly value: number
  readonly onChange: (version: number) => void
}

function VersionSelect({ label, prompt, value, onChange }: VersionSelectProps) {
  return (
    <Select
      aria-label={label}
      w={220}
      data={prompt.versions.toReversed().map(({ version, createdTs }) => ({
        value: String(version),
        label: `Version ${version} · ${formatTime(createdTs)}`,
      }))}
      value={String(value)}
      allowDeselect={false}
      onChange={(version) => version !== null && onChange(Number(version))}
    />
  )
}

import styles from './advice-panel.module.css'
import { measuredText, type MeasuredKind } from './measured-text.ts'
import { useMeasured } from './use-measured.ts'

const shown: readonly MeasuredKind[] = ['reduction', 'duration', 'cost']

/** What one’s own runs of a provider came to: the figures of the guide are claims. */
export function MeasuredLine({ providerId }: { readonly providerId: string }) {
  const measured = useMeasured()
  if (measured === null) return null
  const figures = measured.of(providerId)
  const texts = shown.flatMap((kind) => measuredText(figures, kind) ?? [])
  return (
    <p className={styles.measured}>
      {texts.length === 0
        ? 'You have no runs of it yet, so all figures here are claims.'
        : `Medians of your runs, all presets: ${texts.join(' · ')}`}
    </p>
  )
}

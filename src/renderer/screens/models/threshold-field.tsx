import { formatShare } from '../../lib/format.ts'
import { FormSection } from '../../ui/components/form/form-section.tsx'
import { ThresholdSlider } from '../../ui/components/form/threshold-slider.tsx'
import type { FieldProps } from './read-draft.ts'

type ThresholdFieldProps = FieldProps & { readonly globalPercent: number | null }

/** When an agent with this model condenses. */
export function ThresholdField({ draft, change, globalPercent }: ThresholdFieldProps) {
  return (
    <FormSection
      title="Threshold"
      layout="stack"
      note={`The share of the window at which an agent condenses.${
        globalPercent === null ? '' : ` The default in Settings is ${formatShare(globalPercent)}.`
      }`}
    >
      <ThresholdSlider
        label="Threshold of this profile"
        value={draft.threshold}
        inherited={globalPercent ?? 100}
        onChange={(threshold) => change({ threshold })}
      />
    </FormSection>
  )
}

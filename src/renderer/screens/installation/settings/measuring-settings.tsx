import { SegmentedControl } from '@mantine/core'
import { paces, paceSchema } from '../../../../shared/library/pace-types.ts'
import { usePace } from '../../../data/use-answer.ts'
import { FormSection } from '../../../ui/components/form/form-section.tsx'

/** How much of a processor the measuring of methods in the background may take, for whoever works beside it. */
export function MeasuringSettings() {
  const [pace, setPace] = usePace()
  if (pace === undefined) return null
  return (
    <FormSection
      title="Measuring in the background"
      layout="stack"
      note="The most of one processor that trying methods on your tasks may take. New and changed tasks are still read and indexed, one at a time."
    >
      <SegmentedControl
        aria-label="Share of a processor for measuring"
        data={paces.map((value) => ({ value: String(value), label: value === 0 ? 'Paused' : `${value} %` }))}
        value={String(pace)}
        onChange={(value) => setPace(paceSchema.parse(Number(value)))}
      />
    </FormSection>
  )
}

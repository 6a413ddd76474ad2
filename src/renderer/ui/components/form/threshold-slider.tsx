import { Slider, Switch } from '@mantine/core'
import { inheritThreshold, thresholdRange } from '../../../../shared/models/model-profile-types.ts'
import { formatShare } from '../../../lib/format.ts'
import { Block, Row } from '../../layout/layout.tsx'

type ThresholdSliderProps = {
  readonly label: string
  /** Percent, or -1 to inherit. */
  readonly value: number
  readonly onChange: (percent: number) => void
  /** The inherited threshold in percent, or null where there is none. */
  readonly inherited: number | null
}

/** The share of a window at which to condense, 5 to 100 percent, or what stands above. */
export function ThresholdSlider({ label, value, onChange, inherited }: ThresholdSliderProps) {
  const inherits = inherited !== null && value === inheritThreshold
  const shown = inherits ? inherited : value
  return (
    <Row gap="md" mih={30} w="100%">
      <Slider
        flex={1}
        miw={120}
        maw={320}
        size="sm"
        min={thresholdRange.min}
        max={thresholdRange.max}
        step={1}
        marks={marks}
        label={null}
        disabled={inherits}
        value={shown}
        onChange={onChange}
        thumbLabel={label}
        thumbValueText={`${shown} percent`}
      />
      <Block component="output" miw={56} ta="right" {...(inherits ? { c: 'dimmed' } : {})}>
        {formatShare(shown)}
      </Block>
      {inherited !== null && (
        <Switch
          label="Inherit"
          aria-label={`Inherit the global threshold of ${inherited} percent`}
          checked={inherits}
          onChange={(event) => onChange(event.currentTarget.checked ? inheritThreshold : inherited)}
        />
      )}
    </Row>
  )
}

const marks = [25, 50, 75].map((value) => ({ value }))

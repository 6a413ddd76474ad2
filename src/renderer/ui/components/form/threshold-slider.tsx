import { Slider, Switch } from '@mantine/core'
import { inheritThreshold, thresholdRange } from '../../../../shared/models/model-profile-types.ts'
import { formatShare } from '../../../lib/format.ts'
import styles from './threshold-slider.module.css'

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
    <div className={styles.threshold}>
      <Slider
        className={styles.slider ?? ''}
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
      <output className={styles.value} data-inherited={inherits}>
        {formatShare(shown)}
      </output>
      {inherited !== null && (
        <Switch
          label="Inherit"
          aria-label={`Inherit the global threshold of ${inherited} percent`}
          checked={inherits}
          onChange={(event) => onChange(event.currentTarget.checked ? inheritThreshold : inherited)}
        />
      )}
    </div>
  )
}

const marks = [25, 50, 75].map((value) => ({ value }))

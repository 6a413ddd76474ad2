import { Badge } from '@mantine/core'
import type { ProviderInfo } from '../../../shared/domain/provider.ts'
import styles from './condense-tab.module.css'

type ProviderPickerProps = {
  readonly providers: readonly ProviderInfo[]
  readonly selected: ProviderInfo
  readonly onSelect: (providerId: string) => void
}

/** The providers with what they do; one is chosen. */
export function ProviderPicker({ providers, selected, onSelect }: ProviderPickerProps) {
  return (
    <fieldset className={styles.providers}>
      <legend className={styles.legend}>Provider</legend>
      {providers.map((provider) => (
        <label key={provider.id} className={styles.provider} data-selected={provider.id === selected.id}>
          <input
            type="radio"
            name="provider"
            className={styles.radio}
            checked={provider.id === selected.id}
            onChange={() => onSelect(provider.id)}
          />
          <span className={styles.name}>{provider.label}</span>
          {traitsOf(provider).map((trait) => (
            <Badge key={trait} size="xs" variant="default" radius="sm" fw={500} tt="none">
              {trait}
            </Badge>
          ))}
          <span className={styles.about}>{provider.description}</span>
        </label>
      ))}
    </fieldset>
  )
}

function traitsOf({ capabilities }: ProviderInfo): readonly string[] {
  const traits = [
    capabilities.lossless && 'lossless',
    capabilities.lossy && 'lossy',
    capabilities.usesModel ? 'uses a model' : 'no model',
    capabilities.speed,
  ]
  return traits.filter((trait) => trait !== false)
}

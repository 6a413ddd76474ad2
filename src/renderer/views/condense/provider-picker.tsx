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
          {traitsOf(provider).map(({ trait, about }) => (
            <Badge key={trait} title={about} size="xs" variant="default" radius="sm" fw={500} tt="none">
              {trait}
            </Badge>
          ))}
          <span className={styles.about}>{provider.description}</span>
        </label>
      ))}
    </fieldset>
  )
}

type Trait = { readonly trait: string; readonly about: string }

/** Words that hold for every preset and all settings of a provider; a result says what it really is. */
function traitsOf({ capabilities }: ProviderInfo): readonly Trait[] {
  const { lossless, lossy, usesModel, speed } = capabilities
  return [
    ...(lossless && !lossy
      ? [{ trait: 'restorable', about: 'Everything comes back: from the result itself, or from the store' }]
      : []),
    ...(lossy ? [{ trait: 'lossy', about: 'What is taken away is not in the result' }] : []),
    usesModel
      ? { trait: 'uses a model', about: 'Asks the model that is set up' }
      : { trait: 'no model', about: 'Works on this machine, without a model' },
    { trait: speed, about: 'How long it takes' },
  ]
}

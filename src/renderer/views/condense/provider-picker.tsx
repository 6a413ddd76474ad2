import { Badge, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { ProviderInfo } from '../../../shared/domain/provider.ts'
import styles from './condense-tab.module.css'

const groups: readonly { readonly kind: ProviderInfo['kind']; readonly label: string }[] = [
  { kind: 'provider', label: 'Providers' },
  { kind: 'strategy', label: 'Strategies' },
]

type ProviderPickerProps = {
  readonly providers: readonly ProviderInfo[]
  readonly selected: ProviderInfo
  readonly onSelect: (providerId: string) => void
}

/** The providers and strategies with what they do, one group at a time; one of them all is chosen. */
export function ProviderPicker({ providers, selected, onSelect }: ProviderPickerProps) {
  const [shown, setShown] = useState<ProviderInfo['kind']>(selected.kind)
  const [followed, setFollowed] = useState(selected.id)
  if (followed !== selected.id) {
    setFollowed(selected.id)
    setShown(selected.kind)
  }
  return (
    <fieldset className={styles.providers}>
      <legend className={styles.legend}>Provider</legend>
      <SegmentedControl
        size="xs"
        aria-label="What to choose from"
        data={groups.map(({ kind, label }) => ({ value: kind, label }))}
        value={shown}
        onChange={setShown}
      />
      {providers
        .filter(({ kind }) => kind === shown)
        .map((provider) => (
          <label
            key={provider.id}
            className={styles.provider}
            data-selected={provider.id === selected.id}
            title={provider.description}
          >
            <input
              type="radio"
              name="provider"
              className={styles.radio}
              checked={provider.id === selected.id}
              onChange={() => onSelect(provider.id)}
            />
            {provider.label}
          </label>
        ))}
      <p className={styles.about} aria-live="polite">
        <strong>{selected.label}</strong>
        {traitsOf(selected).map(({ trait, about }) => (
          <Badge key={trait} title={about} size="xs" variant="default" radius="sm" fw={500} tt="none">
            {trait}
          </Badge>
        ))}
        {selected.description}
      </p>
    </fieldset>
  )
}

type Trait = { readonly trait: string; readonly about: string }

/** Words that hold for every preset and all settings of a provider; a result says what it really is. */
function traitsOf({ kind, capabilities }: ProviderInfo): readonly Trait[] {
  const { lossless, lossy, usesModel, speed } = capabilities
  if (kind === 'strategy') return []
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
